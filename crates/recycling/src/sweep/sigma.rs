//! The sweeps over thresholds, of one phase or of two.

use bloomlab_numbers::{Phases, Shape};

use super::{AtSigma, Sweep, TwoPhaseSweep};
use crate::SigmaBounded;

/// The average of a filter by a sweep up to its threshold; of two filters of this shape and threshold with
/// [`Phases::Two`].
///
/// Relative error below [`accuracy::SWEEP`](crate::accuracy::SWEEP) and
/// [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP).
pub fn swept_rate(filter: SigmaBounded, phases: Phases) -> AtSigma {
    let states = usize::try_from(filter.sigma()).unwrap_or(usize::MAX);
    SigmaSweep::new(filter.shape(), phases).nth(states).expect("a threshold is below the number of bits")
}

#[derive(Clone, Debug)]
pub(crate) enum SigmaSweep {
    One(Sweep),
    Two(TwoPhaseSweep),
}

/// The states from one rate that [`SigmaSweep::last_within`] asks for to the next; in two phases a rate costs k².
const STRIDE: usize = 64;

impl SigmaSweep {
    pub(crate) fn new(each: Shape, phases: Phases) -> Self {
        match phases {
            Phases::One => SigmaSweep::One(Sweep::new(each)),
            Phases::Two => SigmaSweep::Two(TwoPhaseSweep::new(each)),
        }
    }

    /// The average at the last threshold whose rate is at most `rate`; `None` where it is not among the first
    /// `most` states.
    ///
    /// Rates do not decrease with σ.
    pub(crate) fn last_within(mut self, rate: f64, most: u64) -> Option<AtSigma> {
        let fits = |at: &AtSigma| at.rate <= rate;
        let mut last = None;
        loop {
            let checkpoint = self.clone();
            let Some(at) = self.nth(STRIDE - 1).filter(fits) else {
                // the change lies in this stride, or the sweep ends in it
                return checkpoint.take_while(fits).last().or(last).filter(|at| at.sigma < most);
            };
            if at.sigma >= most {
                return None;
            }
            last = Some(at);
        }
    }
}

impl Iterator for SigmaSweep {
    type Item = AtSigma;

    fn next(&mut self) -> Option<AtSigma> {
        match self {
            SigmaSweep::One(sweep) => sweep.next(),
            SigmaSweep::Two(sweep) => sweep.next(),
        }
    }

    fn nth(&mut self, n: usize) -> Option<AtSigma> {
        match self {
            SigmaSweep::One(sweep) => sweep.nth(n),
            SigmaSweep::Two(sweep) => sweep.nth(n),
        }
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_numbers::Sampling;

    use super::*;

    #[test]
    fn states_passed_over_change_nothing() {
        for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
            let shape = Shape::new(333, 5, sampling).unwrap();
            for phases in [Phases::One, Phases::Two] {
                let all: Vec<AtSigma> = SigmaSweep::new(shape, phases).collect();
                assert_eq!(all.len(), 333);
                for at in &all {
                    assert_eq!(swept_rate(SigmaBounded::new(shape, at.sigma).unwrap(), phases), *at);
                }
                for rate in [0.0, 1e-9, 0.01, 0.5, 0.999] {
                    let last = all.iter().take_while(|at| at.rate <= rate).last().copied();
                    assert_eq!(SigmaSweep::new(shape, phases).last_within(rate, 333), last, "{phases:?} {rate}");
                    let beyond = last.filter(|at| at.sigma < 100);
                    assert_eq!(SigmaSweep::new(shape, phases).last_within(rate, 100), beyond, "{phases:?} {rate}");
                }
            }
        }
    }
}
