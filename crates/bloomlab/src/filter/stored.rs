//! A filter that holds items, or whose set bits have been counted.

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, Enclosure, Enclosures, certify};
use bloomlab_formulas::{
    Formula, FormulaError, Load, accuracy, exact,
    observed::{self, ObservedFill},
    walks::finite_hash::finite_rate_in_double,
    walks::{SchemeLoad, rate_in_double},
};
#[cfg(feature = "exact")]
use bloomlab_formulas::{
    inclusion_exclusion,
    walks::{ExactRate, finite_hash},
};
use bloomlab_numbers::Double;
#[cfg(feature = "exact")]
use bloomlab_numbers::{Arithmetic as _, Refused, Sampling, Shape, distinct, within};

use super::{DERIVED, DISTINCT, Filter};
use crate::error::{Error, LostDigits};

/// The most hash functions of a filter.
pub const MAX_HASHES: u64 = accuracy::EXACT_MOST_HASHES;

/// A filter of m bits that holds n items under k hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct StoredFilter {
    pub(crate) filter: Filter,
    pub(crate) items: u64,
    /// The same sizes with positions that are drawn.
    pub(crate) load: Load,
    /// The sizes under the scheme, unless positions are drawn.
    pub(super) derived: Option<SchemeLoad>,
}

impl StoredFilter {
    /// The exact false-positive rate.
    ///
    /// Christensen, Roginsky, Jimeno (2010), eq. 17, by positive terms only. Relative error below 1e-12 for k ≤ 60, below 1e-11 for the others. Under a scheme, by the
    /// theorems of [`bloomlab-formulas`](bloomlab_formulas::walks): below 1e-12 for k ≤ 10, below 1e-7 for the others; with a hash of b
    /// bits and more than a thousand items, k²/2^b more.
    pub fn rate(self) -> Result<f64, Error> {
        let rate = match (self.derived, self.filter.hash_bits) {
            (None, _) => self.independent_rate()?,
            (Some(load), None) => rate_in_double(load)?,
            (Some(load), Some(hash_bits)) => finite_rate_in_double(load, hash_bits)?,
        };
        in_double(rate, self.items == 0)
    }

    /// The exact rate of positions that are drawn.
    pub(crate) fn independent_rate(self) -> Result<f64, Error> {
        // rounded to nearest, a sum of probabilities may pass 1 by a unit in the last place
        Ok(exact::rate(&Double, self.load)?.min(1.0))
    }

    /// The rate that a formula gives, in doubles.
    pub fn by(self, formula: Formula) -> Result<f64, Error> {
        let without = |other| Error::Incompatible { this: formula.name(), other };
        if self.derived.is_some() && !formula.is_approximation() {
            return Err(without(DERIVED));
        }
        if formula == Formula::Exact {
            return self.rate();
        }
        match formula.rate(&Double, self.load) {
            Ok(rate) => in_double(rate, self.items == 0),
            Err(FormulaError::Refused(why)) => Err(why.into()),
            Err(_) => Err(without(DISTINCT)),
        }
    }
}

#[cfg(feature = "exact")]
impl StoredFilter {
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
    pub fn certified(self, digits: usize) -> Result<Certified, Error> {
        let exact = self.derived.map(ExactRate::new).transpose()?;
        Ok(match (exact, self.filter.hash_bits) {
            (None, _) => certify(digits, |a| inclusion_exclusion::rate(a, self.load))?,
            (Some(rate), None) => certify(digits, |a| rate.rate(a))?,
            (Some(rate), Some(hash_bits)) => {
                let Certified { enclosure, bits } = enclosed(&rate, hash_bits, digits)?;
                Certified::new(enclosure, bits, digits)?
            }
        })
    }

    /// The probability that all of `asked` items (q), none of them stored, are reported: E\[(X/m)^(kq)\] with X set bits, to `digits`
    /// certified digits. It is above the q-th power of the rate: all q meet the same bits.
    /// Domain: q ≥ 1, kq ≤ 512, and positions that are neither distinct nor derived.
    pub fn certified_all_of(self, asked: u64, digits: usize) -> Result<Certified, Error> {
        let (load, this) = (self.load, "queries for several items");
        self.filter.compatible(self.derived.is_some(), this, DERIVED)?;
        self.filter.compatible(self.filter.is_distinct(), this, DISTINCT)?;
        within("asked", asked, 1..=MAX_HASHES / load.hashes())?;
        let query = Shape::new(load.bits(), asked * load.hashes(), Sampling::WithReplacement)?;
        Ok(certify(digits, |a| match load.balls() {
            0 => a.zero(),
            balls => distinct::all_have(a, distinct::moments(a, query), |t| a.all_miss(t, load.bits(), balls)),
        })?)
    }

    /// The exact rate between the bounds of an arithmetic, whatever the hash.
    pub(crate) fn enclosed(self, a: &Enclosures) -> Result<Enclosure, Error> {
        match self.derived {
            None => Ok(inclusion_exclusion::rate(a, self.load)),
            Some(load) => Ok(ExactRate::new(load)?.rate(a)),
        }
    }
}

/// The rate with positions from one hash between bounds, which may leave fewer than `digits` digits.
#[cfg(feature = "exact")]
pub(super) fn enclosed(rate: &ExactRate, hash_bits: u64, digits: usize) -> Result<Certified, Refused> {
    let bits = 128 + 4 * digits as u32 + 2 * lost_bits(rate.load()) as u32;
    let a = Enclosures::new(bits);
    if finite_hash::is_summed(rate, hash_bits) {
        return Ok(Certified { enclosure: finite_hash::by_distinct_values(&a, rate, hash_bits)?, bits });
    }
    let within = finite_hash::bounded(&a, rate, hash_bits)?;
    Ok(Certified { enclosure: within.value.widened_by(&within.error_bound), bits })
}

/// The bits that the sum of powers loses: its terms add up to about (1 + x)^k for a rate of about (1 − x)^k, x the share of clear bits, and
/// the powers lose the digits of n.
#[cfg(feature = "exact")]
fn lost_bits(load: SchemeLoad) -> f64 {
    let (bits, items, hashes) = (load.bits() as f64, load.items() as f64, load.hashes() as f64);
    let set = -libm::expm1(-hashes * items / bits);
    if items == 0.0 { 0.0 } else { hashes * libm::log2((2.0 - set) / set) + libm::log2(items) }
}

/// A filter of m bits, b of them set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct ObservedFilter(pub(super) ObservedFill);

impl ObservedFilter {
    /// The false-positive rate: with replacement (b/m)^k, Christensen, Roginsky, Jimeno (2010), eq. 2; without, C(b, k)/C(m, k).
    ///
    /// Relative error below 2^−52 for each of the factors; a rate below 1e-290 has lost digits.
    pub fn rate(self) -> Result<f64, Error> {
        in_double(observed::rate(&Double, self.0), self.0.is_clear())
    }
}

/// A value in doubles: exactly 0, or with its digits.
fn in_double(value: f64, is_zero: bool) -> Result<f64, Error> {
    match value {
        _ if !value.is_finite() => Err(LostDigits::Overflow.into()),
        _ if !(0.0..=1.0 + 1e-9).contains(&value) => Err(LostDigits::Cancellation.into()),
        _ if value < accuracy::EXACT_LEAST && !is_zero => Err(LostDigits::Underflow.into()),
        value => Ok(value),
    }
}
