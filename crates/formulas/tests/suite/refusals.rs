//! What is out of domain is refused by its name and with what it needs.

use bloomlab_formulas::{
    Load,
    blocked::BlockedLoad,
    retouched,
    scalable::{FirstTarget, Growth, SliceRule},
    split_block::{self, fewest_blocks, ruled_blocks},
    walks::{HashingScheme, SchemeLoad, first_order, other_walks::wrapping},
};
use bloomlab_numbers::{Double, MAX_SIZE, Refused};

use HashingScheme::{
    Blocked, BlockedDouble, BlockedDoubleNonzero, BlockedDoubleOdd, Double as Walk, DoubleNonzero, DoubleOdd, Enhanced,
    KmPartition, Partitioned, SplitBlock, Triple,
};

/// Rows of an answer, the parameter with its value, and how the rest of the refusal begins.
fn check<T>(table: impl IntoIterator<Item = (Result<T, Refused>, &'static str, &'static str)>) {
    for (answer, parameter, needs) in table {
        let found = answer.err().map_or_else(|| "an answer".to_owned(), |why| why.to_string());
        assert!(found.starts_with(&format!("{parameter} is out of domain: needs {needs}")), "{found}");
    }
}

#[test]
fn filters() {
    check([
        (Load::new(8, MAX_SIZE, 2), "items = 9223372036854775807", "hashes · items ≤ 2^63 − 1 with hashes = 2"),
        (Load::new(8, u64::MAX, 2), "items = 18446744073709551615", "0 ≤ items ≤ 2^63 − 1"),
        (Load::new(MAX_SIZE + 1, 1, 1), "bits = 9223372036854775808", "1 ≤ bits ≤ 2^63 − 1"),
        (Load::new(0, 1, 1), "bits = 0", "1 ≤ bits ≤ 2^63 − 1"),
    ]);
    assert!(Load::new(1, 0, 1).is_ok() && Load::new(MAX_SIZE, MAX_SIZE, 1).is_ok());
    assert_eq!(Load::new(8, MAX_SIZE / 2, 2).map(Load::balls), Ok(MAX_SIZE - 1));
    check([
        (BlockedLoad::plain(100, 64, 5, 3), "bits = 100", "a multiple of block-bits = 64, such as 128"),
        (BlockedLoad::split(100, 32, 5, 8), "bits = 100", "a multiple of hashes · word-bits = 256, such as 256"),
        (BlockedLoad::plain(100, 0, 5, 3), "block-bits = 0", ""),
        (BlockedLoad::split(100, 0, 5, 3), "word-bits = 0", ""),
        (BlockedLoad::plain(100, 10, 5, 0), "hashes = 0", ""),
        (split_block::load(0, 1), "bits = 0", ""),
        (split_block::load(MAX_SIZE, 1), "bits = 18446744073709551615", ""),
    ]);
    let load = Load::new(8, 2, 2).unwrap();
    check([
        (retouched::positions(&Double, load, 9), "positions = 9", "0 ≤ positions ≤ 8"),
        (retouched::set_bits(&Double, Load::new(8, 0, 2).unwrap(), 1), "items = 0", "1 ≤ items ≤ 2^63 − 1"),
    ]);
    let never = |_| Ok::<_, Refused>(false);
    check([
        (ruled_blocks(5, 1.0), "target = 1", ""),
        (fewest_blocks(5, 0.0, never), "target = 0", ""),
        (fewest_blocks(5, f64::NAN, never), "target = NaN", ""),
        (fewest_blocks(7, 0.5, never), "items = 7", "bits ≤ 2^63 − 1 to keep the target"),
        (fewest_blocks(MAX_SIZE, 0.5, never), "items = 9223372036854775807", ""),
        (fewest_blocks(u64::MAX, 0.5, never), "items = 18446744073709551615", ""),
    ]);
}

