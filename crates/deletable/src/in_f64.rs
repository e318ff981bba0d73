//! The exact forms in double precision, each by the route that keeps its digits.
//!
//! Accuracy, against certified values (every m, k from 1 to 16): see
//! [`accuracy`](crate::accuracy).

use bloomlab_numbers::{Arithmetic, DeletableKind, Double, Number};

use crate::poisson::lets_go;
use crate::positive::{self, DOUBLE_TAIL};
use crate::{Parameters, finite};

/// [`finite::deletability`] in double precision.
///
/// Above 1/2 from the positive sum for its complement, below from inclusion–exclusion, whose terms then add up to
/// little more than the result. DlBF has only the latter.
/// [`NotInDouble::OutOfRange`] for a DlBF with k > 24, with C^k > 2^1000, or where probabilities below 2^−1000 would count:
/// those that all items miss the bits of one region, or of several (from bλ > 693).
pub fn deletability(p: &Parameters) -> Result<f64, NotInDouble> {
    if p.always_deletable() {
        return Ok(1.0);
    }
    if is_full(p, p.inserted()) {
        return Ok(0.0);
    }
    match (p.kind(), positive::non_deletability(&Double, p, DOUBLE_TAIL)) {
        (DeletableKind::Dlbf { region_bits }, _) => in_range(p, region_bits, finite::deletability),
        (_, Some(not)) if not < 0.5 => Ok(1.0 - not),
        _ => Ok(finite::deletability(&Double, p)),
    }
}

/// [`finite::rate`] in double precision: n + r items stored, none deleted.
/// It never fails: the errors of [`rate_after_deletions`] need r ≥ 1.
pub fn rate(p: &Parameters) -> Result<f64, NotInDouble> {
    rate_after_deletions(&p.before_deletions())
}

/// [`finite::rate_after_deletions`] in double precision.
///
/// By positive sums ([`positive`]) where there are any. For a DlBF after deletions the alternating sum is left: its
/// terms add up to at most about 4^k, so the relative error is below
/// [`accuracy::region_rate_after_deletions`](crate::accuracy::region_rate_after_deletions), 4^k·2^−52/rate.
/// For a DlBF with r ≥ 1 only: [`NotInDouble::Cancels`] where that exceeds 2^−20, about 1e-6, and
/// [`NotInDouble::OutOfRange`] as for [`deletability`]: evaluate [`finite::rate_after_deletions`] in certified or
/// multiprecision arithmetic instead.
pub fn rate_after_deletions(p: &Parameters) -> Result<f64, NotInDouble> {
    if p.is_empty_again() {
        return Ok(0.0);
    }
    if is_full(p, p.items_with_a_trace()) {
        return Ok(1.0);
    }
    match p.kind() {
        DeletableKind::Dlbf { region_bits } if p.deleted() > 0 => {
            let rate = in_range(p, region_bits, finite::rate_after_deletions)?;
            let least = (1_u64 << (2 * p.hashes())) as f64 / 4_294_967_296.0; // 4^k · 2^−32; k ≤ 24
            if rate >= least { Ok(rate) } else { Err(NotInDouble::Cancels { hashes: p.hashes(), rate, least }) }
        }
        // where the positive sum has too many terms the rate is above 0.99, and the alternating one has nothing to cancel
        _ => Ok(positive::rate_after_deletions(&Double, p, DOUBLE_TAIL)
            .unwrap_or_else(|| finite::rate_after_deletions(&Double, p))),
    }
}

/// More than two of `items` − 1 items hit a given cell, except with a probability far below 2^−53.
///
/// That probability is at most items² (1 − 1/C)^(k(items − 3)), which must lie below 1e-280. Every query then matches and
/// no item can be deleted. Where it does not lie below, the sums that follow stay in the range of a double.
fn is_full(p: &Parameters, items: u64) -> bool {
    let most_miss = Double.all_miss(1, p.cells(), p.hashes() * items.saturating_sub(3));
    (items as f64).powi(2) * most_miss < 1e-280
}

/// A sum over sets of regions, where a double can hold its factors: they are as large, and as small, as C^(±k), and as
/// small as the probability that all items miss the jb bits of j regions, for j up to k.
///
/// If that probability underflows, the terms of j regions are lost. They do no harm if they are small: at most 2^k sets
/// of regions, unmarked with probability x^j, x being the Poisson form [`lets_go`], next to the terms x of one region.
fn in_range(p: &Parameters, region_bits: u64, sum: fn(&Double, &Parameters) -> f64) -> Result<f64, NotInDouble> {
    let (hashes, cells) = (p.hashes(), p.cells());
    let bits_of_cells = u64::from(cells.ilog2() + 1);
    let underflows = |bits: u64| Double.all_miss(bits, cells, hashes * p.inserted()) < f64::powi(2.0, -1000);
    let lost = (1..=hashes).find(|j| j * region_bits < cells && underflows(j * region_bits));
    let harmless = |j: u64| lets_go(&Double, p).pow(j - 1) < f64::powi(2.0, -60 - hashes as i32);
    let out_of_range = NotInDouble::OutOfRange { hashes, cells };
    if hashes > 24 || hashes * bits_of_cells > 1000 || lost.is_some_and(|j| !harmless(j)) {
        return Err(out_of_range);
    }
    let value = sum(&Double, p);
    // rounding may lift a probability above 1
    if value.is_finite() { Ok(value.min(1.0)) } else { Err(out_of_range) }
}

/// Double precision cannot give a value.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NotInDouble {
    /// The alternating sum for a rate cancels.
    #[error(
        "with {hashes} hash functions double precision gives {rate:.1e} for the rate after deletions, with an error of up to \
         {error:.1e}: fewer than six right digits", error = least * f64::powi(2.0, -20)
    )]
    Cancels {
        /// k.
        hashes: u64,
        /// The value of the sum; no digit of it need be right.
        rate: f64,
        /// The least sum with six certain digits.
        least: f64,
    },
    /// The factors of the sum leave the range of a double, or its terms are too many.
    #[error(
        "with {hashes} hash functions and {cells} cells a sum over regions leaves the range of double precision, which ends \
         at 24 hash functions, at cells^hashes = 2^1000 and where a few regions stay empty with a probability below 2^-1000"
    )]
    OutOfRange {
        /// k.
        hashes: u64,
        /// C.
        cells: u64,
    },
}
