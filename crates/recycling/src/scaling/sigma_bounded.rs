//! σ-bounded filters of any size.

use bloomlab_occupancy::{Budget, Cost, OutOfDomain, Phases, Refused, Shape, Target, TooLarge};

use super::infinite::InfiniteFilter;
use super::{DIRECT_BITS, INSTEAD, Route, last_around};
use crate::SigmaBounded;
use crate::parameters::check_hashes;
use crate::settled::{Settled, settled_cost, settled_rate};
use crate::sweep::{AtSigma, SigmaSweep, sweep_cost, swept_rate};

/// The rate and the messages per cycle of a filter of any size, or of two of this shape and threshold, in double precision.
///
/// Above 65,536 bits in closed form where the cycle has settled, elsewhere by a sweep. Relative error below
/// [`accuracy::SETTLED`](crate::accuracy::SETTLED) in closed form, below [`accuracy::SWEEP`](crate::accuracy::SWEEP) or
/// [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP) by sweep.
///
/// # Errors
/// [`TooLarge`] where the cycle has not settled by σ (below some k√M bits) or a full filter is within 4e-5 of it, and a
/// sweep would take more than what is left of the budget.
pub fn sigma_bounded_rate(filter: SigmaBounded, phases: Phases, budget: &Budget) -> Result<(AtSigma, Route), TooLarge> {
    if filter.shape().bits() > DIRECT_BITS
        && budget.spend(settled_cost(filter, phases), INSTEAD).is_ok()
        && let Some(at) = settled_rate(filter, phases)
    {
        return Ok((at, Route::Settled));
    }
    budget.spend(sweep_cost(filter, phases), INSTEAD)?;
    Ok((swept_rate(filter, phases), Route::Sweep))
}

/// The average at the largest threshold whose rate is at most the target: the capacity of filters of shape `each`.
///
/// f_σ does not decrease with σ: it is a mean of the increasing ρ over ever more states. The first threshold above the
/// target therefore ends the search. In closed form the threshold is the largest by the computed rate, right to the
/// relative error of [`sigma_bounded_rate`].
///
/// # Errors
/// [`OutOfDomain`] above [`MAX_HASHES`](crate::MAX_HASHES) hash functions; [`TooLarge`] as for [`sigma_bounded_rate`].
pub fn capacity(each: Shape, phases: Phases, target: Target, budget: &Budget) -> Result<(AtSigma, Route), Refused> {
    let guess = guess(each, phases, target)?;
    if each.bits() > DIRECT_BITS
        && budget.spend(settled_capacity_cost(guess, phases), INSTEAD).is_ok()
        && let Some(at) = settled_capacity(guess, phases, target)
    {
        return Ok((at, Route::Settled));
    }
    // the guess is right to some percent where this matters
    let at_least = SigmaSweep::cost(each, phases, guess.sigma() + 1);
    budget.check(at_least, INSTEAD)?;
    let most = SigmaSweep::affordable(each, phases, budget.left());
    let found = SigmaSweep::new(each, phases).last_within(target.rate(), most);
    let states = found.map_or(each.bits(), |at| at.sigma + 1);
    budget.spend(SigmaSweep::cost(each, phases, states), INSTEAD)?;
    // what the sweep has not found among the states it affords it cannot afford
    Ok((found.ok_or_else(|| at_least.too_large(Budget::ANSWER, INSTEAD))?, Route::Sweep))
}

/// The capacity in closed form. The guess is some k² states off.
fn settled_capacity(guess: SigmaBounded, phases: Phases, target: Target) -> Option<AtSigma> {
    let settled = Settled::new(guess.shape(), phases);
    let fits = |sigma| settled.at(sigma).map(|at| at.rate <= target.rate());
    settled.at(last_around(guess.sigma(), guess.shape().bits() - 1, fits)?)
}

/// The averages that the search takes for the capacity, at most but where the guess is far off.
const AVERAGES: f64 = 40.0;

fn settled_capacity_cost(guess: SigmaBounded, phases: Phases) -> Cost {
    let one = settled_cost(guess, phases);
    Cost { steps: AVERAGES * one.steps, ..one }
}

/// What [`capacity`] costs at least: a sweep, unless averages in closed form are there.
pub(crate) fn capacity_cost(each: Shape, phases: Phases, target: Target) -> Result<Cost, OutOfDomain> {
    let guess = guess(each, phases, target)?;
    let settled = each.bits() > DIRECT_BITS && settled_rate(guess, phases).is_some();
    Ok(if settled { settled_capacity_cost(guess, phases) } else { sweep_cost(guess, phases) })
}

/// The filter of shape `each` that infinitely many bits have at the target rate.
fn guess(each: Shape, phases: Phases, target: Target) -> Result<SigmaBounded, OutOfDomain> {
    check_hashes(each)?;
    let fill = InfiniteFilter::of_rate(each.hashes(), phases, target).fill();
    SigmaBounded::new(each, ((fill * each.bits() as f64) as u64).min(each.bits() - 1))
}
