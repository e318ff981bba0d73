//! The rate of a filter with a number of items that is not known in advance.

use std::cell::Cell;

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter};
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad};

use crate::uncertain_items::UncertainItems;
use crate::{Error, Filter, LostDigits};

/// The rate of a filter with an uncertain number of items.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UncertainRate {
    /// The mean over the number of items. Relative error below 1e-9.
    pub mean: f64,
    /// The rate with the most items; `None` where there is no largest number.
    pub worst: Option<f64>,
}

impl Filter {
    /// The rate with an uncertain number of items.
    ///
    /// # Errors
    /// [`Error::Incompatible`] for positions from one hash; [`Error::TooLarge`] for many evaluations; what [`crate::StoredFilter::rate`] refuses.
    pub fn holding_uncertain(self, items: UncertainItems) -> Result<UncertainRate, Error> {
        let budget = Budget::of_seconds(ANSWER_SECONDS);
        let rates = RatesOfItems::of(self, &budget)?;
        budget.spend(rates.cost_of_mean(items), Advice::smaller(&[Parameter::Hashes]))?;
        let worst = items.most().map(|most| rate_of(self, most)).transpose()?;
        Ok(UncertainRate { mean: rates.mean(items, None)?, worst })
    }
}

/// The rates of a filter with any number of items.
pub(crate) struct RatesOfItems {
    filter: Filter,
    hashes: u64,
    is_blocked: bool,
    /// Of walks, whose sums of powers serve every number.
    walks: Option<ExactRate>,
}

/// The relative error of a mean under walks beyond which its sums are taken with more digits.
const ACCURACY: f64 = 1e-10;

/// The bits of these digits: what cancels is far less than the rest.
#[cfg(feature = "exact")]
const PRECISION: u32 = 256;

/// The steps of a power with these bits.
const STEPS_OF_A_LONG_POWER: f64 = 200.0;

impl RatesOfItems {
    /// # Errors
    /// [`Error::Incompatible`] for positions from one hash; [`Error::TooLarge`] where the masks of a walk take more than the budget.
    pub(crate) fn of(filter: Filter, budget: &Budget) -> Result<Self, Error> {
        let (shape, scheme) = filter.layout().ok_or(Error::Incompatible {
            this: "uncertain numbers of items",
            other: "positions from one hash of few bits",
        })?;
        let walks = if scheme.is_summed_over_sets() {
            let load = SchemeLoad::new(scheme, shape.bits(), 2, shape.hashes())?;
            budget.spend(ExactRate::cost(load), Advice::smaller(&[Parameter::Hashes]))?;
            Some(ExactRate::new(load)?)
        } else {
            None
        };
        Ok(Self { filter, hashes: shape.hashes(), is_blocked: scheme.is_blocked(), walks })
    }

    /// The rate with one number of items; under walks to its leading digits.
    pub(crate) fn about(&self, items: u64) -> Result<f64, Error> {
        match self.walks.as_ref().and_then(|walks| walks.bounded_in_double(items)) {
            Some(rate) => Ok(rate.value),
            None => rate_of(self.filter, items),
        }
    }

    /// What [`mean`](Self::mean) takes, from above.
    pub(crate) fn cost_of_mean(&self, items: UncertainItems) -> Cost {
        let steps = match &self.walks {
            Some(walks) => STEPS_OF_A_LONG_POWER * walks.powers() as f64,
            None => steps_of_a_rate(self.is_blocked, self.hashes),
        };
        Cost::of_steps(items.evaluations(self.hashes) * steps)
    }

    /// The mean over the number of items. Where it is compared with a target, an error that does not matter there is left.
    ///
    /// # Errors
    /// What [`crate::StoredFilter::rate`] refuses; [`Error::LostDigits`] under walks without the feature `exact`.
    pub(crate) fn mean(&self, items: UncertainItems, target: Option<f64>) -> Result<f64, Error> {
        let Some(walks) = &self.walks else {
            return items.expected(self.hashes, |items| rate_of(self.filter, items));
        };
        let error = Cell::new(0.0_f64);
        let mean = items.expected(self.hashes, |items| {
            let rate = walks.bounded_in_double(items).ok_or(Error::LostDigits(LostDigits::Cancellation))?;
            error.set(error.get().max(rate.error_bound));
            Ok::<_, Error>(rate.value.clamp(0.0, 1.0))
        })?;
        let is_decided = target.is_some_and(|target| (mean - target).abs() > error.get() && error.get() < 0.1 * mean);
        if is_decided || error.get() <= ACCURACY * mean {
            return Ok(mean);
        }
        #[cfg(feature = "exact")]
        return items.expected(self.hashes, |items| {
            let sum = walks.sum_of_powers(&bloomlab_exact::Multiprecision::new(PRECISION), items);
            Ok(sum.map_or(0.0, |sum| bloomlab_numbers::Number::to_f64(&sum)).clamp(0.0, 1.0))
        });
        #[cfg(not(feature = "exact"))]
        Err(LostDigits::Cancellation.into())
    }
}

/// The steps of one rate. Measured, in microseconds: 1 to 67 of independent positions and 81 of blocks with 20 hash functions, 500 with 50.
pub(crate) fn steps_of_a_rate(is_blocked: bool, hashes: u64) -> f64 {
    100.0 * (if is_blocked { 8.0 } else { 1.0 } + 0.2 * (hashes as f64).powi(2))
}

/// From this many positions for each bit on, the rate of independent ones is 1 to the last digit of a double: 64 hash functions are clear with
/// probability 64 e^−42.
const FULL: f64 = 42.0;

/// The most hash functions that are tried, and clear where a filter is full.
pub(crate) const MOST_HASHES: u64 = 64;

/// The rate; 0 where it is below the numbers of doubles, which adds nothing to a mean.
pub(crate) fn rate_of(filter: Filter, items: u64) -> Result<f64, Error> {
    let is_full = filter.layout().is_some_and(|(shape, scheme)| {
        let load = shape.hashes() as f64 * items as f64 / shape.bits() as f64;
        scheme == HashingScheme::Independent && shape.hashes() <= MOST_HASHES && load > FULL
    });
    if is_full {
        return Ok(1.0);
    }
    match filter.holding(items)?.rate() {
        Err(Error::LostDigits(LostDigits::Underflow)) => Ok(0.0),
        rate => rate,
    }
}
