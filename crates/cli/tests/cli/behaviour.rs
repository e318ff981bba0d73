//! Exit statuses, error texts, help, pipes.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::run::{failure, stdout};

#[test]
fn bad_arguments_end_with_status_2_and_name_flag_value_and_domain() {
    let cases = [
        ("fpr -m 0 -n 1 -k 1", "error: --bits 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1"),
        ("fpr -m 8 -n 1 -k 0", "error: --hashes 0 is out of domain: needs 1 ≤ hashes ≤ 2^63 − 1"),
        (
            "fpr -m 8 -n 1 -k 9 --without-replacement",
            "error: --hashes 9 is out of domain: needs 1 ≤ hashes ≤ bits = 8 without replacement",
        ),
        (
            "fpr -m 8 --bits-set 8 -k 9 --without-replacement",
            "error: --hashes 9 is out of domain: needs 1 ≤ hashes ≤ bits = 8 without replacement",
        ),
        ("fpr -m 8 --bits-set 9 -k 1", "error: --bits-set 9 is out of domain: needs 0 ≤ bits-set ≤ bits = 8"),
        (
            "fpr -m 8 -n 2^62 -k 2",
            "error: --items 4611686018427387904 is out of domain: needs hashes · items ≤ 2^63 − 1 with hashes = 2",
        ),
        ("fpr -m 2^63 -n 1 -k 1", "error: invalid value '2^63' for '--bits <M>': needs at most 2^63 − 1"),
        (
            "fpr -m -1 -n 1 -k 1",
            "error: invalid value '-1' for '--bits <M>': needs a whole number from 0 to 2^63 − 1, such as 1024, 2^20",
        ),
        ("recycling plan -m 100 -p 1e-400", "error: --target 1e-400 is out of domain: needs 0 < target < 1 in double"),
        ("recycling rate -m 9 -k 1 -s 1 --phases 3", "error: invalid value '3' for '--phases <1|2>': needs 1 or 2"),
        ("size -n 5 -p 1e-10001", "error: --target 1e-10001 is out of domain: needs "),
        ("fpr -m 1.5 -n 1 -k 1", "needs a whole number from 0 to 2^63 − 1, such as 1024, 2^20, 1e6, 16Ki or 1M"),
        ("fpr -m 8 -n 1 -k 1 -a mpfr:1", "BITS is out of range: needs 2 ≤ BITS ≤ 1048576"),
        ("fpr -m 8 -n 1 -k 1 -f nonsense", "possible values: exact, classic, "),
        ("fpr -m 8 -n 1 -k 1 -f exact --block-bits 8", "error: --block-bits needs --scheme"),
        ("fpr -m 8 -n 1 -k 1 -d 0", "invalid value '0' for '--digits <D>': needs 1 ≤ digits ≤ 10000"),
        ("fpr -m 8 -n 1 --bits-set 1 -k 1", "cannot be used with"),
        ("fpr -m 8 -k 1", "<--items <N>|--bits-set <B>>"),
        ("fpr -m 7 -n 31 -k 1024 -f bloom-1970 -a enclosure:1000", "error: --hashes 1024 is out of domain: needs "),
        ("fpr -m 8 -n 1 -k 1 --hash-bits 0", "error: --hash-bits 0 is out of domain: needs 1 ≤ hash-bits ≤ 256"),
        ("occupancy -N 5 -M 0", "error: --bins 0 is out of domain: needs 1 ≤ bins ≤ 2^63 − 1"),
        ("size -n 5 -p 0", "error: --target 0 is out of domain: needs 2^-256 ≤ target < 1"),
        ("size -n 5 -p 1", "error: --target 1 is out of domain: needs 2^-256 ≤ target < 1"),
        ("size -n 5 -p -0.5", "error: --target -0.5 is out of domain: needs 2^-256 ≤ target < 1"),
        ("size -n 5 -p NaN", "error: --target NaN is out of domain: needs 2^-256 ≤ target < 1"),
        ("size -n 5 -p x", "error: --target x is out of domain: needs a decimal such as 0.01 or 1e-6, or 2^-N"),
        ("size -n 5 -p 0.1 --block-bits 8", "--scheme <SCHEME>"),
        ("size -n 5..4 -p 0.1", "items = 5 is out of domain: needs at most 4, the upper end of the range"),
        ("size -n 1..2..3 -p 0.1", "\"2..3\" needs a whole number"),
        (
            "size -n 4..5 -p 0.1 --growth 3",
            "error: --growth does not go with --items 4..5: needs --items as one number",
        ),
        ("capacity -m 8 -p 1", "error: --target 1 is out of domain: needs a decimal"),
        ("recycling rate -m 9 -k 1 -s 1 --keeping", "error: --keeping does not go with --phases 1: needs --phases 2"),
        ("test --static 0 --queries 9", "error: --static 0 is out of domain: needs 1 ≤"),
        (
            "size -n 2^62 -p 1e-9",
            "error: --items 4611686018427387904 is out of domain: needs bits ≤ 2^63 − 1 to keep the target",
        ),
        ("crosscheck -m 8 -n 1", "--hashes <K>"),
        ("crosscheck -m 8 -n 1 -k 0", "error: --hashes 0 is out of domain: needs 1 ≤ hashes ≤ 2^63 − 1"),
        ("crosscheck -m 8 -n 1 -k 1 --seconds 0", "needs a number of seconds above 0, at most 86400"),
        ("crosscheck -m 8 recycling -m 8 -k 1 -s 1", "cannot be used with"),
        ("crosscheck deletable --filter dlbf -m 64 -n 3 -k 2", "error: --filter dlbf needs --region-bits"),
        ("completions tcsh", "possible values: bash, elvish, fish, powershell, zsh"),
        ("nonsense", "unrecognized subcommand"),
        ("", "Usage: bloomlab"),
    ];
    for (arguments, text) in cases {
        let (status, out, error) = failure(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments}: {error}");
        assert!(error.contains(text), "{arguments}: {error}");
    }
}

/// The table as transcribed sums to 2.504 here.
#[test]
fn a_value_above_1_is_no_rate() {
    let text = stdout("crosscheck -m 8 -n 65 -k 16 --seconds 0.3 --format csv");
    let certified = text.lines().find(|line| line.starts_with("christensen-table,certified")).unwrap();
    assert!(certified.ends_with("not a probability: it gives 2.504"), "{certified}");
}

#[test]
fn failures_end_with_status_1_and_brackets_show_lost_digits() {
    let (status, out, error) = failure("fpr -m 171 -n 20 -k 3 -f christensen-closed");
    assert_eq!(status, 1);
    assert!(out.contains("failed: overflow") && error.starts_with("error: fpr: "), "{out}{error}");
    let table = stdout("fpr -m 8 -n 3 -k 2 -f exact -a enclosure:8 -d 3");
    assert!(table.contains("[0.312, 0.321]") && table.contains("[-0.0"), "{table}");
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
