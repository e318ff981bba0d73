//! Filters of engines: what they build, what is called exact, and the measurement beside it; of those that take bits, lines of 512 bits
//! with the hash functions that their code chooses.

use bloomlab::{Cover, Engine, HashingScheme, Setting};
use bloomlab_calculator::MeasuredEngine;
use bloomlab_formulas::rocksdb;

use serde_json::Value;

use super::audited::FOUR_DIGITS;
use super::certified::Distribution;
use super::faults::close;
use super::questions::{Question, Random};
use super::{answers, open};
use crate::chromium::Tab;
use crate::opened::workspace;

const ITEMS: [u64; 4] = [1, 100, 12_345, 1_000_000];

fn engine(items: u64) -> Question {
    named("rocksdb", items)
}

fn named(library: &'static str, items: u64) -> Question {
    Question { items: Some(items), library: Some(library), scheme: "independent", ..Question::default() }
}

/// Whether the measurement that the page shows is the nearest one.
fn shows(measured: &Value, engine: &str, items: u64, bits: u64) -> bool {
    let row = MeasuredEngine::nearest(engine, items, bits).unwrap();
    let near = |index: usize, expected: f64| {
        measured[index].as_f64().is_some_and(|found| (found - expected).abs() <= FOUR_DIGITS * expected)
    };
    let rates = [row.rate, row.lower, row.upper];
    measured[0] == row.items
        && measured[1].as_u64() == row.bits
        && rates.iter().enumerate().all(|(at, rate)| near(at + 2, *rate))
}

/// Every engine is on the page: it refuses what the crate refuses, its sizes are those of the crate, a rate is called exact where it is the crate's, which is, and else the
/// nearest measurement stands beside it.
#[test]
fn engines_are_built_as_described_and_no_stand_in_is_called_exact() {
    let asked_of = |engine: &'static Engine, items: u64| match engine.setting {
        Setting::BitsPerKey => vec![6.0, 10.0, 20.0],
        _ if items > 1000 => vec![0.3, 0.01, 1e-4],
        _ => vec![0.3, 0.01, 1e-4, 1e-6],
    };
    let mut questions = Vec::new();
    for engine in Engine::all() {
        for items in [1, 10, 100, 1000, 54_321, 1_000_000] {
            questions.extend(asked_of(engine, items).into_iter().map(|set| (engine, items, set)));
        }
    }
    let ask = |&(engine, items, set): &(&'static Engine, u64, f64)| match engine.setting {
        Setting::BitsPerKey => Question { bits: Some(items * set as u64), ..named(engine.name, items) },
        _ => Question { rate: Some(set), ..named(engine.name, items) },
    };
    let asked: Vec<Question> = questions.iter().map(ask).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let (mut exact, mut refused) = (0, 0);
    for ((engine, items, set), answer) in questions.into_iter().zip(answers(&mut tab, &asked)) {
        let Ok(filter) = engine.filter(items, set) else {
            assert_eq!(answer["field"], "items", "{engine}, {items} at {set}: {answer}");
            refused += 1;
            continue;
        };
        let sizes = answer["bits"] == filter.bits() && answer["hashes"].as_u64() == filter.hashes();
        assert!(sizes, "{engine}, {items} at {set}: {answer}, not {filter:?}");
        assert!(shows(&answer["measured"], engine.name, items, filter.bits()), "{engine}, {items} at {set}: {answer}");
        if answer["exact"] == true {
            let (rate, is_approximate) = engine.rate(&filter, items).unwrap();
            let accuracy = if is_approximate { 1e-3 } else { 1e-9 };
            assert_eq!(engine.cover_of(&filter), Cover::Exact, "{engine}, {items} at {set}");
            let found = answer["rate"].as_f64().unwrap();
            assert!((found / rate - 1.0).abs() < accuracy, "{engine}, {items} at {set}: {found}, not {rate}");
            exact += 1;
        }
    }
    println!("{exact} of {} rates of engines are exact, {refused} filters are refused", asked.len());
    assert!(
        exact > asked.len() / 4 && refused < asked.len() / 10,
        "{exact} exact, {refused} refused of {}",
        asked.len()
    );
}

/// What the code makes of so many bits, and the rate of independent positions in its lines.
fn built(items: u64, bits: u64) -> (u64, u64, f64) {
    let millibits = (1000.0 * bits as f64 / items as f64).round() as u64;
    let (whole, hashes) = (bits.next_multiple_of(rocksdb::LINE_BITS), rocksdb::hashes(millibits));
    (whole, hashes, Distribution::of_scheme(HashingScheme::Blocked(rocksdb::LINE_BITS), whole, hashes).rate(items))
}

#[test]
fn bits_per_key_give_rocksdb_s_filter() {
    let per_key = (1..=100_u64).map(|each| 1000 * each).chain([2080, 2081, 9500, 25_501, 25_502, 50_001]);
    let sizes = per_key.flat_map(|millibits| ITEMS.map(|items| (items, (millibits * items).div_ceil(1000))));
    let sizes: Vec<(u64, u64)> = sizes.filter(|(items, bits)| bits <= &(100 * items)).collect();
    let asked: Vec<Question> =
        sizes.iter().map(|&(items, bits)| Question { bits: Some(bits), ..engine(items) }).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    for ((items, bits), answer) in sizes.into_iter().zip(answers(&mut tab, &asked)) {
        let (bits, hashes, rate) = built(items, bits);
        assert!(
            answer["bits"] == bits && answer["hashes"] == hashes && close(&answer["rate"], rate),
            "{items}: {answer}"
        );
        assert!(answer["exact"] == false && answer["blocks"] == "blocked-512");
        assert!(shows(&answer["measured"], "rocksdb", items, bits), "{items}: {answer}");
    }
}

