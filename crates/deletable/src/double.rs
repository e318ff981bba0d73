//! The exact forms in double precision, each by the route that keeps its digits.

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

/// [`finite::rate`] in double precision: `n + r` items stored, none deleted.
pub fn rate(p: &Parameters) -> f64 {
    rate_after_deletions(&p.before_deletions())
}

/// [`finite::rate_after_deletions`] in double precision.
pub fn rate_after_deletions(p: &Parameters) -> f64 {
    stable::rate_after_deletions(&Double, p, DOUBLE_TAIL).unwrap_or_else(|| finite::rate_after_deletions(&Double, p))
}
