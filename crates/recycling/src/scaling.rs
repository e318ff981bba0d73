//! Filters of any size: extrapolation in 1/M where it keeps the digits promised, direct sweeps elsewhere.

mod balance;
mod infinite;
mod limit;
mod n_bounded;
mod retaining;
mod sigma_bounded;

use bloomlab_occupancy::{Advice, Budget, Cost, Parameter, TooLarge, search};

pub use infinite::{InfiniteAverage, infinite_average};
pub(crate) use infinite::{best_hashes, best_hashes_of_worst_case};
pub use limit::{CapacityLimit, capacity_limit};
pub(crate) use n_bounded::n_bounded_capacity;
pub use n_bounded::n_bounded_rate;
pub use retaining::retaining_rate;
pub(crate) use sigma_bounded::capacity_cost;
pub use sigma_bounded::{capacity, sigma_bounded_rate};

/// How a value was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Route {
    /// By a sweep over the filter's own states.
    Sweep,
    /// In closed form, where what the first messages of a cycle leave in it has died out.
    Settled,
    /// From smaller filters.
    Extrapolation {
        /// Relative error of the rate and of the messages per cycle, whichever is larger, as the method estimates it.
        relative_error: f64,
    },
}

/// Filters of at most this many bits are computed state by state, or message by message: up to the load 1 that takes 0.07 s of an
/// N-bounded filter of one position or a few, by [`NBoundedSweep::cost`](crate::sweep::NBoundedSweep), less than the small filters that
/// stand for a larger one.
const DIRECT_BITS: u64 = 1 << 16;

/// The largest relative error, by the method's own estimate, with which an extrapolated value is given out: ten digits
/// are promised, and one is in reserve.
const MAX_ESTIMATED_ERROR: f64 = 1e-11;

/// What to try where neither extrapolation nor a sweep does: the first two for an extrapolation, the last for a sweep.
const INSTEAD: Advice = Advice::smaller(&[Parameter::Hashes, Parameter::Bits]);

/// The value by extrapolation where its own error estimate is accepted, else by direct computation where that is
/// affordable, else refused. This is the only place where the three are weighed.
///
/// `extrapolate` gives the value with its relative error by estimate, `None` where it knows of none. What it spends
/// leaves enough for a direct computation of cost `at_least`; `direct` spends what it takes itself.
fn extrapolated_or_direct<T>(
    budget: &Budget,
    at_least: Cost,
    extrapolate: impl FnOnce(&Budget) -> Option<(T, Option<f64>)>,
    direct: impl FnOnce(&Budget) -> Result<T, TooLarge>,
) -> Result<(T, Route), TooLarge> {
    if let Some((value, Some(relative_error))) = budget.reserving(at_least, extrapolate)
        && relative_error <= MAX_ESTIMATED_ERROR
    {
        return Ok((value, Route::Extrapolation { relative_error }));
    }
    budget.check(at_least, INSTEAD)?;
    Ok((direct(budget)?, Route::Sweep))
}

/// The last value up to `most` that fits, where fitting changes once. `None` where `fits` has no answer, or nothing fits.
fn last_around(guess: u64, most: u64, fits: impl Fn(u64) -> Option<bool>) -> Option<u64> {
    let first = search::try_first_around(guess, 0..=most, |value| fits(value).map(|fits| !fits).ok_or(())).ok()?;
    first.map_or(Some(most), |first| first.checked_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIRECT: Cost = Cost::of_steps(5e8);

    fn weigh(budget: &Budget, estimate: Option<f64>) -> Result<(&'static str, Route), TooLarge> {
        let extrapolate = |budget: &Budget| {
            budget.spend(Cost::of_steps(2e8), Advice::Nothing).unwrap();
            Some(("extrapolated", estimate))
        };
        extrapolated_or_direct(budget, DIRECT, extrapolate, |budget| {
            budget.spend(DIRECT, Advice::Nothing)?;
            Ok("direct")
        })
    }

    #[test]
    fn the_last_that_fits_is_found_from_any_guess() {
        for last in 0..=40 {
            for guess in 0..=40 {
                assert_eq!(last_around(guess, 40, |value| Some(value <= last)), Some(last), "{guess}");
            }
        }
        assert_eq!(last_around(7, 40, |_| Some(false)), None);
        assert_eq!(last_around(7, 40, |value| (value < 9).then_some(true)), None);
    }

    #[test]
    fn an_accepted_estimate_is_preferred_and_a_bad_one_leaves_enough_for_the_sweep() {
        let budget = Budget::default();
        let route = Route::Extrapolation { relative_error: 1e-12 };
        assert_eq!(weigh(&budget, Some(1e-12)).unwrap(), ("extrapolated", route));
        assert_eq!(budget.left(), 6e8);
        assert_eq!(weigh(&Budget::default(), Some(1e-10)).unwrap(), ("direct", Route::Sweep));
        assert_eq!(weigh(&Budget::default(), None).unwrap(), ("direct", Route::Sweep));
        // 6e8 of 8e8 are left, then 4e8: too little for the sweep of 5e8, with which it were 9e8
        budget.spend(Cost::of_steps(2e8), Advice::Nothing).unwrap();
        let refused = weigh(&budget, None).unwrap_err();
        assert_eq!((refused.needed, refused.most), (11.0, 8.0));
        assert_eq!(refused.advice, INSTEAD);
    }
}
