//! Some five hundred questions, each answered by the page and by the library.

use serde_json::{Value, json};

use crate::chromium::Tab;
use crate::{Page, known, opened};

/// The largest relative error of a rate.
const ACCURACY: f64 = 1e-9;

/// The answers of the page; `null` if it refuses.
fn answers(tab: &mut Tab, questions: &[Value]) -> Vec<Value> {
    let script = |part: &[Value]| {
        format!(
            "{}.map((asked) => {{
                const none = {{ items: null, bits: null, each: null, hashes: null, rate: null, scheme: 'independent', library: '' }};
                try {{
                    const {{ law, standIn, known, ...found }} = answer({{ ...none, ...asked }});
                    return found;
                }} catch (error) {{
                    if (error instanceof Refusal) return null;
                    throw error;
                }}
            }})",
            json!(part)
        )
    };
    questions.chunks(50).flat_map(|part| tab.evaluate(&script(part)).as_array().unwrap().clone()).collect()
}

/// The page's answer to each of the questions that are asked.
fn answered<T>(asked: Vec<T>, question: impl Fn(&T) -> Value) -> impl Iterator<Item = (T, Value)> {
    let questions: Vec<Value> = asked.iter().map(question).collect();
    let answers = answers(&mut opened(&Page::make(), ""), &questions);
    asked.into_iter().zip(answers)
}

fn close(found: &Value, right: f64) -> bool {
    found.as_f64().is_some_and(|found| (found / right - 1.0).abs() < ACCURACY)
}

#[test]
fn rates_are_those_of_the_library() {
    let mut asked = Vec::new();
    for bits in [2_u64, 7, 32, 100, 1024, 5040, 65_536, 1_000_003, 8_388_608] {
        for hashes in [1, 2, 3, 7, 10, 22] {
            for share in [2, 10, 40] {
                let items = (bits / share).max(1);
                asked.push(("independent", bits, hashes, items));
                if hashes <= 10 {
                    asked.push(("double", bits, hashes, items));
                }
            }
        }
    }
    assert!(asked.len() > 280, "{}", asked.len());
    let question = |&(scheme, bits, hashes, items): &(&str, u64, u64, u64)| json!({ "scheme": scheme, "bits": bits, "hashes": hashes, "items": items });
    for ((scheme, bits, hashes, items), answer) in answered(asked, question) {
        let right = known::rate(scheme, bits, hashes, items);
        assert!(close(&answer["rate"], right), "{scheme} {bits} {hashes} {items}: {answer}, not {right}");
        let more = answer["growth"][2].as_array().unwrap();
        let (items, rate) = (more[1].as_u64().unwrap(), &more[2]);
        assert!(close(rate, known::rate(scheme, bits, hashes, items)), "{scheme} {bits} {hashes} {items}: {rate}");
    }
}

#[test]
fn sizes_are_the_smallest() {
    let mut asked = Vec::new();
    for items in [1_u64, 5, 20, 100, 1000, 123_456, 10_000_000] {
        for target in [0.3, 0.1, 0.01, 1e-3, 1e-4, 1e-6, 1e-9] {
            asked.push(("independent", items, target));
        }
    }
    for (items, target) in [(10, 0.1), (20, 1e-3), (100, 0.01), (1000, 1e-3), (50_000, 0.01), (1_000_000, 0.03)] {
        asked.push(("double", items, target));
    }
    let question =
        |&(scheme, items, rate): &(&str, u64, f64)| json!({ "scheme": scheme, "items": items, "rate": rate });
    for ((scheme, items, target), answer) in answered(asked, question) {
        let (bits, hashes) = (answer["bits"].as_u64().unwrap(), answer["hashes"].as_u64().unwrap());
        let right = known::smallest(scheme, items, target);
        let what = format!("{scheme} {items} {target}: {answer}, not {right:?}");
        match scheme {
            "independent" => assert_eq!((bits, hashes), right, "{what}"),
            // of prime numbers
            _ => assert!(bits >= right.0 && bits as f64 <= 1.02 * right.0 as f64 + 10.0, "{what}"),
        }
        let rate = known::rate(scheme, bits, hashes, items);
        assert!(rate <= target && close(&answer["rate"], rate), "{what}");
    }
}

#[test]
fn one_item_more_is_too_many() {
    let mut asked = Vec::new();
    for bits in [64_u64, 1000, 8192, 1_000_000, 8_388_608] {
        for target in [0.2, 0.01, 1e-4, 1e-6] {
            asked.push(("independent", bits, target));
            if target > 1e-3 && bits > 64 {
                asked.push(("double", bits, target));
            }
        }
    }
    let question = |&(scheme, bits, rate): &(&str, u64, f64)| json!({ "scheme": scheme, "bits": bits, "rate": rate });
    for ((scheme, bits, target), answer) in answered(asked, question) {
        let (items, best) = (answer["items"].as_u64().unwrap(), answer["hashes"].as_u64().unwrap());
        assert!(known::rate(scheme, bits, best, items) <= target, "{scheme} {bits} {target}: {answer}");
        for hashes in best.saturating_sub(1).max(1)..=best + 1 {
            let is_tried = scheme == "independent" || hashes <= 10;
            let rate = known::rate(scheme, bits, hashes, items + 1);
            assert!(!is_tried || rate > target, "{scheme} {bits} {target}: {answer}, {hashes} hold more");
        }
    }
}

