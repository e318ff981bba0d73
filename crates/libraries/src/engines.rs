//! The engines: their rules of size and their schemes, from the sources of the versions named.

use std::f64::consts::LN_2;

use bloomlab_formulas::{
    Load,
    rocksdb::{LINE_BITS, cache_local_rate, hashes as rocksdb_hashes},
    walks::HashingScheme,
};
use bloomlab_numbers::Double;

use crate::product::{row, sampled};
use crate::rules::{ceil, nearest, positions, textbook, textbook_bits, textbook_hashes};
use crate::{Cover, Family, Product, Setting, Structure, overlapping, sampled as walks};

const fn engine(
    name: &'static str,
    version: &'static str,
    law: (Cover, Setting),
    build: fn(u64, f64) -> Structure,
) -> Product {
    row(Family::Engine, name, version, law, build)
}

/// Follows the version of an engine that was not run.
macro_rules! by_source {
    ($version:literal) => {
        concat!($version, ", by its source, not measured")
    };
}

use Cover::{Exact, Nearest};
use Setting::{BitsPerKey, Nothing, Rate};

pub(crate) const ROWS: [Product; 27] = [
    engine("bip37", "python-bitcoinlib-0.12.2", (Exact, Rate), bip37),
    Product {
        rates: (1e-4, 0.5),
        ..engine("boost-bloom-overlapping", by_source!("1.89"), (Exact, Rate), overlapping::boost_bloom)
    },
    Product {
        rates: (6.71e-5, 0.5),
        ..sampled(walks::cassandra, engine("cassandra", by_source!("trunk"), (Nearest, Rate), cassandra))
    },
    engine("clickhouse", "26.9", (Exact, Rate), clickhouse),
    engine("commons-collections", "4.5.0", (Exact, Rate), commons_collections),
    sampled(walks::datasketches, engine("datasketches", "6.2.0", (Nearest, Rate), datasketches)),
    engine("duckdb-join", "2.0.0", (Exact, Nothing), duckdb_join),
    engine("ethereum", by_source!("yellow paper"), (Exact, Nothing), |_, _| independent(2048, 3)),
    Product {
        walk: Some(walks::of_words),
        most_items: Some((512, "a commit of more changed paths has one byte that is full")),
        ..engine("git", "2.47.3", (Exact, Nothing), |items, _| wrapping((10 * items).next_multiple_of(8), 7))
    },
    sampled(walks::hive, engine("hive", "2.8.1", (Nearest, Rate), hive)),
    Product {
        hash_bits: Some(32),
        ..sampled(walks::leveldb, engine("leveldb", "1.23", (Nearest, BitsPerKey), leveldb))
    },
    sampled(walks::lsm_tree, engine("lsm-tree", "3.1.10", (Nearest, BitsPerKey), lsm_tree)),
    engine("lucene", "8.8.1", (Exact, Nothing), lucene),
    engine("npm-bloom-filters", "3.0.4", (Exact, Rate), |items, target| npm(items, target, 1)),
    engine("npm-bloomfilter", "1.1.0", (Exact, Rate), |items, target| npm(items, target, 32)),
    sampled(walks::hive, engine("orc", "2.3.0", (Nearest, Rate), hive)),
    Product {
        most_items: Some((32, "an index has no more columns")),
        ..engine("postgresql-bloom", "15", (Nearest, Nothing), |_, _| independent(80, 2))
    },
    Product {
        rates: (1e-4, 0.25),
        most_bits: Some((8 * 8144, "PostgreSQL refuses a filter that does not fit on a page")),
        ..engine("postgresql-brin", "15", (Exact, Rate), postgresql_brin)
    },
    sampled(walks::redisbloom, engine("redisbloom", by_source!("master"), (Nearest, Rate), redisbloom)),
    engine("redisbloom-2.0", by_source!("2.0"), (Exact, Rate), redisbloom_rounded),
    engine("rocksdb", "9.8.4", (Nearest, BitsPerKey), rocksdb),
    Product { hash_bits: Some(32), ..engine("rocksdb-legacy", "9.8.4", (Nearest, BitsPerKey), rocksdb_legacy) },
    engine("rocksdb-ribbon", "9.8.4", (Exact, BitsPerKey), rocksdb_ribbon),
    engine("slatedb", "0.18.0", (Exact, BitsPerKey), slatedb),
    engine("sqlite", "3.54.1", (Exact, Nothing), sqlite),
    sampled(walks::stream_lib, engine("stream-lib", "2.9.8", (Nearest, Rate), stream_lib)),
    Product { hash_bits: Some(32), ..engine("tokenbf", "26.9", (Nearest, Nothing), |_, _| double(8 * 256, 2)) },
];

