//! What is wrong with an answer.

use bloomlab::HashingScheme;
use bloomlab_libraries::Structure;
use serde_json::{Value, json};

use super::certified::{
    Distribution, is_smallest_walk, keeps, most_hashes, most_items, scheme, smallest, textbook, unit, walks,
};
use super::questions::Question;
use super::{ACCURACY, GROWTH};

/// Above this number of bits a double hardly distinguishes the rates of filters a bit apart.
const DISTINCT_BELOW: u64 = 1 << 36;
/// The hash functions that split blocks have when none are given.
const SPLIT_HASHES: u64 = 8;

pub fn close(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() <= ACCURACY * expected)
}

fn whole(found: &Value) -> Option<u64> {
    found.as_u64().or_else(|| found.as_f64().filter(|value| value.fract() == 0.0).map(|value| value as u64))
}

/// What is wrong with an answer.
pub fn faults(question: &Question, answer: &Value) -> Vec<String> {
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
            let (law, structure, is_exact) = Distribution::of_library(library, items, target);
            expect(answer["exact"] == is_exact, "whether the library's own distribution is computed");
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
            Distribution::of_scheme(scheme, bits, hashes)
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
        expect(
            close(&json!(rate), Distribution::of_scheme(sized, bits, hashes).rate(items)),
            "the rate of the smallest filter",
        );
        expect(bits >= DISTINCT_BELOW || is_smallest_walk(sized, items, target, (bits, hashes)), "the smallest filter");
        return faults;
    }
    let least = question.rate.and_then(|rate| smallest(sized, items, rate, fixed(sized)));
    match least {
        None => expect(answer["smallest"].is_null(), "a smallest filter"),
        Some((bits, hashes, rate)) => {
            let found = &answer["smallest"];
            expect(close(&found["bits"], bits as f64), "the smallest filter");
            if bits < DISTINCT_BELOW {
                let other = whole(&found["hashes"]).unwrap_or(hashes);
                expect(
                    other == hashes || close(&json!(rate), Distribution::of_scheme(sized, bits, other).rate(items)),
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
    let most_hashes = most_hashes(scheme);
    match (question.items, question.bits, question.rate, k) {
        (Some(_), Some(_), _, Some(_)) => true,
        (Some(_), Some(_), _, None) => {
            let rate = |hashes| Distribution::of_scheme(chooses, bits, hashes).rate(items);
            let best = rate(hashes);
            let near = if is_sliced {
                1..=most_hashes
            } else {
                hashes.saturating_sub(1).max(1)..=(hashes + 1).min(most_hashes)
            };
            near.into_iter().filter(|&other| other <= bits && admitted(other)).all(|other| rate(other) >= best)
        }
        (Some(_), None, Some(target), k) => smallest(chooses, items, target, k).is_some_and(|(least, k, rate)| {
            let as_low =
                k == hashes || close(&json!(rate), Distribution::of_scheme(chooses, least, hashes).rate(items));
            close(&json!(bits), least.next_multiple_of(unit) as f64) && (as_low || least >= DISTINCT_BELOW)
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
