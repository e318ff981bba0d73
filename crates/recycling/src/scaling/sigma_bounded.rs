//! The rate and the capacity of σ-bounded filters of any size.

use bloomlab_numbers::{Phases, Refused, Shape, Target, search};

use super::infinite::InfiniteFilter;
use crate::parameters::{SigmaBounded, check_hashes};
use crate::settled::{Settled, settled_rate};
use crate::sweep::{AtSigma, last_swept, swept_rate};

/// The way a value was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Route {
    /// By a sweep over the filter's own states.
    Sweep,
    /// In closed form, where what the first messages of a cycle leave in it has died out.
    Settled,
}

/// Filters of at most this many bits are swept.
const SWEPT_BITS: u64 = 1 << 16;

/// The most states of a sweep times (k + 8)²: such a sweep takes about a second.
const STATES: u64 = 1 << 32;

/// The most states of a sweep.
fn most_states(each: Shape) -> u64 {
    STATES / (each.hashes() + 8).pow(2)
}

fn too_many_states(each: Shape, sigma: u64) -> Refused {
    let most = most_states(each) - 1;
    let domain =
        format!("sigma ≤ {most}, or a cycle that has forgotten its start, and its end before the filter is full");
    Refused::new("sigma", sigma, domain)
}

/// The rate and the messages per cycle of a filter of any size, or of two of this shape and threshold, in double precision.
///
/// Above 65,536 bits in closed form where the cycle has settled, elsewhere by a sweep. Relative error below
/// [`accuracy::SETTLED`](crate::accuracy::SETTLED) in closed form, below [`accuracy::SWEEP`](crate::accuracy::SWEEP) or
/// [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP) by sweep. Domain: the cycle has settled by σ (above some k√M bits) and a
/// full filter is not within 4e-5 of it, or (σ + 1)(k + 8)² ≤ 2^32.
pub fn sigma_bounded_rate(filter: SigmaBounded, phases: Phases) -> Result<(AtSigma, Route), Refused> {
    if filter.shape().bits() > SWEPT_BITS
        && let Some(at) = settled_rate(filter, phases)
    {
        return Ok((at, Route::Settled));
    }
    if filter.sigma() >= most_states(filter.shape()) {
        return Err(too_many_states(filter.shape(), filter.sigma()));
    }
    Ok((swept_rate(filter, phases), Route::Sweep))
}

/// The average at the largest threshold whose rate is at most the target: the capacity of filters of shape `each`.
///
/// f_σ does not decrease with σ: it is a mean of the increasing ρ over ever more states. The first threshold above the target therefore
/// ends the search. In closed form the threshold is the largest by the computed rate, right to the relative error of
/// [`sigma_bounded_rate`]. Domain: that of [`sigma_bounded_rate`].
pub fn capacity(each: Shape, phases: Phases, target: Target) -> Result<(AtSigma, Route), Refused> {
    check_hashes(each)?;
    // the threshold that infinitely many bits have at the target: right to some percent where this matters
    let fill = InfiniteFilter::of_rate(each.hashes(), phases, target).fill;
    let guess = ((fill * each.bits() as f64) as u64).min(each.bits() - 1);
    if each.bits() > SWEPT_BITS
        && let Some(at) = settled_capacity(each, guess, phases, target)
    {
        return Ok((at, Route::Settled));
    }
    let most = most_states(each);
    let found = if guess < most { last_swept(each, phases, target.rate(), most) } else { None };
    Ok((found.ok_or_else(|| too_many_states(each, guess))?, Route::Sweep))
}

/// The capacity in closed form. The guess is about k² states off.
fn settled_capacity(each: Shape, guess: u64, phases: Phases, target: Target) -> Option<AtSigma> {
    let settled = Settled::new(each, phases);
    let exceeds = |sigma| settled.at(sigma).map(|at| at.rate > target.rate()).ok_or(());
    let first = search::try_least(guess, 0..=each.bits() - 1, exceeds).ok()?;
    settled.at(first.map_or(Some(each.bits() - 1), |first| first.checked_sub(1))?)
}
