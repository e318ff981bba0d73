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
use bloomlab_occupancy::{MAX_SIZE, Sampling};

use crate::Load;

/// The most hash functions for which the correction is tried: with more it cancels at every usual size.
const MAX_HASHES: usize = 32;

const MAX_ERROR: f64 = 5e-13;

/// The rate from which on down the factors of a term may be subnormal.
const LEAST: f64 = 1e-290;

/// The exact rate in double precision, where the correction gives it with a relative error below 5e-13: ten to a hundred times faster
/// than [`exact::rate`](crate::exact::rate), for k up to 7 from some hundred bits on, 10 from 2^16, 14 from some million. `None`
/// elsewhere, and without replacement.
///
/// ```
/// use bloomlab_formulas::{Load, correction, exact};
///
/// let load = Load::new(10_000_000, 1_000_000, 7)?;
/// let (quick, rate) = (correction::rate(load), exact::rate(&bloomlab_numbers::Double, load).unwrap());
/// assert!((quick.unwrap() / rate - 1.0).abs() < 1e-12);
/// # Ok::<(), bloomlab_occupancy::OutOfDomain>(())
/// ```
pub fn rate(load: Load) -> Option<f64> {
    let rate = corrected(load).filter(|rate| rate.error_bound <= MAX_ERROR * rate.value && rate.value > LEAST)?;
    Some(rate.value.min(1.0))
}

/// The rate and a bound on its error; `None` outside 64 k ≤ m and k ≤ [`MAX_HASHES`].
///
/// The bound counts roundings of 2^−52: 10 k + 20 in the first sum, whose terms have k factors; in each term of the second
/// 4 k (1 − ln q) for the powers of q, whose logarithm is rounded, and 40 for the rest.
fn corrected(load: Load) -> Option<Bounded<f64>> {
    let (bits, hashes) = (load.bits(), load.hashes());
    let k = usize::try_from(hashes).ok().filter(|k| *k <= MAX_HASHES)?;
    if load.sampling() == Sampling::WithoutReplacement || !(64 * hashes..=MAX_SIZE).contains(&bits) {
        return None;
    }
    let (one_bit, balls) = (1.0 / bits as f64, load.balls() as f64);
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
fn distinct(k: usize, one_bit: f64) -> [f64; MAX_HASHES + 1] {
    let mut distinct = [0.0; MAX_HASHES + 1];
    distinct[0] = 1.0;
    for drawn in 0..k {
        for d in (0..=drawn).rev() {
            let occupied = d as f64 * one_bit;
            distinct[d + 1] += distinct[d] * (1.0 - occupied);
            distinct[d] *= occupied;
        }
    }
    distinct
}

/// E C(D, j), j = 0 … k: the coefficients of E (1 + x)^D.
fn subsets(k: usize, distinct: &[f64; MAX_HASHES + 1]) -> [f64; MAX_HASHES + 1] {
    let mut coefficients = [0.0; MAX_HASHES + 1];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exact, inclusion_exclusion};
    use bloomlab_exact::certify;
    use bloomlab_numbers::Double;

    /// Sizes from 64 bits to 2^58, k from 1 to 32, filters from nearly empty to overfull.
    fn loads() -> impl Iterator<Item = Load> {
        let bits = [64, 450, 1000, 4096, 99_991, 10_000_019, 1 << 32, 1 << 58];
        let sizes = bits.into_iter().flat_map(|bits| [1, 2, 3, 5, 7, 10, 14, 20, 32].map(|hashes| (bits, hashes)));
        sizes.flat_map(|(bits, hashes)| {
            let items = |load: f64| (load * bits as f64 / hashes as f64) as u64;
            [0.01, 0.2, 0.693, 2.0, 9.0].map(|load| Load::new(bits, items(load), hashes).unwrap())
        })
    }

    #[test]
    fn the_error_lies_within_its_bound() {
        let (mut taken, mut tried) = (0, 0);
        for load in loads().filter(|load| load.items() > 0) {
            let Some(quick) = corrected(load) else { continue };
            let truth = certify(20, |a| inclusion_exclusion::rate(a, load)).unwrap().to_f64();
            let error = (quick.value - truth).abs();
            assert!(error <= quick.error_bound, "{load:?}: {error} above {}", quick.error_bound);
            tried += 1;
            taken += u32::from(rate(load).is_some());
        }
        assert!(tried > 200 && taken > 100, "{taken} of {tried} taken");
    }

    #[test]
    fn it_is_the_exact_rate_where_it_is_taken() {
        for load in loads() {
            let exact = exact::rate(&Double, load).unwrap();
            let quick = rate(load).unwrap_or(exact);
            assert!((quick - exact).abs() <= 1e-12 * exact, "{load:?}: {quick}, {exact}");
            assert_eq!(load.without_replacement().ok().and_then(rate), None);
        }
    }

    #[test]
    fn usual_filters_are_quick() {
        for (bits, items, hashes) in [(448, 45, 7), (1 << 16, 4000, 10), (1 << 22, 1 << 18, 14), (1 << 40, 1 << 36, 11)]
        {
            let load = Load::new(bits, items, hashes).unwrap();
            assert!(rate(load).is_some(), "{load:?}: {:?}", corrected(load));
        }
    }
}
