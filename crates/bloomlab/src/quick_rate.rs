//! The exact rate from the classic formula and a correction with positive and negative terms, which is small.
//!
//! Let N = kn, q = (1 − 1/m)^N, and D the number of distinct bits that a query asks for. By inclusion–exclusion (Christensen,
//! Roginsky, Jimeno, 2010, eq. 17) the rate is E Σ_j (−1)^j C(D, j) (1 − j/m)^N. The probability that j given bits are clear is
//! close to that of independent bits: (1 − j/m)^N = q^j (1 − δ_j), where
//!
//! δ_j = 1 − exp(−N g_j), g_j = j ln(1 − 1/m) − ln(1 − j/m) = Σ_(p ≥ 2) (j^p − j)/(p m^p).
//!
//! So the rate is E (1 − q)^D − Σ_(j ≥ 2) (−1)^j E C(D, j) q^j δ_j. The first sum has positive terms only. Those of the second
//! cancel, but they are of the order of 1/m: what their cancellation costs is known from their sum without signs.

use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::{MAX_HASHES, rate};

/// The most hash functions for which the correction is tried: with more it cancels at every usual size.
const MAX_QUICK: usize = 32;

/// The largest relative error with which the correction is taken.
const MAX_ERROR: f64 = 5e-13;

/// The exact rate of [`rate`], ten to a hundred times faster for filters of usual size: k up to 7 from some hundred bits on, 10 from
/// 2^16, 14 from some million.
///
/// Elsewhere it is [`rate`] itself. Accuracy and domain are those of [`rate`]; the last digits of a double are not.
///
/// # Errors
/// As [`rate`].
///
/// ```
/// let (quick, rate) = (bloomlab::quick_rate(10_000_000, 1_000_000, 7)?, bloomlab::rate(10_000_000, 1_000_000, 7)?);
/// assert!((quick / rate - 1.0).abs() < 1e-12);
/// # Ok::<(), bloomlab::OutOfDomain>(())
/// ```
pub fn quick_rate(bits: u64, items: u64, hashes: u64) -> Result<f64, OutOfDomain> {
    Parameter::Hashes.within(hashes, 1..=MAX_HASHES)?;
    let balls = hashes.checked_mul(items).filter(|balls| *balls <= bloomlab_occupancy::MAX_SIZE);
    let corrected = balls.and_then(|balls| corrected(bits, balls, hashes));
    match corrected.filter(|rate| rate.error_bound <= MAX_ERROR * rate.value && rate.value > 1e-290) {
        Some(rate) => Ok(rate.value.min(1.0)),
        None => rate(bits, items, hashes),
    }
}

/// The rate after `balls` balls; `None` outside 64 k ≤ m ≤ 2^63 − 1 and k ≤ [`MAX_QUICK`].
///
/// The bound counts roundings of 2^−52: 10 k + 20 in the first sum, whose terms have k factors; in each term of the second
/// 4 k (1 − ln q) for the powers of q, whose logarithm is rounded, and 40 for the rest.
fn corrected(bits: u64, balls: u64, hashes: u64) -> Option<Bounded<f64>> {
    let k = usize::try_from(hashes).ok().filter(|k| *k <= MAX_QUICK)?;
    if !(64 * hashes..=bloomlab_occupancy::MAX_SIZE).contains(&bits) {
        return None;
    }
    let (one_bit, balls) = (1.0 / bits as f64, balls as f64);
    let ln_clear = balls * libm::log1p(-one_bit);
    let (clear, set) = (libm::exp(ln_clear), -libm::expm1(ln_clear) + 0.0);
    let distinct = distinct(k, one_bit);
    let classic = distinct[..=k].iter().rev().fold(0.0, |sum, probability| sum * set + probability);

    let subsets = subsets(k, &distinct);
    let (mut correction, mut size, mut power, mut sign) = (0.0, 0.0, clear, 1.0);
    for (j, subsets) in (0..).zip(&subsets[..=k]).skip(2) {
        power *= clear;
        let term = subsets * power * one_minus_exp_minus(balls * excess(f64::from(j), one_bit));
        correction += sign * term;
        size += term;
        sign = -sign;
    }
    let k = hashes as f64;
    let roundings = (10.0 * k + 20.0) * classic + (4.0 * k * (1.0 - ln_clear) + 40.0) * size;
    Some(Bounded { value: classic - correction, error_bound: roundings * f64::EPSILON })
}

