//! A filter that holds items.

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, certify};
#[cfg(feature = "exact")]
use bloomlab_formulas::inclusion_exclusion;
#[cfg(feature = "exact")]
use bloomlab_formulas::walks::ExactRate;
use bloomlab_formulas::{Formula, FormulaError, Load, accuracy, exact};
use bloomlab_formulas::{
    walks::finite_hash::finite_rate_in_double,
    walks::{HashingScheme, SchemeLoad, rate_in_double},
};
use bloomlab_numbers::Double;

use super::Filter;
use crate::{Error, LostDigits};

/// The most hash functions of a filter.
pub const MAX_HASHES: u64 = accuracy::EXACT_MOST_HASHES;

/// A filter of m bits that holds n items under k hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct StoredFilter {
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(super) filter: Filter,
    pub(super) items: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) positions: Positions,
}

/// Where the positions of an item come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Positions {
    /// They are drawn, with or without replacement.
    Drawn(Load),
    /// A scheme derives them, from one hash of this many bits where there is a number.
    Derived(SchemeLoad, Option<u64>),
}

impl StoredFilter {
    /// m and k.
    pub(crate) fn shape(self) -> (u64, u64) {
        (self.filter.shape.bits(), self.filter.shape.hashes())
    }

    /// The sizes and the scheme; `None` where positions come from one hash.
    pub(crate) fn scheme_load(self) -> Option<(Load, HashingScheme)> {
        match self.positions {
            Positions::Drawn(load) => Some((load, HashingScheme::Independent)),
            Positions::Derived(load, None) => Some((load.independent(), load.scheme())),
            Positions::Derived(_, Some(_)) => None,
        }
    }

    /// The exact rate of as many independent positions.
    pub(crate) fn independent_rate(self) -> Result<f64, Error> {
        match self.positions {
            Positions::Drawn(load) => drawn(load),
            Positions::Derived(load, _) => drawn(load.independent()),
        }
    }

    pub(crate) fn filter(self) -> Filter {
        self.filter
    }

    pub(crate) fn items(self) -> u64 {
        self.items
    }

    /// The exact false-positive rate.
    ///
    /// Christensen, Roginsky, Jimeno (2010), eq. 17, by positive terms only. Relative error below 1e-12 for k ≤ 60, below 1e-11 for the others. Under a scheme, by the
    /// theorems of [`bloomlab-formulas`](bloomlab_formulas::walks): below 1e-12 for k ≤ 10, below 1e-7 for the others; with a hash of b
    /// bits and more than a thousand items, k²/2^b more.
    pub fn rate(self) -> Result<f64, Error> {
        let rate = match self.positions {
            Positions::Drawn(load) => drawn(load)?,
            Positions::Derived(load, None) => rate_in_double(load)?,
            Positions::Derived(load, Some(hash_bits)) => finite_rate_in_double(load, hash_bits)?,
        };
        in_double(rate, self.items == 0)
    }

    /// The rate that a formula gives, in doubles.
    ///
    /// ```
    /// use bloomlab::{Filter, Formula};
    ///
    /// let filter = Filter::new(32, 5)?.holding(4)?;
    /// assert!((filter.by(Formula::Classic)? / filter.rate()? - 0.9098).abs() < 1e-4);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn by(self, formula: Formula) -> Result<f64, Error> {
        let load = match self.positions {
            Positions::Drawn(load) => load,
            Positions::Derived(load, _) if formula.is_approximation() => load.independent(),
            Positions::Derived(..) => {
                return Err(Error::Incompatible { this: formula.name(), other: super::DERIVED });
            }
        };
        match formula {
            Formula::Exact => self.rate(),
            _ => match formula.rate(&Double, load) {
                Ok(rate) => in_double(rate, self.items == 0),
                Err(FormulaError::Refused(why)) => Err(why.into()),
                Err(_) => Err(Error::Incompatible { this: formula.name(), other: super::DISTINCT }),
            },
        }
    }

    /// [`rate`](Self::rate) with `digits` certified significant digits: in enclosures of rising precision.
    ///
    /// ```
    /// use bloomlab::{Filter, HashingScheme};
    ///
    /// let rate = Filter::new(1 << 40, 11)?.holding(1 << 36)?.certified(30)?;
    /// assert_eq!(rate.decimal(30), "0.000458710730823293902437327234491");
    /// let rate = Filter::new(128, 7)?.under(HashingScheme::DoubleOdd)?.holding(12)?.certified(20)?;
    /// assert_eq!(rate.decimal(20), "0.012103163323246976514");
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    #[cfg(feature = "exact")]
    pub fn certified(self, digits: usize) -> Result<Certified, Error> {
        match self.positions {
            Positions::Drawn(load) => Ok(certify(digits, |a| inclusion_exclusion::rate(a, load))?),
            Positions::Derived(load, None) => {
                let rate = ExactRate::new(load)?;
                Ok(certify(digits, |a| rate.rate(a))?)
            }
            Positions::Derived(load, Some(hash_bits)) => Ok(super::under_scheme::certified(load, hash_bits, digits)?),
        }
    }
}

#[cfg(feature = "exact")]
impl StoredFilter {
    /// The exact rate between the bounds of an arithmetic.
    pub(crate) fn enclosed(self, a: &bloomlab_exact::Enclosures) -> Result<bloomlab_exact::Enclosure, Error> {
        match self.positions {
            Positions::Drawn(load) => Ok(inclusion_exclusion::rate(a, load)),
            Positions::Derived(load, _) => Ok(ExactRate::new(load)?.rate(a)),
        }
    }
}

/// The exact rate of positions that are drawn.
fn drawn(load: Load) -> Result<f64, Error> {
    // rounded to nearest, a sum of probabilities may pass 1 by a unit in the last place
    Ok(exact::rate(&Double, load)?.min(1.0))
}

/// A value in doubles: exactly 0, or with its digits.
pub(super) fn in_double(value: f64, is_zero: bool) -> Result<f64, Error> {
    match value {
        _ if !value.is_finite() => Err(LostDigits::Overflow.into()),
        _ if !(0.0..=1.0 + 1e-9).contains(&value) => Err(LostDigits::Cancellation.into()),
        _ if value < accuracy::EXACT_LEAST && !is_zero => Err(LostDigits::Underflow.into()),
        value => Ok(value),
    }
}
