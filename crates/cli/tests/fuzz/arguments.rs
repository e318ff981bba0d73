//! Random command lines: any flags of any subcommand that computes, with values at every edge of what can be written.

use clap::{Arg, ArgAction, Command};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Subcommands that report on files instead of computing.
const ON_FILES: [&str; 1] = ["completions"];
/// How often subcommands are asked whose answers take long, beside the others.
const EXPENSIVE: [(&str, f64); 6] = [
    ("compare", 0.02),
    ("occupancy", 0.03),
    ("crosscheck", 0.2),
    ("size", 0.25),
    ("false-negatives", 0.3),
    ("plan", 0.5),
];
/// Flags without which most questions are refused at once.
const USUAL: [&str; 11] = [
    "bits",
    "items",
    "hashes",
    "target",
    "sigma",
    "balls",
    "bins",
    "filter",
    "reuse",
    "without-replacement",
    "bits-set",
];

const SIZES: [&str; 44] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "63",
    "64",
    "65",
    "127",
    "128",
    "511",
    "512",
    "1000",
    "4096",
    "2^16",
    "2^20",
    "2^31",
    "2^32",
    "2^40",
    "2^52",
    "2^53",
    "9007199254740993",
    "2^60",
    "2^61",
    "2^62",
    "2^63",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e18",
    "1e19",
    "1e999999",
    "2^99999999999",
    "0e99",
    "0^0",
    "1.5M",
    "1.50Ki",
    "7Ei",
    "8Ei",
    "10000P",
    "1e6",
    "16Ki",
];
const REALS: [&str; 32] = [
    "0",
    "-0.0",
    "1",
    "0.5",
    "0.01",
    "1e-3",
    "1e-9",
    "1e-30",
    "1e-300",
    "2.2250738585072014e-308",
    "5e-324",
    "1e-324",
    "1e-400",
    "1e-99999",
    "1e99999",
    "0.999999",
    "0.99999999999999999",
    "1.0000000001",
    "2",
    "10",
    "1e15",
    "1e300",
    "1.7976931348623157e308",
    "-1",
    "-1e-9",
    "NaN",
    "-nan",
    "inf",
    "-inf",
    "infinity",
    ".5",
    "1.",
];
const TEXTS: [&str; 30] = [
    "",
    " ",
    "-",
    "--",
    "-1",
    "+1",
    "1.5",
    "1e-6",
    "1e6.5",
    "2^",
    "^2",
    "2^-1",
    "2^2^2",
    "1KiB",
    "1m",
    "0x10",
    "1_000",
    "1,000",
    "NaN",
    "inf",
    "١٢٣",
    "１２８",
    "²",
    "½",
    "1\u{200b}0",
    "−5",
    "é",
    "\u{1F600}",
    "a\nb",
    "%s%n",
];
const ARITHMETICS: [&str; 18] = [
    "f64",
    "f64-naive",
    "rational",
    "certified",
    "mpfr:2",
    "mpfr:53",
    "mpfr:256",
    "mpfr:1",
    "mpfr:0",
    "mpfr:1048576",
    "mpfr:1048577",
    "mpfr:",
    "mpfr:-1",
    "mpfr:99999999999999999999",
    "enclosure:2",
    "enclosure:64",
    "enclosure:1000",
    "double",
];

/// The arguments of one random command.
pub fn arguments(command: &Command, random: &mut impl RngExt) -> Vec<String> {
    let below: Vec<_> = command.get_subcommands().filter(|c| !ON_FILES.contains(&c.get_name())).collect();
    // `crosscheck` has questions below it and is one itself
    let is_question = command.get_arguments().any(|argument| argument.get_long() == Some("bits"));
    let weight = |command: &&Command| {
        EXPENSIVE.iter().find(|(name, _)| *name == command.get_name()).map_or(1.0, |found| found.1)
    };
    match below.choose_weighted(random, weight).ok().filter(|_| !(is_question && random.random_bool(0.5))) {
        Some(inner) => [vec![inner.get_name().to_owned()], arguments(inner, random)].concat(),
        None => flags(command, random),
    }
}

