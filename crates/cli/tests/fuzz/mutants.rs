//! What is asked of random command lines, asked of answers, refusals and endings that are damaged: each of them is noticed.

use std::time::{Duration, Instant};

use bloomlab_cli::Cli;
use bloomlab_cli::commands::Response;
use bloomlab_cli::error::CommandError;
use clap::error::ErrorKind;

use super::property::{End, Written, end, refused, refused_by_parser, unpanicked, well_formed};
use super::{Found, HANGS, LIMIT};

fn parsed(line: &str) -> Result<Cli, clap::Error> {
    let words = ["bloomlab"].into_iter().chain(line.split(' '));
    bloomlab_cli::parsed(words)
}

fn error(line: &str) -> CommandError {
    parsed(line).unwrap().command.run().unwrap_err()
}

/// Of an answer: what to replace in its JSON, its table or its CSV, by what, and what is then found.
const JSON: [(&str, &str, &str); 8] = [
    ("{", "", "JSON: "),
    ("\"results\": [", "\"results\": [], \"others\": [", "no results"),
    ("\"decimal\": \"0.0009766", "\"decimal\": \"NaN", "decimal is no number"),
    ("\"lower\": \"0.00097", "\"lower\": \"none", "lower is no number"),
    ("\"upper\": \"0.00097", "\"upper\": \"0.00096", "bounds out of order"),
    ("\"lower\": \"0.00097", "\"lower\": \"0.00098", "bounds out of order"),
    ("\"value\": 0.0009766", "\"value\": 1.1", "rate is no probability"),
    ("\"value\": 0.0010247", "\"value\": -0.1", "classic_true_rate is no probability"),
];
const TABLE: [(&str, &str, &str); 2] = [(" 291 ", " NaN ", "no number in"), (" 291 ", " inf ", "no number in")];
const CSV: [(&str, &str, &str); 3] =
    [("\n291,", "\nNaN,", "no number in"), ("\n291,", "\n-inf,", "no number in"), ("\n291,", "\n291\n291,", "")];

#[test]
fn a_damaged_answer_is_noticed() {
    let Response::Answer(answer) = parsed("size --items 20 --target 0.001").unwrap().command.run().unwrap() else {
        panic!("no answer");
    };
    let good = Written::of(&answer).unwrap();
    assert_eq!(well_formed(&good), Ok(()));
    let replaced = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let damaged = JSON.map(|(from, to, why)| (Written { json: replaced(&good.json, from, to), ..good.clone() }, why));
    let damaged = damaged.into_iter();
    let tables = TABLE.map(|(from, to, why)| (Written { table: replaced(&good.table, from, to), ..good.clone() }, why));
    let csv = CSV.map(|(from, to, why)| (Written { csv: replaced(&good.csv, from, to), ..good.clone() }, why));
    for (mutant, why) in damaged.chain(tables).chain(csv) {
        let found = well_formed(&mutant).unwrap_err();
        assert!(found.contains(why), "{why}: {found}");
    }
    let one_line_less = Written { csv: good.csv.lines().next().unwrap().to_owned(), ..good };
    assert_eq!(well_formed(&one_line_less), Err("0 lines of CSV for 1 results".to_owned()));
}

#[test]
fn a_refusal_without_flag_value_or_domain_is_noticed() {
    let out_of_domain = error("size --items 20 --target 2");
    let text = out_of_domain.to_string();
    assert_eq!(refused(&out_of_domain, &text), Ok(End::Refused));
    for part in ["--target ", " 2", " is out of domain", ": needs"] {
        assert!(text.contains(part), "{part}: {text}");
        assert!(refused(&out_of_domain, &text.replacen(part, "", 1)).is_err(), "{text} without {part}");
    }
    let (before_domain, _) = text.split_once("needs ").unwrap();
    assert!(refused(&out_of_domain, &format!("{before_domain}needs ")).is_err());

    let incomplete = error("deletable --filter dlbf --bits 1024 --items 64 --hashes 4");
    let text = incomplete.to_string();
    assert_eq!(refused(&incomplete, &text), Ok(End::Refused));
    assert!(refused(&incomplete, &text.replace("--", "")).is_err(), "{text}");
    assert!(refused(&incomplete, &format!("{text} NaN")).is_err());
    let about_files = CommandError::Output(std::io::Error::other("closed"));
    assert!(refused(&about_files, &about_files.to_string()).is_err());

    let by_parser = parsed("fpr --bits x --items 4 --hashes 5").unwrap_err();
    assert_eq!(refused_by_parser(&by_parser), Ok(End::Refused));
    let of = |kind| clap::Error::raw(kind, "is wrong");
    assert!(refused_by_parser(&of(ErrorKind::ValueValidation)).is_err());
    assert!(refused_by_parser(&of(ErrorKind::InvalidValue)).is_err());
}

#[test]
fn a_panic_and_a_long_answer_are_noticed() {
    assert_eq!(unpanicked(|| Ok(End::Answered)), Ok(End::Answered));
    let panics = || if LIMIT.is_zero() { Ok(End::Answered) } else { panic!("on purpose") };
    assert_eq!(unpanicked(panics), Err("panic: on purpose".to_owned()));

    let arguments = ["fpr", "--bits", "32", "--items", "4", "--hashes", "5"].map(str::to_owned);
    let mut found = Found::default();
    found.note("in time".to_owned(), LIMIT, end(&arguments));
    assert_eq!((found.answered, found.wrong.len()), (1, 0));
    found.note("too late".to_owned(), LIMIT + Duration::from_millis(1), end(&arguments));
    found.note("wrong".to_owned(), Duration::ZERO, Err("why".to_owned()));
    assert_eq!(found.wrong, ["too late: it took 10.0s", "wrong: why"]);
}

#[test]
fn a_command_that_does_not_end_is_noticed() {
    let mut found = Found::default();
    let began = Instant::now();
    found.running[1] = Some((began, "endless".to_owned()));
    assert_eq!(found.hangs(began + HANGS * LIMIT), None);
    assert_eq!(found.hangs(began + HANGS * LIMIT + Duration::from_millis(1)), Some("endless"));
    found.running[1] = None;
    assert_eq!(found.hangs(began + 2 * HANGS * LIMIT), None);
}
