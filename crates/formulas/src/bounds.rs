//! What any filter needs: bits an item at a rate p, whatever its construction.
//!
//! * Static (Carter, Floyd, Gill, Markowsky, Wegman, *Exact and approximate membership testers*, 1978): a filter of n items
//!   out of u accepts at most v = n + p(u − n) of them, and every set must lie in one of these: at least
//!   log2[C(u, n)/C(v, n)] bits ([`static_in_universe`]); n log2(1/p) for u → ∞ ([`static_limit`]).
//! * Dynamic, with insertions and deletions (Kuszmaul, Liang, Zhou 2025): n(log2(1/p) + log2 e) − o(n) bits as p → 0
//!   ([`dynamic_limit`]), which sets of fingerprints reach ([`fingerprint_set`]). At p = 0.1 it is not proved.
//! * Where inserting an item twice or deleting an item that was not inserted must do no harm, no small filter does: at least
//!   ½(1 − p − 1/n) log2 C(u, n) − O(n) bits (Agarwala, Even 2024).
//! * An ordinary Bloom filter with a real number of hash functions takes log2(1/p)/ln 2 ([`bloom_limit`]).

use bloomlab_numbers::{Analytic, AnalyticArithmetic};
use bloomlab_occupancy::{OutOfDomain, Parameter};

/// log2(1/p): bits an item of a static filter, in an infinite universe. Domain: 0 < p ≤ 1.
pub fn static_limit<A: AnalyticArithmetic>(a: &A, rate: A::Number) -> A::Number {
    (a.zero() - rate.ln()) / a.integer(2).ln()
}

/// log2(1/p) + log2 e: bits an item where items come and go, as p → 0. Domain: 0 < p ≤ 1.
pub fn dynamic_limit<A: AnalyticArithmetic>(a: &A, rate: A::Number) -> A::Number {
    (a.one() - rate.ln()) / a.integer(2).ln()
}

/// log2(1/p)/ln 2: bits an item of an ordinary Bloom filter of many bits, half full. Domain: 0 < p ≤ 1.
pub fn bloom_limit<A: AnalyticArithmetic>(a: &A, rate: A::Number) -> A::Number {
    static_limit(a, rate) / a.integer(2).ln()
}

/// log2[C(u, n)/C(⌊n + p(u − n)⌋, n)]/n: bits an item of a static filter of n items out of u, in double precision.
///
/// Relative error below 1e-12.
///
/// # Errors
/// [`OutOfDomain`] unless 1 ≤ n ≤ u and 0 < p < 1.
pub fn static_in_universe(universe: u64, items: u64, rate: f64) -> Result<f64, OutOfDomain> {
    Parameter::Items.within(items, 1..=universe)?;
    check(rate)?;
    let (u, n) = (universe as f64, items as f64);
    let accepted = libm::floor(n + rate * (u - n));
    Ok((ln_binomial(u, n) - ln_binomial(accepted, n)) / n / std::f64::consts::LN_2)
}

/// log2 C(n/p, n)/n: bits an item of a set of n fingerprints with n/p values, in double precision.
///
/// Relative error below 1e-12.
///
/// # Errors
/// [`OutOfDomain`] unless n ≥ 1 and 0 < p < 1.
pub fn fingerprint_set(items: u64, rate: f64) -> Result<f64, OutOfDomain> {
    Parameter::Items.within(items, 1..=bloomlab_occupancy::MAX_SIZE)?;
    check(rate)?;
    let n = items as f64;
    Ok(ln_binomial(n / rate, n) / n / std::f64::consts::LN_2)
}

fn check(rate: f64) -> Result<(), OutOfDomain> {
    if rate > 0.0 && rate < 1.0 {
        return Ok(());
    }
    Err(OutOfDomain::new(Parameter::Target, rate, "0 < target < 1"))
}

/// ln C(x, n) for real x ≥ n ≥ 0, by Stirling's formula with its remainders: differences of ln Γ would cancel.
fn ln_binomial(x: f64, n: f64) -> f64 {
    let rest = x - n;
    if n == 0.0 || rest <= 0.0 {
        return 0.0;
    }
    let leading = n * libm::log(x / n) - rest * libm::log1p(-n / x);
    let width = 0.5 * libm::log(x / (2.0 * std::f64::consts::PI * n * rest));
    leading + width + remainder(x) - remainder(n) - remainder(rest)
}

/// ln Γ(y + 1) − (y + ½) ln y + y − ½ ln 2π, y > 0.
pub(crate) fn remainder(y: f64) -> f64 {
    if y < 30.0 {
        let stirling = (y + 0.5) * libm::log(y) - y + 0.5 * libm::log(2.0 * std::f64::consts::PI);
        return libm::lgamma(y + 1.0) - stirling;
    }
    let square = y * y;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / y
}
