//! The sweeps over thresholds, of one phase or of two.

use bloomlab_numbers::{Phases, Shape};

use super::one_phase::{AtSigma, Sweep};
use super::two_phase::TwoPhaseSweep;
use crate::parameters::SigmaBounded;

/// The average of a filter by a sweep up to its threshold; of two filters of this shape and threshold with [`Phases::Two`].
///
/// Relative error below [`accuracy::SWEEP`](crate::accuracy::SWEEP) and [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP).
pub fn swept_rate(filter: SigmaBounded, phases: Phases) -> AtSigma {
    let states = usize::try_from(filter.sigma()).unwrap_or(usize::MAX);
    let at = match phases {
        Phases::One => Sweep::new(filter.shape()).nth(states),
        Phases::Two => TwoPhaseSweep::new(filter.shape()).nth(states),
    };
    at.expect("a threshold is below the number of bits")
}

/// The average at the last threshold whose rate is at most `rate`; `None` if it is not among the first `most` states.
pub(crate) fn last_swept(each: Shape, phases: Phases, rate: f64, most: u64) -> Option<AtSigma> {
    match phases {
        Phases::One => last_within(Sweep::new(each), rate, most),
        Phases::Two => last_within(TwoPhaseSweep::new(each), rate, most),
    }
}

/// The states from one rate that [`last_within`] asks for to the next; in two phases a rate costs k².
const STRIDE: usize = 64;

/// Rates do not decrease with σ.
fn last_within(mut sweep: impl Iterator<Item = AtSigma> + Clone, rate: f64, most: u64) -> Option<AtSigma> {
    let fits = |at: &AtSigma| at.rate <= rate;
    let mut last = None;
    loop {
        let checkpoint = sweep.clone();
        let Some(at) = sweep.nth(STRIDE - 1).filter(fits) else {
            // the change lies in this stride, or the sweep ends in it
            return checkpoint.take_while(fits).last().or(last).filter(|at| at.sigma < most);
        };
        if at.sigma >= most {
            return None;
        }
        last = Some(at);
    }
}
