//! Random command lines: an answer or a refusal, soon, and it is well formed. `make fuzz` runs as many as `CASES` says, from `SEED`.

use std::panic::{self, AssertUnwindSafe};
use std::{env, fs};

use bloomlab_cli::commands::Response;
use bloomlab_cli::output::Format;
use clap::{Arg, Command};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

/// The seconds of a processor that a command may take: two on an idle machine, and more next to other work.
const LIMIT: f64 = 4.0;

/// Values of flags that have no list of their own.
const VALUES: [&str; 26] = [
    "0", "1", "2", "3", "5", "7", "8", "10", "16", "30", "64", "100", "512", "1000", "1024", "9586", "2^20", "1e6",
    "2^40", "2^62", "0.5", "0.01", "1e-9", "-1", "x", "10KiB",
];

/// The seconds of a processor that this process has taken; 0 if there is no `/proc`.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // of the user and of the system, in hundredths, the 12th and 13th field behind the name
    let ticks = stat.rsplit(')').next().into_iter().flat_map(|fields| fields.split(' ').skip(12).take(2));
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Commands that answer no question.
const LEFT_OUT: [&str; 2] = ["completions", "help"];

fn flag(argument: &Arg, random: &mut ChaCha8Rng) -> Option<Vec<String>> {
    let name = argument.get_long().filter(|name| !["help", "version", "file", "format", "seconds"].contains(name))?;
    if !argument.get_action().takes_values() {
        return Some(vec![format!("--{name}")]);
    }
    let possible = argument.get_possible_values();
    let value = match possible.choose(random) {
        Some(value) => value.get_name().to_owned(),
        None => (*VALUES.choose(random)?).to_owned(),
    };
    Some(vec![format!("--{name}"), value])
}

fn arguments(command: &Command, random: &mut ChaCha8Rng) -> Vec<String> {
    let below: Vec<_> = command.get_subcommands().filter(|below| !LEFT_OUT.contains(&below.get_name())).collect();
    if let Some(chosen) = below.choose(random).filter(|_| command.get_name() != "crosscheck" || random.random()) {
        let rest = arguments(chosen, random);
        return [vec![chosen.get_name().to_owned()], rest].concat();
    }
    let flags = command.get_arguments().filter(|argument| {
        let is_size = matches!(argument.get_short(), Some('m' | 'n' | 'k' | 'N' | 'M'));
        argument.is_required_set() || random.random_ratio(if is_size { 9 } else { 2 }, 10)
    });
    let flags: Vec<&Arg> = flags.collect();
    flags.into_iter().filter_map(|argument| flag(argument, random)).flatten().collect()
}

/// A fault of an answer: a number that is none, a rate beyond 1.
fn fault(answer: &Value) -> Option<String> {
    match answer {
        Value::Array(all) => all.iter().find_map(fault),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let is_rate =
                ["rate", "exact", "probability", "deletability", "false_negative_rate"].contains(&name.as_str());
            let number = value.get("value").and_then(Value::as_f64);
            match number.filter(|number| is_rate && !(0.0..=1.0 + 1e-9).contains(number)) {
                Some(number) => Some(format!("{name} = {number}")),
                None => fault(value),
            }
        }),
        _ => None,
    }
}

/// Runs a command in this process; whether it was answered, or how it is wrong.
fn end(arguments: &[String]) -> Result<bool, String> {
    let words = ["bloomlab"].into_iter().chain(arguments.iter().map(String::as_str));
    let Ok(cli) = bloomlab_cli::parsed(words) else { return Ok(false) };
    let run = || match cli.command.run() {
        Ok(Response::Answer(answer)) => {
            let mut text = Vec::new();
            let mut formats = [Format::Table, Format::Csv, Format::Json].into_iter();
            // crosscheck shows the digits that a formula loses
            let is_loss = arguments.first().is_some_and(|command| command == "crosscheck");
            match formats.all(|format| format.write(&answer, &mut text).is_ok()) {
                true if is_loss => Ok(true),
                true => fault(&answer.json()).map_or(Ok(true), Err),
                false => Err("not written".to_owned()),
            }
        }
        Ok(Response::Text(_)) => Ok(true),
        Err(error) => match error.to_string().as_str() {
            text if text.is_empty() || text.contains("NaN") => Err(format!("error: {text}")),
            _ => Ok(false),
        },
    };
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("panic".to_owned()))
}

#[test]
fn every_command_line_has_an_answer_or_a_refusal() {
    let setting = |name: &str, otherwise| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (cases, seed): (u64, u64) = (setting("CASES", 2000), setting("SEED", 14));
    let command = bloomlab_cli::command();
    let (mut answered, mut wrong) = (0, Vec::new());
    for case in 0..cases {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(case);
        let mut arguments = arguments(&command, &mut random);
        if arguments.first().is_some_and(|name| name == "crosscheck") {
            arguments.extend(["--seconds", "0.02"].map(str::to_owned));
        }
        let began = processor_seconds();
        match end(&arguments) {
            Ok(is_answered) => answered += u64::from(is_answered),
            Err(why) => wrong.push(format!("{}: {why}", arguments.join(" "))),
        }
        let seconds = processor_seconds() - began;
        if seconds > LIMIT {
            wrong.push(format!("{}: it took {seconds:.1} s", arguments.join(" ")));
        }
        if seconds > 0.5 * LIMIT {
            println!("{seconds:.1} s: {}", arguments.join(" "));
        }
    }
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(answered > cases / 20, "{answered} of {cases} are answered");
}