fn flags(command: &Command, random: &mut impl RngExt) -> Vec<String> {
    let mut words = Vec::new();
    let others = *[0.0, 0.1, 0.1, 0.3, 0.8].choose(random).unwrap_or(&0.1);
    let strange = *[0.0, 0.0, 0.05, 0.3].choose(random).unwrap_or(&0.0);
    for argument in command.get_arguments() {
        let Some(name) = argument.get_long() else { continue };
        let is_usual = argument.is_required_set() || USUAL.contains(&name) && name != "without-replacement";
        let kept = if name == "seconds" {
            1.0
        } else if is_usual {
            0.93
        } else {
            others
        };
        if name == "help" || !random.random_bool(kept) {
            continue;
        }
        for _ in 0..if random.random_bool(0.02) { 2 } else { 1 } {
            if !matches!(argument.get_action(), ArgAction::Set | ArgAction::Append) {
                words.push(format!("--{name}"));
            } else if random.random_bool(0.5) {
                words.push(format!("--{name}={}", value(argument, strange, random)));
            } else {
                words.extend([format!("--{name}"), value(argument, strange, random)]);
            }
        }
    }
    if random.random_bool(0.02) {
        words.insert(random.random_range(0..=words.len()), choose(&TEXTS, random));
    }
    words
}

fn value(argument: &Arg, strange: f64, random: &mut impl RngExt) -> String {
    // who asks for more seconds gets them, beyond any limit of the test
    if argument.get_long() == Some("seconds") {
        let of_these: &[&str] =
            if random.random_bool(strange) { &["0", "-1", "NaN", "inf", "x", "", "١"] } else { &["0.001", "0.01"] };
        return choose(of_these, random);
    }
    // names of files that are there, and that are not; never standard input, which may wait
    if matches!(argument.get_long(), Some("file")) {
        return choose(&["/dev/null", "Cargo.toml", "absent", "", "é"], random);
    }
    if random.random_bool(strange) {
        return match random.random_range(0..3) {
            0 => choose(&TEXTS, random),
            1 => choose(&REALS, random),
            _ => choose(&SIZES, random),
        };
    }
    let names: Vec<_> = argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if let Some(name) = names.choose(random) {
        return name.clone();
    }
    match argument.get_long().unwrap_or_default() {
        "target" => real(random),
        "arithmetic" => choose(&ARITHMETICS, random),
        "alpha" | "confidence" | "level" | "power" => real(random),
        // a number, and what may stand for one
        "items" if random.random_bool(0.2) => match random.random_range(0..3) {
            0 => format!("{}..{}", size(random), size(random)),
            1 => format!("0..{}", size(random)),
            _ => format!("lognormal:{},{}", size(random), real(random)),
        },
        "phases" => choose(&["1", "2"], random),
        "digits" => choose(&["1", "2", "17", "40", "300"], random),
        "hashes" => random.random_range(0..20).to_string(),
        "reuse" => match random.random_range(0..3) {
            0 => format!("geometric:{}", real(random)),
            1 => format!("uniform:{}", size(random)),
            _ => format!("power:{}", real(random)),
        },
        _ => size(random),
    }
}

fn size(random: &mut impl RngExt) -> String {
    match random.random_range(0..8) {
        0 => choose(&SIZES, random),
        1 => format!("2^{}", random.random_range(0..=63)),
        2 => (random.random::<u64>() >> random.random_range(1..64)).to_string(),
        3..6 => random.random_range(0..1000).to_string(),
        _ => random.random_range(0..40).to_string(),
    }
}

fn real(random: &mut impl RngExt) -> String {
    match random.random_range(0..4) {
        0 => choose(&REALS, random),
        1 => format!("1e-{}", random.random_range(1..20)),
        2 => format!("{:e}", random.random_range(1.0..1e3)),
        _ => random.random::<f64>().to_string(),
    }
}

fn choose(texts: &[&str], random: &mut impl RngExt) -> String {
    texts.choose(random).copied().unwrap_or_default().to_owned()
}
