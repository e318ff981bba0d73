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
use crate::{Filter, Parameters, finite};

/// [`finite::deletability`] in double precision.
///
/// Above 1/2 from the positive sum for its complement, below from inclusion–exclusion, whose terms then add up to
/// little more than the result. DlBF has only the latter.
///
/// # Errors
/// [`NotInDouble::OutOfRange`] for a DlBF with k > 24 or C^k > 2^1000.
pub fn deletability(p: &Parameters) -> Result<f64, NotInDouble> {
    in_range(p)?;
    Ok(match stable::non_deletability(&Double, p, DOUBLE_TAIL) {
        Some(not) if not < 0.5 => 1.0 - not,
        _ => finite::deletability(&Double, p),
    })
}

/// [`finite::rate`] in double precision: n + r items stored, none deleted.
///
/// # Errors
/// As for [`rate_after_deletions`]; for k ≤ 16 never.
pub fn rate(p: &Parameters) -> Result<f64, NotInDouble> {
    rate_after_deletions(&p.before_deletions())
}

/// [`finite::rate_after_deletions`] in double precision.
///
/// By positive sums ([`stable`]) where there are any. For a DlBF after deletions the alternating sum is left: its
/// terms add up to at most about 4^k, so the relative error is below 4^k·2^−52/rate.
///
/// # Errors
/// [`NotInDouble::Cancels`] where that exceeds 2^−20, about 1e-6, and [`NotInDouble::OutOfRange`] as for
/// [`deletability`]: evaluate [`finite::rate_after_deletions`] in certified or multiprecision arithmetic instead.
pub fn rate_after_deletions(p: &Parameters) -> Result<f64, NotInDouble> {
    if let Some(rate) = stable::rate_after_deletions(&Double, p, DOUBLE_TAIL) {
        return Ok(rate);
    }
    in_range(p)?;
    let rate = finite::rate_after_deletions(&Double, p);
    let least = (1_u64 << (2 * p.hashes().min(31))) as f64 / 4_294_967_296.0; // 4^k · 2^−32
    // written so that NaN is refused
    if rate >= least { Ok(rate) } else { Err(NotInDouble::Cancels { hashes: p.hashes(), rate, least }) }
}

/// The sums over sets of regions have factors as large, and as small, as C^(±k).
fn in_range(p: &Parameters) -> Result<(), NotInDouble> {
    let bits_of_cells = u64::from(p.cells().ilog2() + 1);
    match p.filter() {
        Filter::DlBf { .. } if p.hashes() > 24 || p.hashes() * bits_of_cells > 1000 => {
            Err(NotInDouble::OutOfRange { hashes: p.hashes(), cells: p.cells() })
        }
        _ => Ok(()),
    }
}

/// Double precision cannot give a value.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NotInDouble {
    /// The alternating sum for a rate cancels.
    #[error(
        "k = {hashes}: the alternating sum for the rate is {rate:e} in double precision, and six digits need \
         4^k · 2^-32 = {least:e}; use certified arithmetic"
    )]
    Cancels {
        /// k.
        hashes: u64,
        /// What the sum gave; no digit of it need be right.
        rate: f64,
        /// The least sum with six certain digits.
        least: f64,
    },
    /// The factors of the sum leave the range of a double, or its terms are too many.
    #[error("k = {hashes}, C = {cells} cells: k must be at most 24 and C^k at most 2^1000; use certified arithmetic")]
    OutOfRange {
        /// k.
        hashes: u64,
        /// C.
        cells: u64,
    },
}