#[test]
fn stages() {
    let (first_target, slices) = (FirstTarget::Published, SliceRule::Published);
    let sound = Growth { first_items: 1000, growth: 2, promise: 0.01, tightening: 0.5, first_target, slices };
    check([
        (Growth { first_items: 0, ..sound }.stages(1), "items = 0", ""),
        (Growth { growth: 0, ..sound }.stages(1), "growth = 0", ""),
        (Growth { promise: 1.0, ..sound }.stages(1), "target = 1", ""),
        (Growth { tightening: 1.5, ..sound }.stages(1), "tightening = 1.5", "0 < tightening ≤ 1"),
        (Growth { tightening: 1.0, ..sound }.stages(1), "target = 0", "1e-300 ≤ target < 1 of every stage"),
        (Growth { growth: 1, tightening: 0.999_999, ..sound }.stages(100_000_000), "stages = 65537", ""),
        (sound.stages(u64::MAX), "items = 18446744073709551615", ""),
    ]);
    assert_eq!(Growth { growth: 1, ..sound }.stages(2_000_000).unwrap_err().name, "target");
}

#[test]
fn walks() {
    let load = |scheme, bits, hashes| SchemeLoad::new(scheme, bits, 5, hashes);
    check([
        (load(Walk, 64, 0), "hashes = 0", "1 ≤ hashes"),
        (load(Walk, 64, 21), "hashes = 21", "1 ≤ hashes ≤ 20 for the exact rate under double"),
        (load(Enhanced, 1 << 19, 7), "bits = 524288", "1 ≤ bits ≤ 31236 for the exact rate"),
        (load(Enhanced, 64, 17), "hashes = 17", "1 ≤ hashes ≤ 16 for the exact rate"),
        (load(Triple, 65, 8), "bits = 65", "1 ≤ bits ≤ 64 for the exact rate under triple"),
        (load(DoubleNonzero, 1, 7), "bits = 1", "2 ≤ bits"),
        (load(DoubleOdd, 63, 7), "bits = 63", "an even number of bits"),
        (load(KmPartition, 64, 7), "bits = 64", "a multiple of hashes = 7"),
        (load(Partitioned, 6, 7), "bits = 6", "hashes = 7 ≤ bits"),
        (load(Blocked(512), 1000, 7), "bits = 1000", "a multiple of block-bits = 512, such as 1024"),
        (load(SplitBlock(32), 1000, 8), "bits = 1000", "a multiple of hashes"),
        (load(BlockedDoubleOdd(5), 1000, 8), "block-bits = 5", "an even number of bits for odd"),
        (load(BlockedDoubleNonzero(1), 1000, 8), "block-bits = 1", "2 ≤ block-bits for a step"),
        (load(BlockedDouble(512), 1024, 21), "hashes = 21", "1 ≤ hashes ≤ 20 for the exact rate"),
        (load(Walk, u64::MAX, 7), "bits = 18446744073709551615", ""),
    ]);
    assert!(SchemeLoad::new(Partitioned, 1000, 5, 21).is_ok());
    let wrapped = |bits, hashes| wrapping(&Double, Load::new(bits, 5, hashes).unwrap(), 3);
    check([(wrapped(129, 3), "bits = 129", "1 ≤ bits ≤ 128"), (wrapped(100, 13), "hashes = 13", "1 ≤ hashes ≤ 12")]);
    let constant = |scheme, bits, hashes| first_order::constant(&Double, scheme, bits, hashes, 10.0);
    check([
        (constant(Walk, 64, 7), "bits = 64", "bits > 4 · 72: the approximation is that of large filters"),
        (constant(Enhanced, 1 << 20, 7), "bits = 1048576", "bits ≥ 1099511627776"),
        (constant(Triple, 1 << 20, 7), "bits = 1048576", "bits coprime to 2, …, 6 for the first-order approximation"),
        (constant(KmPartition, 1000, 7), "bits = 1000", "a multiple of hashes = 7"),
        (constant(Walk, 1 << 40, 65), "hashes = 65", ""),
    ]);
}
