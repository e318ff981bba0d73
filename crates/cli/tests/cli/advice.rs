//! Every refusal says what to try, and what it says serves.

use serde_json::Value;

use crate::run::bloomlab;

/// Commands that are refused, or have a row that is.
const REFUSED: [&str; 22] = [
    "fpr --bits 2^30 --items 2^26 --hashes 7 --arithmetic rational --formula exact",
    "fpr --bits 2^20 --items 2^10 --hashes 100000 --formula exact",
    "fpr --bits 128 --items 10 --hashes 6 --formula christensen-closed --arithmetic enclosure:20",
    "size --items 100 --target 1e-9 --scheme enhanced --power-of-two",
    "occupancy --balls 2^40 --bins 2^40 --digits 9000",
    "crosscheck --bits 128 --items 10 --hashes 6 --seconds 1e-300",
    "crosscheck recycling --bits 200 --hashes 4 --sigma 100 --seconds 1e-6",
    "crosscheck deletable --filter dfp --bits 512 --items 8 --hashes 4 --seconds 1e-6",
    "recycling rate --bits 2^62 --hashes 1000 --sigma 2^61",
    "recycling rate --bits 2^40 --hashes 5 --sigma 2^39 --arithmetic mpfr:100",
    "recycling rate --bits 2^40 --hashes 200 --sigma 2^30",
    "recycling rate --bits 1000 --hashes 5 --sigma 590 --arithmetic enclosure:3",
    "recycling plan --bits 2^17 --target 1e-90",
    "recycling forgetting --bits 650670634666 --hashes 2 --sigma 2 --distance 8172881",
    "recycling forgetting --bits 2^17 --hashes 3 --sigma 2^15 --distance 5 --arithmetic rational",
    "recycling forgetting --bits 2^40 --hashes 3 --sigma 2^39 --distance 5",
    "recycling forgetting --bits 1000 --hashes 5 --sigma 590 --distance 50 --arithmetic enclosure:3",
    "deletable --filter qbf --bits 2^16 --items 3 --hashes 5 --arithmetic f64-naive",
    "deletable --filter tbf --bits 2^46 --items 2^9 --hashes 17 --arithmetic mpfr:256",
    "deletable --filter dlbf --region-bits 1024 --bits 2^30 --items 2^10 --hashes 16",
    "deletable --filter dlbf --region-bits 8 --bits 2^20 --items 2^14 --hashes 9 --deleted 2^14",
    "deletable --filter qbf --bits 2^18 --items 2^10 --hashes 28 --deleted 2^10 --arithmetic certified",
];

/// What a command says of its first row that is refused, or of itself.
struct Refusal {
    row: Option<usize>,
    advice: String,
}

/// The first refusal, `None` where there is none.
fn refusal(command: &str, row: Option<usize>) -> Option<Refusal> {
    let output = bloomlab(&format!("{command} --format json"));
    let advice = |text: &str| text.split_once("; try ").map(|(_, advice)| advice.trim_end().to_owned());
    let Ok(answer) = serde_json::from_slice::<Value>(&output.stdout) else {
        let complained = String::from_utf8(output.stderr).unwrap();
        let advice = advice(&complained).unwrap_or_else(|| panic!("{command} gives no advice: {complained}"));
        return Some(Refusal { row: None, advice });
    };
    let rows = answer["results"].as_array().unwrap().iter().enumerate();
    let mut asked = rows.filter(|(i, _)| row.is_none_or(|row| row == *i));
    asked.find_map(|(i, row)| Some(Refusal { row: Some(i), advice: advice(row["failed"].as_str()?)? }))
}

/// The command with one flag set.
fn with(command: &str, flag: &str, value: &str) -> String {
    let mut words: Vec<_> = command.split(' ').collect();
    match words.iter().position(|word| *word == flag) {
        Some(at) => words[at + 1] = value,
        None => words.extend([flag, value]),
    }
    words.join(" ")
}

fn value_of<'a>(command: &'a str, flag: &str) -> &'a str {
    let mut words = command.split(' ').skip_while(|word| *word != flag);
    words.nth(1).unwrap_or_else(|| panic!("{command} has no {flag}"))
}

/// A number of the command line: 12, or 2^12.
fn size(text: &str) -> u64 {
    match text.split_once('^') {
        Some((base, exponent)) => base.parse::<u64>().unwrap().pow(exponent.parse().unwrap()),
        None => text.parse().unwrap(),
    }
}

/// The command after its advice, and whether the advice names a value, which must serve at once.
fn following(command: &str, advice: &str) -> (String, bool) {
    let words: Vec<_> = advice.split(' ').collect();
    match words[..] {
        ["a", "smaller", flag, ..] => {
            let smaller = (size(value_of(command, flag)) >> 12).max(1);
            (with(command, flag, &smaller.to_string()), false)
        }
        // the fourth root of a decimal 1e-N, at most 0.1
        ["a", "larger", flag, ..] => {
            let exponent: u64 = value_of(command, flag).trim_start_matches("1e-").parse().unwrap();
            (with(command, flag, &format!("1e-{}", (exponent / 4).max(1))), false)
        }
        [flag, value] => (with(command, flag, value), true),
        _ => panic!("{command}: {advice}"),
    }
}

#[test]
fn the_advice_of_every_refusal_serves() {
    for refused in REFUSED {
        let first = refusal(refused, None).unwrap_or_else(|| panic!("{refused} is not refused"));
        let (row, mut advice, mut command) = (first.row, first.advice, refused.to_owned());
        for step in 1.. {
            let (next, must_serve) = following(&command, &advice);
            let Some(again) = refusal(&next, row) else { break };
            assert!(!must_serve && step < 5, "{refused}: {next} is refused again: {}", again.advice);
            (command, advice) = (next, again.advice);
        }
    }
}
