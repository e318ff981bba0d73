//! The calculator in a real browser: every number it can show, against certified values.

mod bytes_and_bits;
mod certified;
mod questions;
mod shown;

use std::fs;
use std::process::Command;

use bloomlab::HashingScheme;
use bloomlab::libraries::Structure;
use serde_json::{Value, json};

use self::certified::{
    Law, MOST_HASHES, MOST_WALK_HASHES, is_smallest_walk, keeps, most_items, scheme, smallest, textbook, unit, walks,
};
use self::questions::{Question, questions, refused};
use crate::checks::workspace;
use crate::chromium::Tab;

/// The largest relative error of what the calculator computes.
const ACCURACY: f64 = 1e-11;
/// Per cent of the items planned that come in addition.
const GROWTH: [u64; 4] = [1, 5, 20, 100];
/// Above this number of bits a double hardly tells the rates of filters a bit apart.
const TOLD_APART: u64 = 1 << 36;
/// Milliseconds of a frame.
const FRAME: f64 = 16.0;
/// How many times as long an answer may take on a machine with other work.
const BUSY: f64 = 8.0;
/// The hash functions that split blocks have when none are given.
const SPLIT_HASHES: u64 = 8;

/// Opens the calculator of a workspace.
fn open(tab: &mut Tab, page: &std::path::Path) {
    tab.load("about:blank");
    tab.load(&format!("file://{}", page.display()));
}

/// The answers, each with the milliseconds it took and those of the longest part of its search; refusals with their message and field.
fn answers(tab: &mut Tab, questions: &[Question]) -> Vec<Value> {
    let asked: Vec<Value> = questions.iter().map(Question::json).collect();
    let script = format!(
        "{}.map((question) => {{
            const start = performance.now();
            try {{
                const {{ law, search, ...found }} = answer(question);
                let [milliseconds, part, last, least] = [performance.now() - start, 0, performance.now(), null];
                for (let step = {{}}; search && !step.done; last = performance.now()) {{
                    step = search.next();
                    least = step.value ?? null;
                    part = Math.max(part, performance.now() - last);
                }}
                return {{ ...found, smallest: least, milliseconds, part }};
            }} catch (error) {{
                if (error instanceof Refusal) return {{ refused: error.message, field: error.field }};
                throw error;
            }}
        }})",
        json!(asked)
    );
    serde_json::from_value(tab.evaluate(&script)).unwrap()
}

fn close(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() <= ACCURACY * expected)
}

fn whole(found: &Value) -> Option<u64> {
    found.as_u64().or_else(|| found.as_f64().filter(|value| value.fract() == 0.0).map(|value| value as u64))
}

