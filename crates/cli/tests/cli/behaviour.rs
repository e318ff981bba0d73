//! Behaviour that golden files cannot hold: help, completions, pipes, full disks, long arguments.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::run::stdout;

/// The table as transcribed sums to 2.504 here.
#[test]
fn a_value_above_1_is_no_rate() {
    let text = stdout("crosscheck -m 8 -n 65 -k 16 --seconds 0.3 --format csv");
    let certified = text.lines().find(|line| line.starts_with("christensen-table,certified")).unwrap();
    assert!(certified.ends_with("not a probability: it gives 2.504"), "{certified}");
}

/// Every subcommand that answers a question, with those below it.
fn subcommands(above: &str) -> Vec<String> {
    let help = stdout(format!("{above} --help").trim_start());
    let listed = help.split_once("\nCommands:\n").map_or("", |(_, after)| after);
    let names = listed.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split(' ').next()).filter(|name| !["", "help"].contains(name));
    let below = names.flat_map(|name| subcommands(format!("{above} {name}").trim_start()));
    let own = help.contains("\nExample").then(|| above.to_owned());
    own.into_iter().chain(below).collect()
}

#[test]
fn every_help_is_wrapped_and_its_examples_work() {
    let commands = subcommands("");
    for expected in ["fpr", "crosscheck", "crosscheck deletable", "recycling plan", "completions"] {
        assert!(commands.iter().any(|command| command == expected), "{expected} has no example: {commands:?}");
    }
    for command in commands {
        let help = stdout(&format!("{command} --help"));
        let examples: Vec<_> = help.lines().filter_map(|line| line.strip_prefix("  bloomlab ")).collect();
        assert!(!examples.is_empty() && examples.iter().all(|example| example.starts_with(&command)), "{help}");
        for line in help.lines().chain(stdout(&format!("{command} -h")).lines()) {
            let is_usage = line.starts_with("Usage: ") || line.starts_with("       ");
            assert!(line.chars().count() <= 100 || is_usage, "{command}: {line}");
        }
        for example in examples {
            let without_redirection = example.split(" > ").next().unwrap();
            assert!(!stdout(without_redirection).is_empty(), "{example}");
        }
    }
    assert!(stdout("--version").starts_with("bloomlab "));
}

#[test]
fn completions_are_those_of_the_shell() {
    for (shell, text) in [("bash", "complete -F"), ("zsh", "#compdef bloomlab"), ("fish", "complete -c bloomlab")] {
        assert!(stdout(&format!("completions {shell}")).contains(text), "{shell}");
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bloomlab"))
        .args(["fpr", "-m", "2^50", "-n", "1", "-k", "40", "-d", "10000", "-o", "json", "-f", "all", "-f", "all"])
        .args(["-a", "certified"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in ["size -n 5 -p 0.1", "help", "help fpr", "--version", "completions bash"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bloomlab"));
        let output = command.args(arguments.split(' ')).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("error: the answer could not be written to stdout"), "{arguments}: {error}");
    }
}

#[test]
fn an_error_repeats_the_beginning_of_an_argument() {
    let long = "9".repeat(100_000);
    for arguments in [vec!["fpr", "-m", &long, "-n", "1", "-k", "1"], vec!["size", "-n", "5", "-p", &long]] {
        let output = Command::new(env!("CARGO_BIN_EXE_bloomlab")).args(&arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(error.len() < 500 && error.contains("9… (100000 characters)"), "{error}");
    }
}