fn independent(bits: u64, hashes: u64) -> Structure {
    positions(HashingScheme::Independent, bits, hashes)
}

fn double(bits: u64, hashes: u64) -> Structure {
    positions(HashingScheme::Double, bits, hashes)
}

fn enhanced(bits: u64, hashes: u64) -> Structure {
    positions(HashingScheme::Enhanced, bits, hashes)
}

/// h1 + i h2 modulo 2^32, then m.
pub(crate) fn wrapping(bits: u64, hashes: u64) -> Structure {
    Structure::Wrapping { bits, hashes, word: 32 }
}

/// Lines of 512 bits, as many as the keys' bits need; k by thousandths of a bit. Positions are multiples of one 32-bit number, which
/// differ little from independent ones.
fn rocksdb(items: u64, bits_per_key: f64) -> Structure {
    let millibits = libm::round(1000.0 * bits_per_key) as u64;
    let bits = (items * millibits).div_ceil(1000 * LINE_BITS) * LINE_BITS;
    positions(HashingScheme::Blocked(LINE_BITS), bits, rocksdb_hashes(millibits))
}

/// An odd number of lines of 512 bits; k = ⌊0.69 bits⌋; a walk in the line from one hash of 32 bits. With 1024 lines, not 1025, the start would
/// determine the low bits of the line: 0.117 instead of 0.0116 at 10 bits for each key and six positions.
fn rocksdb_legacy(items: u64, bits_per_key: f64) -> Structure {
    let each = libm::round(bits_per_key) as u64;
    let lines = (items * each).div_ceil(LINE_BITS) | 1;
    positions(HashingScheme::BlockedDouble(LINE_BITS), LINE_BITS * lines, leveldb_hashes(each as f64))
}

/// Made for the rate that RocksDB estimates for a Bloom filter of so many bits: blocks of 128 slots, the first of them with a column
/// fewer. Beyond 950 million keys, or if that is smaller than a filter of fewer than 1024 slots, such a Bloom filter.
fn rocksdb_ribbon(items: u64, bits_per_key: f64) -> Structure {
    const SLOTS: u64 = 128;
    let bloom = rocksdb(items, bits_per_key);
    let millibits = libm::round(1000.0 * bits_per_key) as u64;
    let estimate = Load::new(1000 * millibits, 1_000_000, rocksdb_hashes(millibits))
        .and_then(|load| cache_local_rate(&Double, load));
    let (Ok(target), 1..=950_000_000) = (estimate, items) else { return bloom };
    let slots = ribbon_slots(items as f64).next_multiple_of(SLOTS).max(2 * SLOTS);
    let (blocks, starts) = (slots / SLOTS, (slots - SLOTS + 1) as f64);
    let few = libm::floor(-libm::log2(target)) as u64;
    let most = libm::exp2(-(few as f64));
    let with_few = ((2.0 * target / most - 1.0) * starts) as u64 / SLOTS;
    let bits = SLOTS * (blocks * (few + 1) - with_few);
    if slots < 1024 && bloom.bits() < bits {
        return bloom;
    }
    let share = (SLOTS * with_few) as f64 / starts;
    Structure::Static { rate: most / 2.0 * (1.0 + share), bits }
}

/// The slots for so many keys at which one of twenty seeds fails (`ribbon_config.cc`): between powers of two by the keys of each, in steps of
/// 0.0038 of slots a key from 2^17 on.
fn ribbon_slots(items: f64) -> u64 {
    const KEYS: [f64; 10] =
        [248.851, 499.532, 1001.26, 2003.97, 4005.59, 8000.39, 15_966.6, 31_828.1, 63_447.3, 126_506.0];
    let held = |power: usize| {
        let slots = libm::exp2(power as f64);
        let beyond = || slots / (131_072.0 / KEYS[9] + 0.0038 * (power as f64 - 17.0));
        power.checked_sub(8).map_or(0.0, |place| KEYS.get(place).copied().unwrap_or_else(beyond))
    };
    let power = (8..40).find(|power| held(power + 1) > items).unwrap_or(40);
    let share = (items - held(power)) / (held(power + 1) - held(power));
    ceil(libm::exp2(power as f64) * (1.0 + share.max(0.0)))
}