/// What is wrong with an answer.
fn faults(question: &Question, answer: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut expect = |right: bool, what: &str| {
        if !right {
            faults.push(format!("{what}: {question:?} → {answer}"));
        }
    };
    if let Some(message) = answer["refused"].as_str() {
        expect(false, message);
        return faults;
    }
    let (Some(items), Some(bits)) = (whole(&answer["items"]), whole(&answer["bits"])) else {
        expect(false, "no sizes");
        return faults;
    };
    let hashes = whole(&answer["hashes"]);
    let law = match (question.library, hashes) {
        (Some(library), _) => {
            let target = question.rate.unwrap();
            let (law, structure) = Law::of_library(library, items, target);
            let stages = matches!(structure, Structure::Growing(_));
            expect(Some(items) == question.items, "items");
            expect(bits == structure.bits() && (stages || hashes == structure.hashes()), "what the library builds");
            law
        }
        (None, Some(hashes)) => {
            let scheme = scheme(question.scheme);
            for (name, given, found) in
                [("items", question.items, items), ("bits", question.bits, bits), ("hashes", question.hashes, hashes)]
            {
                expect(given.is_none_or(|given| given == found), name);
            }
            expect(is_best(question, scheme, (items, bits, hashes)), "not the best filter");
            Law::of_scheme(scheme, bits, hashes)
        }
        (None, None) => {
            expect(false, "no hash functions");
            return faults;
        }
    };
    expect(close(&answer["rate"], law.rate(items)), "rate");
    match hashes {
        Some(hashes) => expect(close(&answer["textbook"], textbook(bits, items, hashes)), "textbook"),
        None => expect(answer["textbook"].is_null(), "textbook"),
    }
    for (index, percent) in GROWTH.into_iter().enumerate() {
        let (row, grown) = (&answer["growth"][index], (items * (100 + percent)).div_ceil(100));
        expect(row["percent"] == percent && whole(&row["items"]) == Some(grown), "items to come");
        expect(close(&row["rate"], law.rate(grown)), "rate with more items");
    }
    let sized = if question.library.is_some() { HashingScheme::Independent } else { scheme(question.scheme) };
    if let Some(target) = question.rate.filter(|_| walks(sized)) {
        let found = &answer["smallest"];
        let filter = (whole(&found["bits"]), whole(&found["hashes"]), found["rate"].as_f64());
        let (Some(bits), Some(hashes), Some(rate)) = filter else {
            expect(false, "no smallest filter");
            return faults;
        };
        expect(close(&json!(rate), Law::of_scheme(sized, bits, hashes).rate(items)), "the rate of the smallest filter");
        expect(bits >= TOLD_APART || is_smallest_walk(sized, items, target, (bits, hashes)), "the smallest filter");
        return faults;
    }
    let least = question.rate.and_then(|rate| smallest(sized, items, rate, fixed(sized)));
    match least {
        None => expect(answer["smallest"].is_null(), "a smallest filter"),
        Some((bits, hashes, rate)) => {
            let found = &answer["smallest"];
            expect(close(&found["bits"], bits as f64), "the smallest filter");
            if bits < TOLD_APART {
                let other = whole(&found["hashes"]).unwrap_or(hashes);
                expect(
                    other == hashes || close(&json!(rate), Law::of_scheme(sized, bits, other).rate(items)),
                    "its hash functions",
                );
                expect(close(&found["rate"], rate), "its rate");
            }
        }
    }
    faults
}

fn fixed(scheme: HashingScheme) -> Option<u64> {
    matches!(scheme, HashingScheme::SplitBlock(_)).then_some(SPLIT_HASHES)
}

/// Whether what was not given is what it should be.
fn is_best(question: &Question, scheme: HashingScheme, (items, bits, hashes): (u64, u64, u64)) -> bool {
    let is_sliced = scheme == HashingScheme::KmPartition && question.bits.is_some();
    let chooses = if walks(scheme) && !is_sliced { HashingScheme::Independent } else { scheme };
    let admitted = |k: u64| !is_sliced || bits.is_multiple_of(k);
    let k = question.hashes.or(fixed(scheme));
    let unit = unit(scheme, hashes);
    let most_hashes = if walks(scheme) { MOST_WALK_HASHES } else { MOST_HASHES };
    match (question.items, question.bits, question.rate, k) {
        (Some(_), Some(_), _, Some(_)) => true,
        (Some(_), Some(_), _, None) => {
            let rate = |hashes| Law::of_scheme(chooses, bits, hashes).rate(items);
            let best = rate(hashes);
            let near = if is_sliced {
                1..=most_hashes
            } else {
                hashes.saturating_sub(1).max(1)..=(hashes + 1).min(most_hashes)
            };
            near.into_iter().filter(|&other| other <= bits && admitted(other)).all(|other| rate(other) >= best)
        }
        (Some(_), None, Some(target), k) => smallest(chooses, items, target, k).is_some_and(|(least, k, rate)| {
            let as_low = k == hashes || close(&json!(rate), Law::of_scheme(chooses, least, hashes).rate(items));
            close(&json!(bits), least.next_multiple_of(unit) as f64) && (as_low || least >= TOLD_APART)
        }),
        (Some(_), None, None, _) => {
            let optimum = (hashes as f64 * items as f64 / std::f64::consts::LN_2).max(unit as f64);
            close(&json!(bits), (optimum / unit as f64).ceil() * unit as f64)
        }
        (None, _, Some(target), Some(k)) => {
            keeps(scheme, bits, items, k, target) && !keeps(scheme, bits, items + 1, k, target)
        }
        (None, _, Some(target), None) => {
            // the hash functions are those that let the filter, or its independent kin, take most items
            let most = if walks(scheme) { most_items(chooses, bits, hashes, target) } else { items };
            let more = |k| keeps(chooses, bits, most + 1, k, target);
            let is_last = keeps(scheme, bits, items, hashes, target) && !keeps(scheme, bits, items + 1, hashes, target);
            is_last && !(1..=most_hashes.min(bits)).filter(|&k| admitted(k)).any(more)
        }
        (None, _, None, _) => items == (bits as f64 * std::f64::consts::LN_2 / hashes as f64) as u64,
    }
}

