//! Certified probabilities, mean and variance, at every size.

use std::ops::RangeInclusive;

use bloomlab_exact::{Certified, Enclosure, Enclosures, try_certify};
use bloomlab_numbers::{Arithmetic as _, Refused, any_size, distribution};

use super::Occupancy;
use crate::error::Error;

/// The decimal exponent of an upper bound below which the value is beyond MPFR's exponents, which end at 10^−323228496.
const LEAST_EXPONENT: f64 = -3.2322e8;
/// The most digits at any size, the most at all, and the most balls · digits of more digits than that: about two seconds for all values
/// around the mode.
const DIGITS_AT_ANY_SIZE: usize = 100;
const MOST_DIGITS: usize = 1000;
const MOST_BALLS_TIMES_DIGITS: u64 = 1 << 19;
/// The values of K on either side of the mode.
const AROUND_MODE: u64 = 20;
/// Digits that settle which of two neighbours is more likely, and those of a mean up to 2^63 with its fraction.
const DIGITS_OF_A_COMPARISON: usize = 5;
const DIGITS_OF_THE_MEAN: usize = 30;

impl Occupancy {
    /// P(N, M, K) with `digits` certified significant digits, by inclusion–exclusion or by Cauchy's formula
    /// ([`any_size`]). What is below the numbers of MPFR, about 10^−323228496, is [`Error::Below`].
    /// Domain: at most 100 digits, or 1000 if N times the digits is at most 2^19.
    pub fn certified_probability(&self, occupied: u64, digits: usize) -> Result<Certified, Error> {
        let is_small = self.0.balls().saturating_mul(digits as u64) <= MOST_BALLS_TIMES_DIGITS;
        if digits > if is_small { MOST_DIGITS } else { DIGITS_AT_ANY_SIZE } {
            let domain = "at most 100 digits, or 1000 with balls · digits ≤ 2^19";
            return Err(Refused::new("digits", digits as u64, domain).into());
        }
        certify(digits, |a| {
            let wide = Enclosures::new(a.bits() + any_size::lost_bits(self.0, occupied, a.bits()));
            let bounded = any_size::probability(&wide, self.0, occupied, a.bits());
            Ok(bounded.value.widened_by(&bounded.error_bound))
        })
    }

    /// The [`mean`](Self::mean) with certified digits.
    pub fn certified_mean(&self, digits: usize) -> Result<Certified, Error> {
        certify(digits, |a| Ok(distribution::mean(a, self.0)))
    }

    /// The [`variance`](Self::variance) with certified digits, or [`Error::Below`].
    pub fn certified_variance(&self, digits: usize) -> Result<Certified, Error> {
        // exactly 0, which no enclosure of the formula shows
        certify(digits, |a| Ok(if self.0.balls() <= 1 { a.zero() } else { distribution::variance(a, self.0) }))
    }

    /// The most likely K and up to 20 values on either side of it.
    pub fn around_mode(&self) -> Result<RangeInclusive<u64>, Error> {
        let (mode, least) = (self.mode()?, u64::from(self.0.balls() > 0));
        let last = mode.saturating_add(AROUND_MODE).min(self.0.most_occupied());
        Ok(mode.saturating_sub(AROUND_MODE).max(least)..=last)
    }

    /// The distribution is log-concave, being that of a sum of independent indicators; its mode is the mean rounded down or up.
    fn mode(&self) -> Result<u64, Error> {
        let mean = self.certified_mean(DIGITS_OF_THE_MEAN)?.enclosure;
        let below = mean.whole_part().unwrap_or(0).min(self.0.most_occupied());
        let above = (below + 1).min(self.0.most_occupied());
        let [of_below, of_above] = [below, above].map(|occupied| {
            self.certified_probability(occupied, DIGITS_OF_A_COMPARISON).map_or(0.0, |value| value.to_f64())
        });
        Ok(if of_above > of_below { above } else { below })
    }
}

/// A value that is not settled with eight times the bits of the digits and of the sizes is out of MPFR's range.
fn certify(digits: usize, formula: impl Fn(&Enclosures) -> Result<Enclosure, Error>) -> Result<Certified, Error> {
    try_certify(digits, 8 * (192 + 4 * digits as u32), |a| {
        let value = formula(a)?;
        match value.relative_width() > 1.0 && value.log10_magnitude() < LEAST_EXPONENT {
            true => Err(Error::Below(value)),
            false => Ok(value),
        }
    })
}