fn leveldb_hashes(bits_per_key: f64) -> u64 {
    ((0.69 * bits_per_key) as u64).clamp(1, 30)
}

/// n·bits, at least 64, whole bytes; one hash of 32 bits, whose rotation is the step, modulo 2^32 and then m.
fn leveldb(items: u64, bits_per_key: f64) -> Structure {
    let each = bits_per_key as u64;
    wrapping((items * each).max(64).next_multiple_of(8), leveldb_hashes(each as f64))
}

/// A byte for each row that ANALYZE has counted, of which it keeps four leading bits, from 10⁴ to 10⁷ bytes; one position.
fn sqlite(rows: u64, _: f64) -> Structure {
    let dropped = (u64::BITS - rows.leading_zeros()).saturating_sub(4);
    independent(8 * (rows >> dropped << dropped).clamp(10_000, 10_000_000), 1)
}

/// n·⌊bits⌋ in whole bytes; k = ⌊bits ln 2⌋; h1 + c h2 with c = 0, 1, 2, 4, 10, 34, …, the same for all items.
fn lsm_tree(items: u64, bits_per_key: f64) -> Structure {
    let hashes = (bits_per_key * LN_2) as u64;
    independent((items * bits_per_key as u64).next_multiple_of(8), hashes.max(1))
}

/// n·bits in whole bytes; k = ⌊0.69 bits⌋; enhanced double hashing. One bit for each key is no position at all.
fn slatedb(items: u64, bits_per_key: f64) -> Structure {
    let each = bits_per_key as u64;
    enhanced((items * each).next_multiple_of(8), (0.69 * each as f64) as u64)
}

/// The bits and positions of [`tabled`] up to 19 and 13, at least two positions; from 0.283 on 2 and 2. Positions of seeded hashes.
fn clickhouse(items: u64, target: f64) -> Structure {
    let (each, hashes) = clickhouse_parameters(target);
    independent((each * items).next_multiple_of(8), hashes)
}

fn clickhouse_parameters(target: f64) -> (u64, u64) {
    const BEST: [u64; 20] = [0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13];
    let (each, hashes) = if target >= 0.283 { (2, 2) } else { tabled(&BEST, target) };
    (each, hashes.max(2))
}

/// The fewest whole bits c for each item, from 2 on, for which the best k of a table of rates keeps the target; then the fewest
/// positions that do. The rates are (1 − e^(−k/c))^k in three digits. Where none keeps it, the last row of the table.
fn tabled(best: &[u64], target: f64) -> (u64, u64) {
    let rate =
        |each: u64, hashes: u64| three_digits(libm::pow(-libm::expm1(-(hashes as f64) / each as f64), hashes as f64));
    let last = best.len() as u64 - 1;
    let each = (2..last).find(|&each| rate(each, best[each as usize]) <= target).unwrap_or(last);
    let best = best[each as usize];
    (each, (1..=best).rev().take_while(|hashes| rate(each, *hashes) <= target).last().unwrap_or(best))
}

/// To three significant digits.
fn three_digits(rate: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(rate)) - 2.0);
    libm::round(rate / unit) * unit
}

/// m rounded up to bytes for at least 16 values, k to the nearest; both hashes are reduced first.
fn postgresql_brin(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Double, (items.max(16), target), (ceil, 8), nearest)
}

/// Blocks of 64 bits, four positions in one. A power of two of bits, at least 512, from 12 for each row on; once it is filled it is halved
/// as long as the fourth power of the share of set bits stays below that of four set bits for each row, (1 − e^(−4/12))^4. As four
/// positions in 64 bits are 3.91 distinct ones, sizes step at 11.72 bits for each row. The mean share stands for that of one filter.
fn duckdb_join(items: u64, _: f64) -> Structure {
    let set = -64.0 * libm::expm1(4.0 * libm::log1p(-1.0 / 64.0));
    let keeps = |bits: &u64| items as f64 * set / *bits as f64 <= 4.0 / 12.0;
    let bits = (9..50).map(|power| 1 << power).find(keeps).unwrap_or(1 << 50);
    positions(HashingScheme::Blocked(64), bits, 4)
}