#[test]
fn every_number_is_certified() {
    let questions = questions();
    assert!(questions.len() >= 2000, "{}", questions.len());
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let answers = answers(&mut tab, &questions);
    let found: Vec<String> = questions.iter().zip(&answers).flat_map(|(asked, answer)| faults(asked, answer)).collect();
    assert!(found.is_empty(), "{} faults, of which {:#?}", found.len(), &found[..found.len().min(12)]);
    for (what, name) in [("answers", "milliseconds"), ("parts of searches", "part")] {
        let mut times: Vec<f64> = answers.iter().filter_map(|answer| answer[name].as_f64()).collect();
        times.sort_by(f64::total_cmp);
        let [median, most, longest] = [0.5, 0.95, 1.0].map(|share| times[((times.len() - 1) as f64 * share) as usize]);
        println!("{} {what}: median {median:.1} ms, 95 % within {most:.1} ms, all within {longest:.1} ms", times.len());
        assert!(median <= FRAME && most <= BUSY * FRAME, "{what}: median {median} ms, 95 % within {most} ms");
    }
}

/// What took up to thirteen seconds once: many divisors under ten hash functions, low rates in blocks. The least of some times
/// tells how long an answer takes in a browser that has compiled the page and does nothing else.
#[test]
fn the_dearest_questions_are_answered_in_a_frame() {
    let asked = questions::dearest();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let mut least = vec![f64::INFINITY; asked.len()];
    for _ in 0..4 {
        tab.evaluate("laws.clear()");
        for (least, answer) in least.iter_mut().zip(answers(&mut tab, &asked)) {
            *least = least.min(answer["milliseconds"].as_f64().unwrap().max(answer["part"].as_f64().unwrap()));
        }
    }
    let slow = |(asked, least): (&Question, &f64)| (*least > BUSY * FRAME).then(|| format!("{asked:?}: {least} ms"));
    let found: Vec<String> = asked.iter().zip(&least).filter_map(slow).collect();
    least.sort_by(f64::total_cmp);
    let (median, longest) = (least[least.len() / 2], least[least.len() - 1]);
    println!("{} dearest answers: median {median:.1} ms, all within {longest:.1} ms", least.len());
    assert!(median <= FRAME && found.is_empty(), "median {median} ms; {found:#?}");
}

#[test]
fn what_is_out_of_domain_is_refused_by_name() {
    let (asked, expected): (Vec<_>, Vec<_>) =
        refused().into_iter().map(|(asked, field, words)| (asked, (field, words))).unzip();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    for ((asked, answer), (field, words)) in asked.iter().zip(answers(&mut tab, &asked)).zip(expected) {
        let message = answer["refused"].as_str().unwrap_or_default();
        assert!(answer["field"] == field && message.contains(words), "{asked:?}: {answer}, not {field}: {words}");
        for command in commands(message) {
            assert!(gives_a_rate(&command), "{asked:?}: {command:?}");
        }
    }
}

