//! The estimates in RocksDB's documentation and statistics for its filters of cache lines of 512 bits, to be set against the exact rate,
//! [`blocked::rate`](crate::blocked::rate) of plain blocks.
//!
//! The functions are those of the library's `bloom_impl.h`, with their names in its terms: c = m/n is *bits per key*.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Number, Refused};

use crate::Load;

/// B: the bits of a cache line.
pub const LINE_BITS: u64 = 512;

/// `CacheLocalFpRate`: \[s(λ + √λ) + s(λ − √λ)\]/2, s(x) = (1 − e^(−kx/512))^k the rate of a line of x items, λ = 512/c items in
/// the mean line. Two loads stand for a Poisson distribution: too low, and the more so the lower the rate.
///
/// Relative error in [`bloomlab_numbers::Double`] below 4(k + 2)·2^−52.
/// Domain: λ > 1, that is m < 512n: the library takes the root of a mean load below 1 as larger than it.
pub fn cache_local_rate<A: AnalyticArithmetic>(a: &A, load: Load) -> Result<A::Number, Refused> {
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    if u128::from(bits) >= u128::from(LINE_BITS) * u128::from(items) {
        return Err(Refused::new("bits", bits, format!("bits < {LINE_BITS} · items with items = {items}")));
    }
    let mean = a.integer(LINE_BITS) * a.ratio(items, bits);
    let deviation = (mean.ln() / a.integer(2)).exp();
    let line = |held: A::Number| a.one_minus_exp_minus(held * a.ratio(hashes, LINE_BITS)).pow(hashes);
    Ok((line(mean.clone() + &deviation) + line(mean - deviation)) / a.integer(2))
}

/// `ChooseNumProbes`: the k that the library takes, by the thousandths of a bit per key.
pub fn hashes(millibits_per_key: u64) -> u64 {
    /// The most thousandths for k = 1, 2, ….
    const MOST: [u64; 12] = [2080, 3580, 5100, 6640, 8300, 10_070, 11_720, 14_001, 16_050, 18_300, 22_001, 25_501];
    match MOST.iter().position(|most| millibits_per_key <= *most) {
        Some(below) => below as u64 + 1,
        None if millibits_per_key > 50_000 => 24,
        None => (millibits_per_key - 1) / 2000 - 1,
    }
}