/// m dropped to whole bits, then 1 to 64 more, k to the nearest; signed halves of 32 bits, negative ones complemented.
fn hive(items: u64, target: f64) -> Structure {
    let asked = textbook_bits(items, target) as u64;
    let bits = asked + 64 - asked % 64;
    double(bits, nearest(textbook_hashes(bits, items)))
}

/// One position in a power of two of bits: the smallest that n values fill to less than a tenth.
fn lucene(items: u64, _: f64) -> Structure {
    let fits = |bits: &u64| {
        let size = (bits - 1) as f64;
        let saturated = libm::floor(0.1 * size);
        (size * -libm::log1p(-saturated / size)) as u64 > items
    };
    let bits = (2..41).map(|power| 1 << power).find(fits).unwrap_or(1 << 41);
    independent(bits, 1)
}

/// m and k rounded up, then whole words; half of a sum of 64 bits, modulo m.
fn datasketches(items: u64, target: f64) -> Structure {
    let bits = ceil(textbook_bits(items, target));
    double(bits.next_multiple_of(64), ceil(textbook_hashes(bits, items)).max(1))
}

/// m rounded up, k to the nearest.
fn commons_collections(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Enhanced, (items, target), (ceil, 1), nearest)
}

/// m and k rounded up, k of the m asked for; then whole words.
fn npm(items: u64, target: f64, word: u64) -> Structure {
    let bits = ceil(textbook_bits(items, target));
    enhanced(bits.next_multiple_of(word), ceil(textbook_hashes(bits, items)))
}

/// Both m, in bytes up to 36,000, and k, up to 50, dropped; each position has its own seed.
fn bip37(items: u64, target: f64) -> Structure {
    let bytes = (textbook_bits(items, target) / 8.0).min(36_000.0) as u64;
    independent(8 * bytes, (textbook_hashes(8 * bytes, items) as u64).min(50))
}

/// From 0.393 on two positions in one bit for each item, since the arguments are swapped; below, the bits and positions of [`tabled`].
/// n·bits + 20, whole words.
fn of_table(best: &[u64], items: u64, target: f64) -> Structure {
    let (each, hashes) = if target >= 0.393 { (1, 2) } else { tabled(best, target) };
    double((items * each + 20).next_multiple_of(64), hashes)
}

/// A table of up to 15 bits and 8 positions.
fn stream_lib(items: u64, target: f64) -> Structure {
    of_table(&[0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 8, 8, 8, 8], items, target)
}

/// The same with up to 20 bits and 14 positions (`BloomCalculations`, `FilterFactory`; Scylla's `bloom_calculations.hh`).
fn cassandra(items: u64, target: f64) -> Structure {
    of_table(&[0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14], items, target)
}

/// The first filter of a chain, made for half the target, which the others halve again (`sb.c`): ⌊m⌋ bits, whole words; k rounded up
/// (`bloom.c`). A chain that does not scale is made for the target.
fn redisbloom(items: u64, target: f64) -> Structure {
    let bits = textbook_bits(items, target / 2.0).max(1.0) as u64;
    double(bits.next_multiple_of(64), ceil(-libm::log2(target / 2.0)))
}

/// Versions that round m up to the next power of two.
fn redisbloom_rounded(items: u64, target: f64) -> Structure {
    let bits = textbook_bits(items, target / 2.0) as u64;
    double((bits + 1).next_power_of_two().max(64), ceil(-libm::log2(target / 2.0)))
}

#[cfg(test)]
mod tests {
    use super::clickhouse_parameters;

    #[test]
    fn clickhouse_takes_the_fewest_bits_and_then_the_fewest_positions() {
        // its table: 0.0237 at 8 bits, 4 positions is above 0.025 only for 3; 6.71e-5 at 20 bits is never reached
        let asked = [0.5, 0.283, 0.25, 0.025, 0.01, 1e-3, 1.1e-4, 1e-4, 1e-9];
        let found = asked.map(clickhouse_parameters);
        assert_eq!(found, [(2, 2), (2, 2), (3, 2), (8, 4), (10, 5), (15, 7), (19, 13), (19, 13), (19, 13)]);
    }
}