#[test]
fn a_rate_gives_the_fewest_whole_bits_per_key() {
    let questions = ITEMS.into_iter().flat_map(|items| [0.4, 0.1, 0.01, 1e-3, 1e-6].map(|rate| (items, rate)));
    let questions: Vec<(u64, f64)> = questions.collect();
    let asked: Vec<_> = questions.iter().map(|&(items, rate)| Question { rate: Some(rate), ..engine(items) }).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    for ((items, target), answer) in questions.into_iter().zip(answers(&mut tab, &asked)) {
        let least = (1..=100).map(|each| built(items, each * items)).find(|(.., rate)| *rate <= target).unwrap();
        assert!(answer["bits"] == least.0 && close(&answer["rate"], least.2), "{items} at {target}: {answer}");
    }
}

/// The lines and the hash functions of Pebble, and of RocksDB up to format_version 4, for whole bits per key.
fn lines(items: u64, each: u64) -> (u64, u64) {
    ((items * each).div_ceil(512) | 1, ((each as f64 * 0.69) as u64).max(1))
}

/// The rate of walks in lines, all from one hash of 32 bits.
fn walked(items: u64, each: u64) -> (u64, u64, f64) {
    let (lines, hashes) = lines(items, each);
    let filter = bloomlab::Filter::new(512 * lines, hashes).unwrap().under(HashingScheme::BlockedDouble(512)).unwrap();
    let rate = filter.hash_bits(32).unwrap().holding(items).unwrap().rate().unwrap();
    (512 * lines, hashes, rate)
}

/// To what the page neglects: that the number of distinct hashes varies.
pub const HASHED: f64 = 1e-8;

#[test]
fn walks_in_lines_come_from_whole_bits_per_key_and_one_hash() {
    let sizes = (1..=21).flat_map(|each| ITEMS.map(|items| (items, each)));
    let asked: Vec<(u64, u64, Question)> = sizes
        .flat_map(|(items, each)| ["pebble", "rocksdb-legacy"].map(|name| (items, each, named(name, items))))
        .map(|(items, each, asked)| {
            (items, each, Question { bits: Some((each * items + items / 2).min(21 * items)), ..asked })
        })
        .collect();
    let questions: Vec<Question> = asked.iter().map(|(.., asked)| *asked).collect();
    let rates = [0.4, 0.1, 0.01, 4e-3];
    let by_rate: Vec<(u64, f64)> =
        [1000, 1_000_000].into_iter().flat_map(|items| rates.map(|rate| (items, rate))).collect();
    let by_rates: Vec<Question> =
        by_rate.iter().map(|&(items, rate)| Question { rate: Some(rate), ..named("pebble", items) }).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let near = |found: &serde_json::Value, expected: f64| {
        found.as_f64().is_some_and(|found| (found / expected - 1.0).abs() < HASHED)
    };
    for ((items, each, _), answer) in asked.iter().zip(answers(&mut tab, &questions)) {
        let (bits, hashes, rate) = walked(*items, *each);
        let is_built = answer["bits"] == bits && answer["hashes"] == hashes && answer["hashBits"] == 32;
        assert!(is_built && near(&answer["rate"], rate), "{items} with {each}: {answer}, not {rate}");
        assert!(answer["exact"] == false && answer["blocks"] == "blocked-double-512");
    }
    for ((items, target), answer) in by_rate.into_iter().zip(answers(&mut tab, &by_rates)) {
        let (bits, _, rate) = (1..=21).map(|each| walked(items, each)).find(|(.., rate)| *rate <= target).unwrap();
        assert!(answer["bits"] == bits && near(&answer["rate"], rate), "{items} at {target}: {answer}");
    }
}

/// The line, the start and the step are parts of one hash of 32 bits, in simulation: the page says that the rate is at most 4 % lower than if
/// they were independent. Five standard errors of the queries at most, and some thousandths that filters vary: α < 1e-6. Seed 26.
#[test]
fn the_parts_of_one_hash_are_nearly_independent() {
    let mut random = Random(26);
    for (items, each, queries) in
        [(10_000_u64, 10, 4_000_000_u64), (1_000_000, 10, 4_000_000), (1_000_000, 16, 12_000_000)]
    {
        let (lines, hashes) = lines(items, each);
        let positions = |hash: u32| {
            let (line, step) = (u64::from(hash) % lines, hash.rotate_right(17));
            (0..hashes as u32)
                .map(move |i| (512 * line + u64::from(hash.wrapping_add(i.wrapping_mul(step)) % 512)) as usize)
        };
        let filters = if items < 1_000_000 { 40 } else { 2 };
        let mut found = 0_u64;
        for _ in 0..filters {
            let mut bits = vec![false; (512 * lines) as usize];
            for _ in 0..items {
                positions(random.bits() as u32).for_each(|position| bits[position] = true);
            }
            let is_found = |_: &u64| positions(random.bits() as u32).all(|position| bits[position]);
            found += (0..queries / filters).filter(is_found).count() as u64;
        }
        let measured = found as f64 / queries as f64;
        let error = 5.0 / (found as f64).sqrt() + 0.005;
        let ratio = measured / walked(items, each).2;
        assert!(ratio > 0.96 - error && ratio < 1.0 + error, "{items} with {each}: {ratio}");
        println!("{items} with {each} bits each: {ratio:.4} times the rate if independent");
    }
}
