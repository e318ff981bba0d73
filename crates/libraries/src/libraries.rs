//! The libraries: their rules of size and their schemes, from the sources of the versions named.

use std::f64::consts::LN_2;

use bloomlab_formulas::{split_block::allocated, static_filters::StaticFilter, walks::HashingScheme};

use crate::growing::Stages;
use crate::product::{row, sampled};
use crate::rules::{
    ceil, nearest, positions, split_block, split_block_bits_per_item, textbook, textbook_bits, textbook_hashes,
};
use crate::{Cover, Family, Product, Setting, Slices, Structure, sampled as walks};

const fn exact(name: &'static str, version: &'static str, build: fn(u64, f64) -> Structure) -> Product {
    row(Family::Library, name, version, (Cover::Exact, Setting::Rate), build)
}

const fn stand_in(name: &'static str, version: &'static str, build: fn(u64, f64) -> Structure) -> Product {
    Product { cover: Cover::Nearest, ..exact(name, version, build) }
}

const fn without_target(name: &'static str, version: &'static str, build: fn(u64, f64) -> Structure) -> Product {
    Product { setting: Setting::Nothing, ..exact(name, version, build) }
}

pub(crate) const ROWS: [Product; 30] = [
    exact("abloom", "1.1.0", abloom),
    sampled(walks::bloom, exact("bloom", "0.3.2", bloom)),
    stand_in("bloom-filter2", "2.0.0", bloom_filter2),
    exact("bloom-filters", "0.1.2", bloom_filters),
    without_target("bloom2", "0.5.1", |_, _| Structure::AnyPosition { bits: 1 << 16, hashes: 4 }),
    sampled(walks::bloomfilter, exact("bloomfilter", "3.0.2", bloomfilter)),
    exact("boost-bloom", "1.89.0", boost_bloom),
    exact("boost-bloom-multiblock", "1.89.0", boost_bloom_multiblock),
    without_target("cuckoofilter", "0.5.0", cuckoofilter),
    stand_in("fastbloom", "0.17.0", fastbloom),
    exact("fastbloom-rs", "0.5.10", fastbloom_rs),
    stand_in("growable-bloom-filter", "2.1.1", growable_bloom_filter),
    sampled(walks::guava, exact("guava", "33.6.0-jre", guava)),
    Product { fewest_items: 1000, ..sampled(walks::of_words, exact("libbloom", "1.6", libbloom)) },
    exact("parquet", "60.1.0", |items, target| split_block(allocated(items, target))),
    exact("parquet-folded", "60.1.0", parquet_folded),
    Product { cap: Some(PARQUET_JAVA_MOST), ..exact("parquet-java", "1.17.0", parquet_java) },
    stand_in("pdatastructs", "0.7.0", pdatastructs),
    stand_in("probabilistic-collections", "0.7.0", probabilistic_collections),
    exact("pybloom-live", "4.0.0", |items, target| Structure::Sliced(pybloom_slices(items, target))),
    stand_in("pybloom-live-scalable", "4.0.0", pybloom_live_scalable),
    exact("pybloomfiltermmap3", "0.6.3", pybloomfiltermmap3),
    stand_in("pyprobables", "0.7.0", pyprobables),
    stand_in("pyprobables-expanding", "0.7.0", pyprobables_expanding),
    exact("qfilter", "0.3.1", qfilter),
    stand_in("rbloom", "1.5.4", rbloom),
    Product { rates: (1e-5, 0.5), ..exact("sbbf-rs-safe", "0.3.2", sbbf_rs_safe) },
    exact("spark", "4.3.0", spark),
    without_target("xorf-fuse8", "0.13.0", |items, _| xorf(StaticFilter::BinaryFuse3, items)),
    without_target("xorf-xor8", "0.13.0", |items, _| xorf(StaticFilter::Xor, items)),
];

/// Whole words of 64 bits; a chain of multiplications and rotations of one hash.
fn fastbloom(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, target), (ceil, 64), nearest)
}

/// Whole bytes; h1, h2, h1 + 2 h2, … in wrapping arithmetic: the second position is the second hash.
fn bloomfilter(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, target), (ceil, 8), nearest)
}

/// Single precision, and at least two hashes; h1, h2, (h1 + i) h2, ….
fn bloom(items: u64, target: f64) -> Structure {
    let (items, target, ln_2) = (items as f32, target as f32, std::f32::consts::LN_2);
    let bits = (items * (libm::logf(1.0 / target) / (ln_2 * ln_2))).round() as u64;
    let hashes = (bits as f32 / items * ln_2).round() as u64;
    positions(HashingScheme::Independent, bits.max(1), hashes.clamp(2, 200))
}

