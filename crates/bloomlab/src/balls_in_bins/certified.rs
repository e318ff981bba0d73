//! Certified probabilities, mean and variance, at every size.

use bloomlab_evaluation::{ArithmeticKind, Demand};
use bloomlab_exact::{Certified, Enclosure, Enclosures, try_certify};
use bloomlab_numbers::Arithmetic as _;
use bloomlab_occupancy::search::last;
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, TooLarge, any_size, distribution};

use super::{AROUND_MODE, Occupancy, OccupancyRow};
use crate::Error;

/// The decimal exponent of an upper bound from which on down the value is beyond MPFR's exponents, which end at 10^−323228496.
const LEAST_EXPONENT: f64 = -3.2322e8;
/// Digits that settle which of two neighbours is more likely, and those of a mean up to 2^63 with its fraction.
const DIGITS_OF_A_COMPARISON: usize = 5;
const DIGITS_OF_THE_MEAN: usize = 30;

impl Occupancy {
    /// P(N, M, K) with `digits` certified significant digits, by inclusion–exclusion or by Cauchy's formula
    /// ([`any_size`](bloomlab_occupancy::any_size)).
    ///
    /// # Errors
    /// [`Error::Below`] for a probability below the numbers of MPFR, about 10^−323228496; [`Error::TooLarge`] for thousands of digits,
    /// before any work.
    ///
    /// ```
    /// let bins = bloomlab::Occupancy::new(1 << 62, 1 << 62)?;
    /// assert_eq!(bins.certified_probability(2_915_141_543_110_166_528, 10)?.decimal(10), "5.958366900e-10");
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn certified_probability(&self, occupied: u64, digits: usize) -> Result<Certified, Error> {
        self.check(occupied, 1.0, digits)?;
        self.spending(occupied, digits, &Budget::of_seconds(ANSWER_SECONDS))
    }

    /// The [`mean`](Self::mean) with certified digits.
    ///
    /// # Errors
    /// [`Error::NotCertified`]: none is known.
    pub fn certified_mean(&self, digits: usize) -> Result<Certified, Error> {
        certify(digits, |a| Ok(distribution::mean(a, self.0)))
    }

    /// The [`variance`](Self::variance) with certified digits.
    ///
    /// # Errors
    /// [`Error::Below`] for a variance below the numbers of MPFR.
    pub fn certified_variance(&self, digits: usize) -> Result<Certified, Error> {
        // exactly 0, which no enclosure of the formula shows
        certify(digits, |a| Ok(if self.0.balls() <= 1 { a.zero() } else { distribution::variance(a, self.0) }))
    }

    /// [`around_mode`](Self::around_mode) with certified digits, a probability below the numbers of MPFR as an error of its row.
    ///
    /// # Errors
    /// [`Error::TooLarge`] before any work.
    pub fn certified_around_mode(&self, digits: usize) -> Result<Vec<OccupancyRow<Result<Certified, Error>>>, Error> {
        let near = (self.mean() as u64).min(self.0.most_occupied());
        self.check(near, 2.0 * AROUND_MODE as f64 + 1.0, digits)?;
        let budget = Budget::of_seconds(ANSWER_SECONDS);
        let row = |occupied| OccupancyRow { occupied, probability: self.spending(occupied, digits, &budget) };
        Ok(self.around(self.mode(&budget)?).map(row).collect())
    }

    /// The distribution is log-concave, being that of a sum of independent indicators; its mode is the mean rounded down or up.
    fn mode(&self, budget: &Budget) -> Result<u64, Error> {
        let mean = self.certified_mean(DIGITS_OF_THE_MEAN)?.enclosure;
        let below = mean.whole_part().unwrap_or(0).min(self.0.most_occupied());
        let above = (below + 1).min(self.0.most_occupied());
        let [of_below, of_above] = [below, above].map(|occupied| {
            self.spending(occupied, DIGITS_OF_A_COMPARISON, budget).map_or(0.0, |value| value.to_f64())
        });
        Ok(if of_above > of_below { above } else { below })
    }

    fn spending(&self, occupied: u64, digits: usize, budget: &Budget) -> Result<Certified, Error> {
        certify(digits, |a| {
            let (demand, bits) = self.demand(occupied, a.bits());
            let advice = Advice::smaller(&[Parameter::Digits]);
            demand.spend(budget, ArithmeticKind::Enclosure(bits)).map_err(|refused| refused.advising(advice))?;
            let bounded = any_size::probability(&Enclosures::new(bits), self.0, occupied, a.bits());
            Ok(bounded.value.widened_by(&bounded.error_bound))
        })
    }

    /// What a probability of `bits` bits takes, and the bits that it is computed with.
    fn demand(&self, occupied: u64, bits: u32) -> (Demand, u32) {
        let cost = any_size::cost(self.0, occupied, bits);
        (Demand { cost, ..Demand::NOTHING }, bits + any_size::lost_bits(self.0, occupied, bits))
    }

    /// Refuses an answer with this number of rows near `occupied` if it takes too long even at the first precision.
    fn check(&self, occupied: u64, rows: f64, digits: usize) -> Result<(), TooLarge> {
        let check = |digits| {
            let (demand, bits) = self.demand(occupied, first_precision(digits));
            let all = Demand { cost: Cost { steps: rows * demand.cost.steps, ..demand.cost }, ..demand };
            all.check(&Budget::of_seconds(ANSWER_SECONDS), ArithmeticKind::Enclosure(bits))
        };
        let Err(refused) = check(digits) else { return Ok(()) };
        let most = || last(1, digits as u64, |digits| check(digits as usize).is_ok());
        Err(refused.advising(match check(1) {
            // half of what just fits takes a fifth of the time
            Ok(()) => Advice::Set(Parameter::Digits, most().div_ceil(2).into()),
            Err(_) => Advice::smaller(&[Parameter::Balls]),
        }))
    }
}

/// What is not settled with eight times the bits of the digits and of the sizes is out of MPFR's range.
fn certify(digits: usize, formula: impl Fn(&Enclosures) -> Result<Enclosure, Error>) -> Result<Certified, Error> {
    try_certify(digits, 8 * (first_precision(digits) + 128), |a| {
        let value = formula(a)?;
        match value.relative_width() > 1.0 && value.log10_magnitude() < LEAST_EXPONENT {
            true => Err(Error::Below(value)),
            false => Ok(value),
        }
    })
}

/// The bits that [`try_certify`] begins with.
fn first_precision(digits: usize) -> u32 {
    64 + 4 * digits as u32
}
