//! A filter that holds items.

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, certify};
#[cfg(feature = "exact")]
use bloomlab_formulas::inclusion_exclusion;
use bloomlab_formulas::{Formula, FormulaError, Load, accuracy, correction, exact};
use bloomlab_numbers::Double;
#[cfg(feature = "exact")]
use bloomlab_occupancy::Advice;
use bloomlab_occupancy::Parameter;
#[cfg(feature = "exact")]
use bloomlab_schemes::ExactRate;
use bloomlab_schemes::finite_hash::finite_rate_in_double;
use bloomlab_schemes::{SchemeLoad, rate_in_double};

use crate::{Error, LostDigits};

/// The most hash functions of a filter whose rate is asked for in doubles.
pub const MAX_HASHES: u64 = accuracy::EXACT_MOST_HASHES;

/// What answers in place of a rate that takes too long.
#[cfg(feature = "exact")]
pub(super) const FEWER: Advice = Advice::smaller(&[Parameter::Hashes, Parameter::Items]);

/// A filter of m bits that holds n items under k hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct StoredFilter(pub(super) Positions);

/// Where the positions of an item come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Positions {
    /// They are drawn, with or without replacement.
    Drawn(Load),
    /// A scheme derives them, from one hash of this many bits where there is a number.
    Derived(SchemeLoad, Option<u64>),
}

impl StoredFilter {
    /// The filter and its items, where positions are drawn.
    pub(crate) fn drawn_load(self) -> Option<Load> {
        match self.0 {
            Positions::Drawn(load) => Some(load),
            Positions::Derived(..) => None,
        }
    }

    /// The exact false-positive rate.
    ///
    /// Christensen, Roginsky, Jimeno (2010), eq. 17: from the classic formula and a correction where that keeps the digits, else by
    /// positive terms only. Relative error below 1e-12 for k ≤ 60, below 1e-11 up to [`MAX_HASHES`]. Under a scheme, by the
    /// theorems of [`bloomlab-schemes`](bloomlab_schemes): below 1e-12 for k ≤ 10, below 1e-7 for the others; with a hash of b
    /// bits and more than a thousand items, k²/2^b more.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for a k above [`MAX_HASHES`]; [`Error::TooLarge`] under a scheme with many kinds of queries and a
    /// large k; [`Error::LostDigits`] for a rate below 1e-290.
    pub fn rate(self) -> Result<f64, Error> {
        let rate = match self.0 {
            Positions::Drawn(load) => drawn(load)?,
            Positions::Derived(load, None) => rate_in_double(load)?,
            Positions::Derived(load, Some(hash_bits)) => finite_rate_in_double(load, hash_bits)?,
        };
        in_double(rate, self.is_empty())
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
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] outside the formula's domain; [`Error::Incompatible`] for a formula without a form for these
    /// positions: under a scheme, all but the approximations; [`Error::TooLarge`]; [`Error::LostDigits`] where the formula
    /// underflows, overflows or cancels.
    pub fn by(self, formula: Formula) -> Result<f64, Error> {
        let load = match self.0 {
            Positions::Drawn(load) => load,
            Positions::Derived(load, _) if formula.is_approximation() => load.independent(),
            Positions::Derived(..) => {
                return Err(Error::Incompatible { this: formula.name(), other: super::DERIVED });
            }
        };
        match formula {
            Formula::Exact => self.rate(),
            _ => match formula.rate(&Double, load) {
                Ok(rate) => in_double(rate, self.is_empty()),
                Err(FormulaError::Refused(why)) => Err(why.into()),
                Err(_) => Err(Error::Incompatible { this: formula.name(), other: super::DISTINCT }),
            },
        }
    }