/// Enhanced double hashing, with C(i, 3) where the scheme has C(i + 1, 3), in wrapping arithmetic.
fn probabilistic_collections(items: u64, target: f64) -> Structure {
    let bits = ceil(-libm::log2(target) * items as f64 / LN_2);
    positions(HashingScheme::Enhanced, bits, ceil(textbook_hashes(bits, items)))
}

/// Drops the fractions of m and k; h1 + i h2 + f(i), f the same for all items.
fn pdatastructs(items: u64, target: f64) -> Structure {
    let hashes = (-libm::log2(target)) as u64;
    positions(HashingScheme::Independent, (textbook_bits(items, target) as u64).max(1), hashes.max(1))
}

/// (s + h1 + i h2) mod m, of two halves of 32 bits, without overflow.
fn bloom_filters(items: u64, target: f64) -> Structure {
    positions(HashingScheme::Double, ceil(textbook_bits(items, target)), ceil(-libm::log2(target)))
}

/// Whole words of 64 bits, k rounded up; (h1 mod m + i (h2 mod m)) mod m.
fn fastbloom_rs(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Double, (items, target), (ceil, 64), ceil)
}

/// Slices of ⌈n/ln 2⌉ bits, the first stage at the whole target, r = 0.8515625, s = 2; positions by enhanced double hashing in
/// arithmetic that wraps, whose cubic term no slice notices.
fn growable_bloom_filter(items: u64, target: f64) -> Structure {
    fn stage(items: u64, target: f64) -> Slices {
        let slices = ceil(-libm::log2(target));
        let bytes = (slices * ceil(items as f64 / LN_2)).div_ceil(8);
        Slices { bits: 8 * bytes / slices, slices, values: None }
    }
    Structure::Growing(Stages { items, growth: 2, target, tightening: 0.851_562_5, walks: true, stage })
}

/// Made for 64 times as many items, then halved while (1 − (1 − mean fill)^(2^j))^8 keeps the target. The mean fill is taken to be the
/// expected one.
fn parquet_folded(items: u64, target: f64) -> Structure {
    let allocated = allocated(64 * items, target);
    // the logarithm of the share of clear bits
    let clear = items as f64 * libm::log1p(-1.0 / (32.0 * allocated as f64));
    let keeps = |folds: &u32| libm::pow(-libm::expm1(clear * libm::exp2((*folds).into())), 8.0) <= target;
    let folds = (1..=allocated.trailing_zeros()).take_while(keeps).last().unwrap_or(0);
    split_block(allocated >> folds)
}

/// The bits an item that Parquet's document gives for a rate, rounded up to whole ones; whole blocks.
fn sbbf_rs_safe(items: u64, target: f64) -> Structure {
    let per_item = [(0.1, 6), (0.01, 11), (0.001, 17), (1e-4, 27)].iter().find(|(rate, _)| *rate <= target * 1.000_001);
    let bits = per_item.map_or(41, |(_, bits)| *bits) * items;
    split_block((bits / 8).div_ceil(32).max(1))
}

/// Whole bits of a remainder, slots a power of two, at least 64, filled to 95 %.
fn qfilter(items: u64, target: f64) -> Structure {
    let mut slots = items.next_power_of_two().max(64);
    while (slots * 19).div_ceil(20) < items {
        slots *= 2;
    }
    let remainder = ceil(-libm::log2(target)).max(1);
    let bits = 8 * (slots / 64 * (17 + 8 * remainder) + 8);
    Structure::Quotient { fingerprint_bits: u64::from(slots.trailing_zeros()) + remainder, bits }
}

/// Four slots of eight bits; one value means empty, and hashes of that value get the next, so that 1/Σp² = 65536/258; as many slots as the next power of two of items.
fn cuckoofilter(items: u64, _: f64) -> Structure {
    let buckets = (items.next_power_of_two() / 4).max(1);
    Structure::Cuckoo { buckets, values: 65_536.0 / 258.0, bits: 32 * buckets }
}

/// Fingerprints of eight bits in the cells of the reference programs.
fn xorf(filter: StaticFilter, items: u64) -> Structure {
    Structure::Static { rate: 1.0 / 256.0, bits: 8 * filter.allocated(items) }
}

/// Slices; positions from digests of 16 bits for slices below 2^15 bits, of 32 below 2^31, modulo the slice.
fn pybloom_slices(items: u64, target: f64) -> Slices {
    let slices = ceil(-libm::log2(target));
    let bits = ceil(textbook_bits(items, target) / slices as f64);
    let hash_bits = [(15, 16), (31, 32)].iter().find(|(most, _)| bits < 1 << most).map(|(_, hash)| hash);
    let values = hash_bits.map(|hash| 1 << hash);
    Slices { bits, slices, values }
}

/// The first stage at 0.9 of the target, r = 0.9, s = 4.
fn pybloom_live_scalable(items: u64, target: f64) -> Structure {
    Structure::Growing(Stages {
        items,
        growth: 4,
        target: 0.9 * target,
        tightening: 0.9,
        walks: false,
        stage: pybloom_slices,
    })
}

