//! Filters of any size: direct sweeps where they are cheap, extrapolation in 1/M beyond.

mod extrapolation;
mod filters;
mod limit;
mod n_bounded;
mod retaining;

use filters::{ACCEPTED, Extrapolated, state_limit, sweep, sweep_is_cheaper, too_large};
pub use filters::{Phases, extrapolation_seconds, sweep_seconds};
use limit::Limit;
pub(crate) use limit::{best_hashes, best_hashes_of_worst_case};
pub(crate) use n_bounded::n_bounded_capacity;
pub use n_bounded::n_bounded_rate;
pub use retaining::retaining_rate;

use crate::sweep::Point;
use crate::{Error, Shape, SigmaBounded, Target, TwoPhase};

/// How a value was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Route {
    /// By a sweep over the filter's own states.
    Sweep,
    /// From smaller filters; the relative error is the method's estimate of its own.
    Extrapolation {
        /// Estimated relative error of the rate and of the messages per cycle, whichever is larger.
        relative_error: f64,
    },
}

/// The rate and the messages per cycle of a one-phase filter of any size, in double precision.
///
/// Relative error below [`accuracy::SWEEP`](crate::accuracy::SWEEP) by sweep, below
/// [`accuracy::EXTRAPOLATION`](crate::accuracy::EXTRAPOLATION) by extrapolation.
///
/// # Errors
/// [`Error::TooLarge`] where the extrapolation's own estimate is above 1e-11 (thresholds close to 0 or to M, or very
/// many hash functions) and a direct sweep would take more than some ten seconds.
pub fn one_phase_rate(filter: SigmaBounded) -> Result<(Point, Route), Error> {
    solve(filter, Phases::One)
}

/// The same for a two-phase filter: [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP) by sweep.
///
/// # Errors
/// As for [`one_phase_rate`].
pub fn two_phase_rate(filters: TwoPhase) -> Result<(Point, Route), Error> {
    solve(filters.each(), Phases::Two)
}

/// The value by extrapolation, whatever its error estimate: for comparison with the sweep.
///
/// # Errors
/// [`Error::TooLarge`] where even the small filters would take more than some ten seconds to sweep.
pub fn extrapolated_rate(filter: SigmaBounded, phases: Phases) -> Result<(Point, Route), Error> {
    let (point, relative_error) = Extrapolated::around(filter, phases)?.at(filter.sigma());
    Ok((point, Route::Extrapolation { relative_error }))
}

fn solve(filter: SigmaBounded, phases: Phases) -> Result<(Point, Route), Error> {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let estimate = if sweep_is_cheaper(filter) {
        f64::NAN
    } else {
        match extrapolated_rate(filter, phases) {
            Ok((point, Route::Extrapolation { relative_error })) if relative_error <= ACCEPTED => {
                return Ok((point, Route::Extrapolation { relative_error }));
            }
            Ok((_, Route::Extrapolation { relative_error })) => relative_error,
            Ok((_, Route::Sweep)) | Err(_) => f64::INFINITY,
        }
    };
    let swept = sigma < state_limit(shape, phases);
    let point = swept.then(|| sweep(shape, phases).find(|point| point.sigma == sigma));
    point.flatten().map(|point| (point, Route::Sweep)).ok_or_else(|| too_large(shape, phases, sigma, estimate))
}

/// The point of the largest threshold whose rate is at most the target: the capacity of filters of shape `each`.
///
/// f_σ does not decrease with σ (it is a mean of the increasing ρ over ever more states), so that the first threshold
/// above the target ends the search. For an extrapolated filter the threshold is the largest by the interpolated
/// rate, right to the relative error of [`one_phase_rate`].
///
/// # Errors
/// As for [`one_phase_rate`].
pub fn capacity(each: Shape, phases: Phases, target: Target) -> Result<(Point, Route), Error> {
    let mut estimate = f64::NAN;
    let limit = Limit::of_rate(each.hashes(), phases, target);
    let guess = SigmaBounded::new(each, ((limit.fill() * each.bits() as f64) as u64).min(each.bits() - 1))?;
    if !sweep_is_cheaper(guess) {
        estimate = f64::INFINITY;
        if let Ok(extrapolated) = Extrapolated::around(guess, phases) {
            let (mut low, mut high) = extrapolated.window();
            let fits = |sigma| extrapolated.at(sigma).0.rate <= target.rate();
            if fits(low) && !fits(high) {
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if fits(middle) { low = middle } else { high = middle }
                }
                let (point, relative_error) = extrapolated.at(low);
                if relative_error <= ACCEPTED {
                    return Ok((point, Route::Extrapolation { relative_error }));
                }
                estimate = relative_error;
            }
        }
    }
    // the guess is right to some percent where this matters
    let feasible = guess.sigma() < state_limit(each, phases);
    let direct = if feasible { direct_capacity(each, phases, target) } else { None };
    direct.map(|point| (point, Route::Sweep)).ok_or_else(|| too_large(each, phases, guess.sigma(), estimate))
}

/// The last point of a direct sweep that meets the target; `None` if that takes more states than are swept.
fn direct_capacity(each: Shape, phases: Phases, target: Target) -> Option<Point> {
    let limit = state_limit(each, phases);
    let mut best = None;
    for point in sweep(each, phases).take_while(|point| point.rate <= target.rate()) {
        if point.sigma >= limit {
            return None;
        }
        best = Some(point);
    }
    best
}