/// The commands that a message names, by their arguments.
fn commands(message: &str) -> Vec<Vec<String>> {
    let arguments =
        |part: &str| part.split_whitespace().take_while(|word| *word != "answers").map(str::to_owned).collect();
    message.split("bloomlab ").skip(1).map(arguments).collect()
}

/// Whether the command answers with a rate.
fn gives_a_rate(arguments: &[String]) -> bool {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bloomlab")).args(arguments).args(["--format", "json"]).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let first = &answer["results"][0];
    output.status.success() && [&first["rate"], &first["like"]["rate"]].iter().any(|rate| rate["value"].is_number())
}

/// Whatever is refused: every command that a message names answers the question.
#[test]
fn commands_that_are_named_answer() {
    let asked = questions::out_of_reach();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let mut named = 0;
    for (asked, answer) in asked.iter().zip(answers(&mut tab, &asked)) {
        let message = answer["refused"].as_str().unwrap_or_default();
        for command in commands(message) {
            named += 1;
            assert!(gives_a_rate(&command), "{asked:?}: {command:?}");
        }
    }
    assert!(named >= 20 && named <= asked.len(), "{named} of {}", asked.len());
}

/// What is done to a good page: each of these must make some number wrong.
const MUTANTS: [(&str, &str); 19] = [
    ("exactly(admitted[at + step])) > top", "exactly(admitted[at + step])) < top"),
    ("k), p)) - 1, MOST_ITEMS)", "k), p)), MOST_ITEMS)"),
    ("left + BigInt(i) * above", "left + BigInt(i + 1) * above"),
    ("(t % 2 ? -count : count) * (choose(d)", "count * (choose(d)"),
    ("if (left & 1n) power", "if (left & 3n) power"),
    ("if (p === 2048n ||", "if (p === 256n ||"),
    ("(bins - 1n) ** BigInt(t)", "(bins - 2n) ** BigInt(t)"),
    ("(bins - BigInt(t)) ** BigInt(k)", "(bins - BigInt(t + t)) ** BigInt(k)"),
    ("k * n * Math.log1p(-1 / m)", "-k * n / m"),
    ("(i < m % k ? 1 : 0)", "0"),
    ("d && 2 * d < m ? 2 : 1", "d && 2 * d < m ? 1 : 1"),
    ("expm1(n * log)", "expm1(2 * n * log)"),
    ("alone -= coprime(order)", "alone -= 0"),
    ("+ 99n) / 100n", ") / 100n"),
    ("=> rate(rough(count)))", "=> 1.1 * rate(rough(count)))"),
    ("5 * h % 64", "3 * h % 64"),
    ("someHit(516n", "someHit(512n"),
    ("p, 0.8515625)", "p, 0.4)"),
    ("Math.floor(values / bits) + 1, values", "Math.floor(values / bits), values"),
];

#[test]
fn a_wrong_coefficient_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("calculator.html");
    let good = fs::read_to_string(workspace().join("figures/calculator.html")).unwrap();
    // a ninth of all, and the rates of the largest filters, which take the most precision
    let is_asked = |(index, asked): &(usize, Question)| {
        index % 9 == 0 && asked.hashes.is_none_or(|k| k < 9) || asked.bits == Some(1 << 53)
    };
    let asked: Vec<Question> = questions().into_iter().enumerate().filter(is_asked).map(|(_, asked)| asked).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let right = answers(&mut tab, &asked);
    let differs = |answer: &Value, right: &Value| {
        ["rate", "textbook", "growth", "smallest", "items", "bits", "hashes", "refused"]
            .iter()
            .any(|part| answer[part] != right[part])
    };
    for (from, to) in MUTANTS {
        assert_eq!(good.matches(from).count().min(1), 1, "{from}");
        fs::write(&page, good.replacen(from, to, 1)).unwrap();
        open(&mut tab, &page);
        let mut changed = asked.iter().zip(answers(&mut tab, &asked)).zip(&right);
        let noticed =
            changed.any(|((asked, answer), right)| differs(&answer, right) && !faults(asked, &answer).is_empty());
        assert!(noticed, "{from} → {to}");
    }
}