/// Drops the fractions of m and k, then whole bytes; a linear congruential generator from the item's hash.
fn rbloom(items: u64, target: f64) -> Structure {
    let real = textbook_bits(items, target);
    let hashes = (real / items as f64 * LN_2) as u64;
    positions(HashingScheme::Independent, (real as u64).next_multiple_of(8), hashes.max(1))
}

/// The target in single precision; m rounded up, k to the nearest; FNV-1a with seeds.
fn pyprobables(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, f64::from(target as f32)), (ceil, 1), nearest)
}

/// Filters of one size and one target, one after the other.
fn pyprobables_expanding(items: u64, target: f64) -> Structure {
    let bits = ceil(textbook_bits(items, f64::from(target as f32)));
    Structure::Repeated { bits, hashes: nearest(textbook_hashes(bits, items)), items }
}

/// Whole blocks of eight words of 64 bits; the bits an item from the Poisson mixture.
fn abloom(items: u64, target: f64) -> Structure {
    let blocks = ceil(items as f64 * split_block_bits_per_item(64, target, (0.5, 300.0), 1e-6)).div_ceil(512);
    positions(HashingScheme::SplitBlock(64), 512 * blocks, 8)
}

/// m and k rounded up; a linear recurrence modulo a Mersenne prime.
fn bloom_filter2(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, target), (ceil, 1), ceil)
}

/// The fraction of k dropped, whole bytes, at least 128 bits; each position has its own seed.
fn pybloomfiltermmap3(items: u64, target: f64) -> Structure {
    let hashes = ((-libm::log2(target)) as u64).max(1);
    let each = ceil(textbook_bits(items, target) / hashes as f64);
    positions(HashingScheme::Independent, (hashes * each).next_multiple_of(8).max(128), hashes)
}

/// Drops the fraction of m, k rounded up; h1 + i h2 modulo 2^32, then m.
fn libbloom(items: u64, target: f64) -> Structure {
    let per_item = -libm::log(target) / (LN_2 * LN_2);
    positions(HashingScheme::Double, (items as f64 * per_item) as u64, ceil(LN_2 * per_item))
}

/// k, which the user chooses, the nearest to log2(1/p); −k/ln(1 − p^(1/k)) bits an item, whole bytes. The byte and the bit of a
/// position come from upper and lower bits of one multiplicative congruential generator.
fn boost_bloom(items: u64, target: f64) -> Structure {
    let hashes = nearest(-libm::log2(target));
    let per_item = hashes as f64 / -libm::log1p(-libm::pow(target, 1.0 / hashes as f64));
    Structure::BytesAndBits { bytes: ((items as f64 * per_item) as u64).div_ceil(8), hashes }
}

/// Whole blocks of eight words of 32 bits; the bits an item from the Poisson mixture.
fn boost_bloom_multiblock(items: u64, target: f64) -> Structure {
    let per_item = split_block_bits_per_item(32, target, (0.5, 2000.0), 1e-11);
    split_block(((items as f64 * per_item) as u64).div_ceil(256))
}

/// Drops the fraction of m, then whole words of 64 bits; k the nearest to log2(1/p); h1 + i h2 modulo 2^63, then m.
fn guava(items: u64, target: f64) -> Structure {
    let bits = (textbook_bits(items, target) as u64).next_multiple_of(64);
    positions(HashingScheme::Double, bits, nearest(-libm::log2(target)))
}

/// Drops the fraction of m, k from that, then whole words of 64 bits; a + i h2 with a = (2^31 − 1) h1, in 64 bits, which its
/// hashes of 32 bits do not overflow.
fn spark(items: u64, target: f64) -> Structure {
    let asked = textbook_bits(items, target) as u64;
    let hashes = nearest(asked as f64 / items as f64 * LN_2);
    positions(HashingScheme::Double, asked.next_multiple_of(64), hashes)
}

/// `ParquetProperties.DEFAULT_MAX_BLOOM_FILTER_BYTES`, 1 MiB, whatever is asked for.
const PARQUET_JAVA_MOST: (Structure, &str) = {
    let most = Structure::Positions { scheme: HashingScheme::SplitBlock(32), bits: 1 << 23, hashes: 8 };
    (most, "parquet.bloom.filter.max.bytes")
};

/// −8n/ln(1 − p^(1/8)) bits, of which rounding clears bit 8, then the next power of two of bytes from 32 B to 128 MiB.
/// The class alone: its writer stops at [`PARQUET_JAVA_MOST`].
fn parquet_java(items: u64, target: f64) -> Structure {
    let real = -8.0 * items as f64 / libm::log1p(-libm::pow(target, 0.125));
    let bits = (((real as u64).min(1 << 30) + 255) & !256).max(256);
    split_block((bits / 8).next_power_of_two().min(1 << 27) / 32)
}