/// Bits and hash functions by the rules of the sources, and a rate wherever one is shown. Parquet's Java writer has a cap.
#[test]
fn libraries_and_engines_build_what_the_library_says() {
    let mut asked = Vec::new();
    let few = [(10, 0.1), (100, 0.01), (1000, 1e-3), (2600, 0.03), (100_000, 0.01), (1_000_000, 0.02)];
    for name in known::names() {
        // some more bits per key for those that take them
        let takes_bits = known::built(name, 1000, 0.01).is_some_and(|built| built.bits_per_key.is_some());
        let more = (1..20).filter(|_| takes_bits).map(|halved| (3000, 0.4 / f64::from(1 << halved)));
        for (items, target) in few.into_iter().chain(more) {
            asked.extend(known::built(name, items, target).map(|built| (name, items, target, built)));
        }
    }
    let question = |(name, items, target, built): &(&str, u64, f64, known::Built)| {
        let rate = known::takes_rate(name).then_some(target);
        json!({ "library": name, "items": items, "rate": rate, "each": built.bits_per_key })
    };
    let (mut sized, mut computed, all) = (0, 0, asked.len());
    for ((name, items, target, built), answer) in answered(asked, question) {
        let what = format!("{name} {items} {target}: {answer}");
        assert!(!answer.is_null(), "{what}");
        let is_capped = name == "parquet-java" && built.bits >= 1 << 23;
        if is_capped {
            assert_eq!(answer["bits"], 1 << 23, "{what}");
            continue;
        }
        if !answer["bits"].is_null() && answer["hashes"] != 0 {
            sized += 1;
            assert_eq!(
                (answer["bits"].as_u64(), answer["hashes"].as_u64()),
                (Some(built.bits), built.hashes),
                "{what}"
            );
        }
        if !answer["rate"].is_null() {
            computed += 1;
            assert!(built.is_exact && close(&answer["rate"], built.rate), "{what}, not {}", built.rate);
        }
    }
    assert!(sized > 130 && computed > 50, "{sized} sizes and {computed} rates of {all}");
}

/// An engine's user sets bits per key, the command's a rate: it takes as many bits.
#[test]
fn the_command_takes_as_many_bits_per_key() {
    let mut asked = Vec::new();
    for name in ["lsm-tree", "rocksdb", "slatedb"] {
        for items in [20_000_u64, 300_000] {
            asked.extend([4_u64, 7, 10, 12, 16].map(|each| (name, items, each)));
        }
    }
    let question = |&(name, items, each): &(&str, u64, u64)| json!({ "library": name, "items": items, "each": each });
    for ((name, items, each), answer) in answered(asked, question) {
        let command = answer["command"].as_str().unwrap();
        let words: Vec<&str> = command.split(' ').collect();
        let [_, "size", "--items", number, "--target", target, "--like", like] = words[..] else { panic!("{command}") };
        assert_eq!((number.parse(), like), (Ok(items), name));
        let built = known::built(name, items, target.parse().unwrap()).unwrap();
        assert_eq!(built.bits_per_key, Some(each), "{command}");
    }
}

/// A library that misses is to be asked for more items, with which it keeps the rate.
#[test]
fn the_advice_keeps_the_rate() {
    let asked = [
        ("spark", 100, 1e-3),
        ("bloom-filters", 100, 1e-3),
        ("parquet", 2600, 1e-4),
        ("pybloomfiltermmap3", 1000, 0.3),
    ];
    let question = |&(name, items, rate): &(&str, u64, f64)| json!({ "library": name, "items": items, "rate": rate });
    for ((name, items, target), answer) in answered(asked.into(), question) {
        let (more, rate) = (answer["instead"][0].as_u64().unwrap(), &answer["instead"][1]);
        let right = known::with_fewer(name, more, target, items);
        assert!(more > items && right <= target && close(rate, right), "{name}: {answer}, not {right}");
        assert!(answer["rate"].as_f64().unwrap() > 1.05 * target, "{name}: {answer}");
    }
}

/// As many bits per key and up to twice as many keys, or none; the writer's cap of Parquet in Java is measured.
#[test]
fn a_measurement_is_shown_only_nearby() {
    let asked = [
        (json!({ "library": "leveldb", "items": 200_000, "each": 10 }), Some(300_000)),
        (json!({ "library": "leveldb", "items": 3_000_000, "each": 10 }), None),
        (json!({ "library": "leveldb", "items": 100_000, "each": 11 }), None),
        (json!({ "library": "guava", "items": 100, "rate": 0.01 }), Some(100)),
        (json!({ "library": "guava", "items": 100, "rate": 0.011 }), None),
        (json!({ "library": "spark", "items": 100, "rate": 1e-6 }), None),
        (json!({ "library": "parquet", "items": 2_000_000, "rate": 0.01 }), Some(1_000_000)),
        (json!({ "library": "parquet", "items": 1_500_000, "rate": 0.01 }), None),
        (json!({ "library": "parquet-java", "items": 1_000_000, "rate": 0.01 }), Some(1_000_000)),
    ];
    let found: Vec<_> = answered(asked.into(), |(question, _)| question.clone()).collect();
    for ((question, items), answer) in &found {
        assert_eq!(answer["measured"][0].as_u64(), *items, "{question}: {answer}");
    }
    let parquet = &found[8].1;
    assert_eq!(parquet["bits"], 1 << 23);
    for rate in [&parquet["rate"], &parquet["measured"][3]] {
        assert!((0.0265..0.0285).contains(&rate.as_f64().unwrap()), "{parquet}");
    }
}
