//! Split blocks as Parquet, Impala and Kudu have them, eight words of 32 bits a block: how many a target rate needs.
//!
//! The rate is the mean of (1 − (1 − 1/32)^J)^8 over the items J of a block. By Jensen's inequality it is at least
//! (1 − (1 − 1/(32b))^n)^8 ≥ (1 − e^(−n/32b))^8, so that a target p needs b ≥ n/(−32 ln(1 − p^(1/8))) blocks. This bound is
//! the very rule that Parquet writers and older Impala size by: their filters miss the target wherever rounding up to a power
//! of two does not correct that.

use bloomlab_numbers::{
    Analytic, AnalyticArithmetic, Double, MAX_SIZE, Refused, Target, contour::Bounded, search::try_least,
};

use crate::blocked::{self, BlockedLoad};

/// k: the words of a block, each with one bit of an item.
pub const WORDS: u64 = 8;
/// W: the bits of a word.
pub const WORD_BITS: u64 = 32;
/// B: the bits of a block.
pub const BLOCK_BITS: u64 = WORDS * WORD_BITS;
/// The most blocks that the rule of Parquet writers gives: 128 MiB.
const MOST_RULED_BLOCKS: u64 = (128 << 20) / (BLOCK_BITS / 8);

/// The share by which the bound is rounded down, so that its own rounding errors never exceed it.
const BOUND_SLACK: f64 = 1e-12;

/// A filter of `blocks` blocks that holds `items` items.
/// Domain: 1 ≤ b and 256b, n ≤ 2^63 − 1.
pub fn load(blocks: u64, items: u64) -> Result<BlockedLoad, Refused> {
    BlockedLoad::split(blocks.saturating_mul(BLOCK_BITS), WORD_BITS, items, WORDS)
}

/// 8/(−ln(1 − p^(1/8))): the bits an item that the rule in use takes before it rounds, and a lower bound of what is needed.
///
/// Domain: 0 < p < 1. Relative error in [`Double`] below 1e-14 for p ≥ 1e-100.
pub fn ruled_bits_per_item<A: AnalyticArithmetic>(a: &A, target: A::Number) -> A::Number {
    let minus_ln_fill = a.zero() - target.ln() / a.integer(WORDS);
    a.integer(WORDS) / (a.zero() - a.one_minus_exp_minus(minus_ln_fill).ln())
}

/// The blocks that Parquet writers and older Impala allocate: −8n/ln(1 − p^(1/8)) bits without their fraction, in bytes without
/// theirs, up to the next power of two within 32 bytes … 128 MiB. In double precision, operation by operation as there.
/// Domain: 0 < p < 1.
pub fn ruled_blocks(items: u64, target: f64) -> Result<u64, Refused> {
    Target::new(target)?;
    Ok(allocated(items, target))
}

/// [`ruled_blocks`] of a p that is known to lie in (0, 1).
pub fn allocated(items: u64, target: f64) -> u64 {
    let bits = -8.0 * items as f64 / libm::log1p(-libm::pow(target, 0.125));
    let bytes = (bits as u64 / 8).clamp(BLOCK_BITS / 8, MOST_RULED_BLOCKS * BLOCK_BITS / 8);
    bytes.next_power_of_two() * 8 / BLOCK_BITS
}

/// The fewest blocks b for which `meets(b, n)` holds: from the lower bound in steps that double, then by bisection.
///
/// `meets` says if the rate of a load is at most the target; the exact rate falls in b. Domain: 0 < p < 1, 256b and n at most 2^63 − 1.
pub fn fewest_blocks<E: From<Refused>>(
    items: u64,
    target: f64,
    meets: impl Fn(BlockedLoad) -> Result<bool, E>,
) -> Result<u64, E> {
    Target::new(target)?;
    load(1, items)?;
    let bound = items as f64 * ruled_bits_per_item(&Double, target) / BLOCK_BITS as f64 * (1.0 - BOUND_SLACK);
    let most = MAX_SIZE / BLOCK_BITS;
    let enough = |blocks: u64| meets(load(blocks, items)?);
    let from = (libm::floor(bound.min(most as f64)) as u64).max(1);
    let found = try_least(from, from..=most, enough)?;
    found.ok_or_else(|| Refused::new("items", items, "bits ≤ 2^63 − 1 to keep the target").into())
}

/// The bits an item that the target needs in a filter of many blocks, by bisection on [`blocked::limit`] in double precision.
///
/// Relative error below 1e-9. Domain: 0 < p < 1, at most what a mean load of 700 items has.
pub fn bits_per_item(target: f64) -> Result<f64, Refused> {
    bits_per_item_by(target, |load| blocked::limit(&Double, load))
}

/// The fewest bits an item for which `rate`, which falls in the blocks at a mean load and is never below the bound, keeps the
/// target.
pub(crate) fn bits_per_item_by(
    target: f64,
    rate: impl Fn(BlockedLoad) -> Result<Bounded<f64>, Refused>,
) -> Result<f64, Refused> {
    const ITEMS: u64 = 1 << 40;
    let meets = |load| Ok::<_, Refused>(rate(load)?.value <= target);
    let blocks = fewest_blocks(ITEMS, target, meets)?;
    Ok(blocks as f64 * BLOCK_BITS as f64 / ITEMS as f64)
}
