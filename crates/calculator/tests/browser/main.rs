//! The calculator in a real browser: every number it can show, against certified values.

mod audited;
mod bytes_and_bits;
mod certified;
#[path = "../../../gallery/tests/browser/chromium.rs"]
mod chromium;
mod copied;
mod engines;
mod faults;
#[path = "../../../gallery/tests/browser/opened.rs"]
mod opened;
mod questions;
mod shown;
mod typed;

use std::fs;

use serde_json::{Value, json};

use chromium::Tab;
use faults::faults;
use opened::workspace;
use questions::{Question, questions, refused};

/// The largest relative error of what the calculator computes.
const ACCURACY: f64 = 1e-11;
/// Per cent of the items planned that come in addition.
const GROWTH: [u64; 4] = [1, 5, 20, 100];
/// Milliseconds of a frame.
const FRAME: f64 = 16.0;
/// How many times as long an answer may take on a machine with other work.
const BUSY: f64 = 8.0;

/// Opens the calculator of a workspace.
fn open(tab: &mut Tab, page: &std::path::Path) {
    tab.load("about:blank");
    tab.load(&format!("file://{}", page.display()));
}

/// The answers, each with the milliseconds it took and those of the longest part of its search; refusals with their message and field.
fn answers(tab: &mut Tab, questions: &[Question]) -> Vec<Value> {
    // a part at a time: the browser answers each within the time that a slow machine is given
    questions.chunks(200).flat_map(|part| answers_at_once(tab, part)).collect()
}

fn answers_at_once(tab: &mut Tab, questions: &[Question]) -> Vec<Value> {
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
/// shows how long an answer takes in a browser that has compiled the page and does nothing else.
#[test]
fn the_most_expensive_questions_are_answered_in_a_frame() {
    let asked = questions::most_expensive();
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
    println!("{} expensive answers: median {median:.1} ms, all within {longest:.1} ms", least.len());
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
    }
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
        if let Some((_, arguments)) = message.split_once("bloomlab ") {
            named += 1;
            assert!(copied::rate_of_command(arguments).is_some(), "{asked:?}: {arguments}");
        }
    }
    assert!(named >= 10 && named <= asked.len(), "{named} of {}", asked.len());
}

/// What is done to a good page: each of these must make some number wrong.
const MUTANTS: [(&str, &str); 22] = [
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
    ("(w + 1) / 2 :", "(w + 2) / 2 :"),
    ("known.exact && built.exact", "built.exact"),
    ("<= MOST_KINDS", "<= 0"),
];

#[test]
fn a_wrong_coefficient_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("calculator.html");
    let good = fs::read_to_string(workspace().join("figures/calculator.html")).unwrap();
    // a ninth of all, the rates of the largest filters, which take the most precision, the only limit of large filters, and many hash functions
    let is_asked = |(index, asked): &(usize, Question)| {
        let is_rare = asked.bits == Some(1 << 53)
            || asked.library == Some("bloom")
            || asked.scheme == "double" && asked.hashes > Some(10);
        index % 9 == 0 && asked.hashes.is_none_or(|k| k < 9) || is_rare
    };
    let asked: Vec<Question> = questions().into_iter().enumerate().filter(is_asked).map(|(_, asked)| asked).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let right = answers(&mut tab, &asked);
    let differs = |answer: &Value, right: &Value| {
        ["rate", "textbook", "growth", "smallest", "items", "bits", "hashes", "refused", "exact"]
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