    /// [`rate`](Self::rate) with `digits` certified significant digits, for any k: in enclosures of rising precision.
    ///
    /// # Errors
    /// [`Error::TooLarge`] from some ten thousand hash functions on, and as there; [`Error::NotCertified`] for digits that a
    /// million bits do not give, or that the bounds of a finite hash do not fix.
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
        match self.0 {
            Positions::Drawn(load) => {
                inclusion_exclusion::cost(load).within(Formula::MAX_COST, Advice::smaller(&[Parameter::Hashes]))?;
                Ok(certify(digits, |a| inclusion_exclusion::rate(a, load))?)
            }
            Positions::Derived(load, None) => {
                let rate = ExactRate::new(load)?;
                Ok(certify(digits, |a| rate.rate(a))?)
            }
            Positions::Derived(load, Some(hash_bits)) => super::under_scheme::certified(load, hash_bits, digits),
        }
    }

    fn is_empty(self) -> bool {
        match self.0 {
            Positions::Drawn(load) => load.items() == 0,
            Positions::Derived(load, _) => load.items() == 0,
        }
    }
}

/// The exact rate of positions that are drawn.
fn drawn(load: Load) -> Result<f64, Error> {
    Parameter::Hashes.within(load.hashes(), 1..=MAX_HASHES)?;
    match correction::rate(load) {
        Some(rate) => Ok(rate),
        // rounded to nearest, a sum of probabilities may pass 1 by a unit in the last place
        None => Ok(exact::rate(&Double, load)?.min(1.0)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, HashingScheme};
    use bloomlab_occupancy::MAX_SIZE;

    fn rate(bits: u64, items: u64, hashes: u64) -> Result<f64, Error> {
        Filter::new(bits, hashes)?.holding(items)?.rate()
    }

    #[test]
    fn every_filter_in_the_domain_has_a_rate_or_one_below_doubles() {
        for bits in [1, 2, 32, 1000, 1 << 40, MAX_SIZE] {
            for items in [0, 1, 20, 1 << 20, MAX_SIZE / MAX_HASHES] {
                let found = rate(bits, items, MAX_HASHES);
                assert!(
                    matches!(found, Ok(0.0..=1.0) | Err(Error::LostDigits(LostDigits::Underflow))),
                    "{bits} {items}: {found:?}"
                );
            }
        }
        assert_eq!(rate(1, 1, MAX_HASHES), Ok(1.0));
        assert_eq!(rate(8, 0, 3), Ok(0.0));
        assert_eq!(rate(32, 1_000_000_000_000_000_000, 5), Ok(1.0));
        // 5e-324 and less round to 0
        assert_eq!(rate(305_328_793_859_641, 3, 31), Err(LostDigits::Underflow.into()));
    }

    #[test]
    fn what_is_out_of_domain_is_named() {
        let refused = |bits, items, hashes| match rate(bits, items, hashes) {
            Err(Error::OutOfDomain(why)) => Some(why.parameter()),
            _ => None,
        };
        assert_eq!(refused(0, 1, 1), Some(Parameter::Bits));
        assert_eq!(refused(8, 1, 0), Some(Parameter::Hashes));
        assert_eq!(refused(8, 1, MAX_HASHES + 1), Some(Parameter::Hashes));
        assert_eq!(refused(8, MAX_SIZE, 2), Some(Parameter::Items));
        let odd = Filter::new(63, 3).unwrap().under(HashingScheme::DoubleOdd).unwrap().holding(3).unwrap_err();
        assert_eq!(odd.parameter(), Parameter::Bits);
    }

    #[test]
    fn formulas_say_what_they_lose() {
        let stored = Filter::new(171, 3).unwrap().holding(20).unwrap();
        assert_eq!(stored.by(Formula::Exact), stored.rate());
        assert_eq!(stored.by(Formula::ChristensenClosed), Err(LostDigits::Overflow.into()));
        let distinct = Filter::new(171, 3).unwrap().without_replacement().unwrap().holding(20).unwrap();
        assert!(matches!(distinct.by(Formula::BoseStirling), Err(Error::Incompatible { .. })));
        let derived = Filter::new(171, 3).unwrap().under(HashingScheme::Double).unwrap().holding(20).unwrap();
        assert_eq!(derived.by(Formula::Classic), stored.by(Formula::Classic));
        assert!(matches!(derived.by(Formula::Exact), Err(Error::Incompatible { .. })));
        let crowded = Filter::new(7, 1024).unwrap().holding(31).unwrap();
        assert!(matches!(crowded.by(Formula::Bloom1970), Err(Error::OutOfDomain(_))));
    }
}
