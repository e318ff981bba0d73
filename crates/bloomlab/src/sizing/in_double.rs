//! The answer in double precision, and by the first-order distribution.

use bloomlab_formulas::Formula;
use bloomlab_formulas::sizing::Smallest;
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{Advice, Budget, Cost, Parameter, Refused};
use bloomlab_schemes::first_order::{FirstOrder, largest_error};
use bloomlab_schemes::sizing::smallest_of_cheapest;
use bloomlab_schemes::{SchemeLoad, bounded_in_double_within, is_at_most_in_double, likely, rate_in_double_within};

use super::predicted::SEARCH_SECONDS;
use super::{Size, Sizing};
use crate::Error;

/// A larger target takes less.
pub(super) const LARGER: Advice = Advice::larger(&[Parameter::Target]);

impl Sizing {
    /// The answer in double precision: a rate within the error of doubles of the target, 1e-12 with independent positions, may be taken
    /// for either side. The feature `exact` decides rigorously (`certified`).
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for items that no filter within the scheme's domain keeps at the target; [`Error::TooLarge`] for a search
    /// that takes more than a second.
    pub fn smallest(&self) -> Result<Size, Error> {
        let cost = |load, is_found| likely::cost_in_double(load, self.target, is_found);
        self.or_first_order(cost, |budget| self.in_double(budget))
    }

    fn in_double(&self, budget: &Budget) -> Result<Size, Error> {
        let keeps = |load| Ok::<_, Error>(is_at_most_in_double(load, self.target, budget).map_err(larger_target)?);
        let found = self.search(|load| bounded(load, budget), keeps)?;
        let (hashes, rate) =
            self.lowest(&found, |load| Ok(rate_in_double_within(load, budget).map_err(larger_target)?))?;
        Ok(Size { bits: found.bits(), hashes, rate, largest_error: None })
    }

    /// The answer of a search; that by the first-order distribution where the search would take longer than a second by the `cost` of a
    /// decision, or of the rate of what is found.
    pub(super) fn or_first_order<T: From<Size>>(
        &self,
        cost: impl Fn(SchemeLoad, bool) -> Cost,
        search: impl FnOnce(&Budget) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if !self.scheme.is_summed_over_sets() {
            return search(&Budget::of_seconds(Formula::MAX_COST.seconds()));
        }
        let searched = self.predict(cost).and_then(|()| search(&Budget::of_seconds(SEARCH_SECONDS)));
        match searched {
            Err(Error::TooLarge(why)) if self.scheme.step_set().is_some() && !self.scheme.is_blocked() => {
                self.by_first_order().map(T::from).map_err(|_| why.into())
            }
            searched => searched,
        }
    }

    /// The answer by the first-order distribution.
    fn by_first_order(&self) -> Result<Size, Error> {
        self.is_large()?;
        let first_order = FirstOrder::default();
        let rate = |load| approximate_rate(&first_order, load);
        let keeps = |load: SchemeLoad| match rate(load) {
            // too small, or too many small divisors for its size
            Err(Error::OutOfDomain(_)) => Ok::<_, Error>(false),
            found => Ok(found? <= self.target),
        };
        let found = smallest_of_cheapest(self.scheme, self.items, self.ln_target, self.allowed, keeps)?;
        let (hashes, rate) = self.lowest(&found, rate)?;
        let load = SchemeLoad::new(self.scheme, found.bits(), self.items, hashes)?;
        Ok(Size { bits: found.bits(), hashes, rate, largest_error: Some(largest_error(load)) })
    }

    fn lowest(&self, found: &Smallest, rate: impl Fn(SchemeLoad) -> Result<f64, Error>) -> Result<(u64, f64), Error> {
        let of_hashes = |hashes| rate(SchemeLoad::new(self.scheme, found.bits(), self.items, hashes)?);
        found.lowest(of_hashes, |left, right| Ok(left < right))
    }
}

/// The alternating sum, with a bound on its error.
pub(super) fn bounded(load: SchemeLoad, budget: &Budget) -> Result<Bounded<f64>, Error> {
    let sum = bounded_in_double_within(load, budget).map_err(larger_target)?;
    // other schemes have no such sum, and take another search
    Ok(sum.unwrap_or(Bounded { value: 0.0, error_bound: 1.0 }))
}

/// The rate of the first-order distribution, which no scheme that is asked lacks.
pub(super) fn approximate_rate(first_order: &FirstOrder, load: SchemeLoad) -> Result<f64, Error> {
    Ok(first_order.rate(load)?.unwrap_or(1.0))
}

fn larger_target(refused: Refused) -> Refused {
    refused.advising(LARGER)
}
