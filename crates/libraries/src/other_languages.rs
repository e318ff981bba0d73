//! Libraries in C, C++ and Java: their sizing rules and schemes.

use std::f64::consts::LN_2;

use bloomlab_formulas::walks::HashingScheme;

use crate::Structure;
use crate::rules::{ceil, nearest, positions, split_block, split_block_bits_per_item, textbook_bits};

/// Drops the fraction of m, k rounded up; h1 + i h2 modulo 2^32, then m.
pub(crate) fn libbloom(items: u64, target: f64) -> Structure {
    let per_item = -libm::log(target) / (LN_2 * LN_2);
    positions(HashingScheme::Double, (items as f64 * per_item) as u64, ceil(LN_2 * per_item))
}

/// k, which the user chooses, the nearest to log2(1/p); −k/ln(1 − p^(1/k)) bits an item, whole bytes. The byte and the bit of a
/// position come from upper and lower bits of one multiplicative congruential generator.
pub(crate) fn boost_bloom(items: u64, target: f64) -> Structure {
    let hashes = nearest(-libm::log2(target));
    let per_item = hashes as f64 / -libm::log1p(-libm::pow(target, 1.0 / hashes as f64));
    Structure::BytesAndBits { bytes: ((items as f64 * per_item) as u64).div_ceil(8), hashes }
}

/// Whole blocks of eight words of 32 bits; the bits an item from the Poisson mixture.
pub(crate) fn boost_bloom_multiblock(items: u64, target: f64) -> Structure {
    let per_item = split_block_bits_per_item(32, target, (0.5, 2000.0), 1e-11);
    split_block(((items as f64 * per_item) as u64).div_ceil(256))
}

/// Drops the fraction of m, then whole words of 64 bits; k the nearest to log2(1/p); h1 + i h2 modulo 2^63, then m.
pub(crate) fn guava(items: u64, target: f64) -> Structure {
    let bits = (textbook_bits(items, target) as u64).next_multiple_of(64);
    positions(HashingScheme::Double, bits, nearest(-libm::log2(target)))
}

/// Drops the fraction of m, k from that, then whole words of 64 bits; a + i h2 with a = (2^31 − 1) h1, in 64 bits, which its
/// hashes of 32 bits do not overflow.
pub(crate) fn spark(items: u64, target: f64) -> Structure {
    let asked = textbook_bits(items, target) as u64;
    let hashes = nearest(asked as f64 / items as f64 * LN_2);
    positions(HashingScheme::Double, asked.next_multiple_of(64), hashes)
}

/// `ParquetProperties.DEFAULT_MAX_BLOOM_FILTER_BYTES`, 1 MiB, whatever is asked for.
pub(crate) const PARQUET_JAVA_MOST: (Structure, &str) = {
    let most = Structure::Positions { scheme: HashingScheme::SplitBlock(32), bits: 1 << 23, hashes: 8 };
    (most, "parquet.bloom.filter.max.bytes")
};

/// −8n/ln(1 − p^(1/8)) bits, of which rounding clears bit 8, then the next power of two of bytes from 32 B to 128 MiB.
/// The class alone: its writer stops at [`PARQUET_JAVA_MOST`].
pub(crate) fn parquet_java(items: u64, target: f64) -> Structure {
    let real = -8.0 * items as f64 / libm::log1p(-libm::pow(target, 0.125));
    let bits = (((real as u64).min(1 << 30) + 255) & !256).max(256);
    split_block((bits / 8).next_power_of_two().min(1 << 27) / 32)
}
