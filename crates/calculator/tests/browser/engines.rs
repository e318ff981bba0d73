//! RocksDB's filter, which takes bits: lines of 512 bits, with the hash functions that its code chooses.

use bloomlab::HashingScheme;
use bloomlab_formulas::rocksdb;

use super::certified::Distribution;
use super::faults::close;
use super::questions::Question;
use super::{answers, open};
use crate::chromium::Tab;
use crate::opened::workspace;

const ITEMS: [u64; 4] = [1, 100, 12_345, 1_000_000];

fn engine(items: u64) -> Question {
    Question { items: Some(items), library: Some("rocksdb"), scheme: "independent", ..Question::default() }
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
        assert!(answer["exact"] == false && answer["blocks"] == "blocked-512" && answer["measured"].is_null());
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
