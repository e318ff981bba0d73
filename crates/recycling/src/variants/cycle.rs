//! One filter and when its cycles end, σ- and N-bounded in one language.

use bloomlab_numbers::{Bound, Refused, Retention, Shape};

use super::course::distinct_numbers;
use crate::parameters::{NBounded, Retaining, SigmaBounded};

/// A filter, the bound of its cycles, and what they start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    shape: Shape,
    bound: Bound,
    retention: Retention,
}

impl Cycle {
    /// A filter of shape `shape` that is recycled at `bound`. Domain: that of [`SigmaBounded::new`] or [`NBounded::new`]; a filter that
    /// retains the message needs σ ≥ k or N ≥ 2, since that message alone could end the next cycle.
    pub fn new(shape: Shape, bound: Bound, retention: Retention) -> Result<Self, Refused> {
        let retains = retention == Retention::Retaining;
        match bound {
            Bound::Sigma(sigma) => {
                let filter = SigmaBounded::new(shape, sigma)?;
                if retains {
                    Retaining::new(filter)?;
                }
            }
            Bound::Messages(messages) => {
                NBounded::new(shape, messages)?;
                if retains && messages < 2 {
                    return Err(Refused::new("messages", messages, "2 ≤ messages in a retaining filter"));
                }
            }
        }
        Ok(Self { shape, bound, retention })
    }

    /// The filter without its bound.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// σ or N.
    pub fn bound(&self) -> Bound {
        self.bound
    }

    /// The filter that forgets the message that ends a cycle, with the same threshold; none for a limit in messages.
    pub fn sigma_bounded(&self) -> Option<SigmaBounded> {
        match self.bound {
            Bound::Sigma(sigma) => Some(SigmaBounded { shape: self.shape, sigma }),
            Bound::Messages(_) => None,
        }
    }

    /// The start of a cycle: empty, or with the message that ended the last.
    pub fn retention(&self) -> Retention {
        self.retention
    }

    /// The states of a cycle, those of each number of messages counted where the bound is one.
    pub(super) fn states(&self) -> u64 {
        match self.bound {
            Bound::Sigma(sigma) => sigma + 1,
            Bound::Messages(messages) => {
                let later = (messages - 1).saturating_mul(self.shape.hashes()) / 2;
                later.saturating_add(1).saturating_mul(messages)
            }
        }
    }

    /// Refuses a cycle of more than `most` states, those of each number of messages counted.
    /// [`Refused`] for σ or N.
    pub fn check_states(&self, most: u64) -> Result<(), Refused> {
        if self.states() <= most {
            return Ok(());
        }
        let (parameter, states) = match self.bound {
            Bound::Sigma(_) => ("sigma", "sigma + 1"),
            Bound::Messages(_) => ("messages", "messages·(1 + hashes·(messages − 1)/2)"),
        };
        Err(Refused::new(
            parameter,
            self.bound.value(),
            format!("{states} ≤ {most}, states that are followed one by one"),
        ))
    }

    pub(crate) fn starts(&self) -> Vec<u64> {
        match self.retention {
            Retention::NonRetaining => vec![0],
            Retention::Retaining => distinct_numbers(self.shape).collect(),
        }
    }

    /// The stages of a cycle: the bit-setting messages so far where they are counted, else one.
    pub(super) fn stages(&self) -> usize {
        match self.bound {
            Bound::Sigma(_) => 1,
            Bound::Messages(messages) => messages as usize,
        }
    }

    pub(super) fn first_stage(&self) -> usize {
        usize::from(self.stages() > 1 && self.retention == Retention::Retaining)
    }

    /// The most bits that a cycle leaves set.
    pub fn most_set(&self) -> u64 {
        self.most_set_in(self.stages() - 1)
    }

    pub(super) fn most_set_in(&self, stage: usize) -> u64 {
        match self.bound {
            Bound::Sigma(sigma) => sigma,
            // less than the bits of the filter: the limit is one that is always reached
            Bound::Messages(_) => self.shape.hashes() * stage as u64,
        }
    }

    /// The stage after a message that sets `fresh` bits, if the bits then set are no more than [`Cycle::most_set_in`] it; none if the
    /// message ends the cycle anyway.
    pub(super) fn stage_after(&self, stage: usize, fresh: usize) -> Option<usize> {
        let after = match self.bound {
            Bound::Messages(_) if fresh > 0 => stage + 1,
            _ => stage,
        };
        (after < self.stages()).then_some(after)
    }

    /// The stage after a message that finds `set` bits and sets `fresh` more; none if it ends the cycle.
    pub(super) fn after(&self, stage: usize, set: u64, fresh: u64) -> Option<usize> {
        self.stage_after(stage, fresh as usize).filter(|&after| set + fresh <= self.most_set_in(after))
    }
}

impl From<SigmaBounded> for Cycle {
    fn from(filter: SigmaBounded) -> Self {
        let bound = Bound::Sigma(filter.sigma());
        Self { shape: filter.shape(), bound, retention: Retention::NonRetaining }
    }
}

impl From<Retaining> for Cycle {
    fn from(filter: Retaining) -> Self {
        Self { retention: Retention::Retaining, ..filter.0.into() }
    }
}

impl From<NBounded> for Cycle {
    fn from(filter: NBounded) -> Self {
        let bound = Bound::Messages(filter.messages());
        Self { shape: filter.shape(), bound, retention: Retention::NonRetaining }
    }
}
