//! The exact forms in double precision, each by the route that keeps its digits.
//!
//! Against certified values (m from 512 to 2^40, k from 1 to 16, loads from 1e-3 to 80, r/n up to 4), relative:
//!
//! | | largest error |
//! |---|---|
//! | [`deletability`], all but DlBF | 1.5e-14 |
//! | [`deletability`], DlBF, k ≤ 8 (k = 16) | 6e-14 (6e-12) |
//! | [`rate`], every filter, and [`rate_after_deletions`], all but DlBF | 4e-14 |
//! | [`rate_after_deletions`], DlBF | below 4^k·2^−52/rate, see there |

use numbers::Double;

use crate::stable::{self, DOUBLE_TAIL};
use crate::{Parameters, finite};

/// [`finite::deletability`] in double precision.
///
/// Above 1/2 from the positive sum for its complement, below from inclusion–exclusion, whose terms then add up to
/// little more than the result.
pub fn deletability(p: &Parameters) -> f64 {
    match stable::non_deletability(&Double, p, DOUBLE_TAIL) {
        Some(not) if not < 0.5 => 1.0 - not,
        _ => finite::deletability(&Double, p),
    }
}

/// [`finite::rate`] in double precision: n + r items stored, none deleted.
///
/// # Errors
/// As for [`rate_after_deletions`]; for k ≤ 16 never.
pub fn rate(p: &Parameters) -> Result<f64, Cancellation> {
    rate_after_deletions(&p.before_deletions())
}

/// [`finite::rate_after_deletions`] in double precision.
///
/// By positive sums ([`stable`]) where there are any. For a DlBF after deletions the alternating sum is left: its
/// terms add up to at most about 4^k, so the relative error is below 4^k·2^−52/rate.
///
/// # Errors
/// [`Cancellation`] where that exceeds 2^−20, about 1e-6: evaluate [`finite::rate_after_deletions`] in certified or
/// multiprecision arithmetic instead.
pub fn rate_after_deletions(p: &Parameters) -> Result<f64, Cancellation> {
    if let Some(rate) = stable::rate_after_deletions(&Double, p, DOUBLE_TAIL) {
        return Ok(rate);
    }
    let rate = finite::rate_after_deletions(&Double, p);
    let least = LEAST_PER_TERM * (1_u128 << (2 * p.hashes().min(63))) as f64;
    // written so that NaN is refused
    if rate >= least { Ok(rate) } else { Err(Cancellation { hashes: p.hashes(), rate, least }) }
}

/// 2^−32, so that 4^k·2^−52/rate ≤ 2^−20.
const LEAST_PER_TERM: f64 = 1.0 / 4_294_967_296.0;

/// Double precision cannot give a rate: its alternating sum cancels.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "k = {hashes}: the alternating sum for the rate gives {rate:e} in double precision, which six digits need to be at \
     least 4^k · 2^-32 = {least:e}; use certified arithmetic"
)]
pub struct Cancellation {
    /// k.
    pub hashes: u64,
    /// What the sum gave; no digit of it need be right.
    pub rate: f64,
    /// The least sum with six certain digits.
    pub least: f64,
}