/// Pr\[D = d\], d = 0 … k: k balls occupy d of the bins, of which each has the share `one_bit`.
fn distinct(k: usize, one_bit: f64) -> [f64; MAX_QUICK + 1] {
    let mut law = [0.0; MAX_QUICK + 1];
    law[0] = 1.0;
    for drawn in 0..k {
        for d in (0..=drawn).rev() {
            let occupied = d as f64 * one_bit;
            law[d + 1] += law[d] * (1.0 - occupied);
            law[d] *= occupied;
        }
    }
    law
}

/// E C(D, j), j = 0 … k: the coefficients of E (1 + x)^D.
fn subsets(k: usize, distinct: &[f64; MAX_QUICK + 1]) -> [f64; MAX_QUICK + 1] {
    let mut coefficients = [0.0; MAX_QUICK + 1];
    for d in (0..=k).rev() {
        for j in (1..=k - d).rev() {
            coefficients[j] += coefficients[j - 1];
        }
        coefficients[0] += distinct[d];
    }
    coefficients
}

/// g_j, where j/m ≤ 1/64: the ratio of its terms.
fn excess(j: f64, one_bit: f64) -> f64 {
    let (mut sum, mut bits, mut power) = (0.0, j * one_bit * one_bit, j);
    for p in 2..=13 {
        let term = bits * (power - 1.0) / f64::from(p);
        sum += term;
        if term < 1e-18 * sum {
            break;
        }
        (bits, power) = (bits * one_bit, power * j);
    }
    sum
}

/// 1 − e^(−x), x ≥ 0; by its series where three terms have all digits.
fn one_minus_exp_minus(x: f64) -> f64 {
    if x < 1e-5 { x * (1.0 - x * (0.5 - x / 6.0)) } else { -libm::expm1(-x) }
}

#[cfg(all(test, feature = "exact"))]
mod tests {
    use super::*;
    use crate::certified_rate;
    use bloomlab_occupancy::MAX_SIZE;

    /// Sizes from 64 bits to 2^58, k from 1 to 32, filters from nearly empty to overfull.
    fn filters() -> impl Iterator<Item = (u64, u64, u64)> {
        let bits = [64, 450, 1000, 4096, 99_991, 10_000_019, 1 << 32, 1 << 58];
        let sizes = bits.into_iter().flat_map(|bits| [1, 2, 3, 5, 7, 10, 14, 20, 32].map(|hashes| (bits, hashes)));
        sizes.flat_map(|(bits, hashes)| {
            let loads = [0.01, 0.2, 0.693, 2.0, 9.0].map(|load| (load * bits as f64 / hashes as f64) as u64);
            loads.map(|items| (bits, items, hashes))
        })
    }

    #[test]
    fn the_error_lies_within_its_bound() {
        let (mut taken, mut tried) = (0, 0);
        for (bits, items, hashes) in filters().filter(|(_, items, _)| *items > 0) {
            let Some(quick) = corrected(bits, hashes * items, hashes) else { continue };
            let truth = certified_rate(bits, items, hashes, 20).unwrap().to_f64();
            let error = (quick.value - truth).abs();
            assert!(error <= quick.error_bound, "{bits} {items} {hashes}: {error} above {}", quick.error_bound);
            tried += 1;
            taken += u32::from(quick.error_bound <= MAX_ERROR * quick.value);
        }
        assert!(tried > 200 && taken > 100, "{taken} of {tried} taken");
    }

    #[test]
    fn it_is_the_rate_at_every_size() {
        for (bits, items, hashes) in filters() {
            let (quick, rate) = (quick_rate(bits, items, hashes).unwrap(), rate(bits, items, hashes).unwrap());
            assert!((quick - rate).abs() <= 1e-12 * rate, "{bits} {items} {hashes}: {quick}, {rate}");
        }
        for (bits, items, hashes) in [(0, 1, 1), (8, 1, 0), (8, 1, 513), (8, MAX_SIZE, 2), (u64::MAX, 1, 1)] {
            assert_eq!(quick_rate(bits, items, hashes), rate(bits, items, hashes));
        }
    }

    #[test]
    fn usual_filters_are_quick() {
        for (bits, items, hashes) in [(448, 45, 7), (1 << 16, 4000, 10), (1 << 22, 1 << 18, 14), (1 << 40, 1 << 36, 11)]
        {
            let quick = corrected(bits, hashes * items, hashes).unwrap();
            assert!(quick.error_bound <= MAX_ERROR * quick.value, "{bits} {items} {hashes}: {quick:?}");
        }
    }
}
