//! Recycling filters of every kind: one phase or two, σ- or N-bounded, and with or without the message that ends a cycle.

mod average;
mod averages;
mod course;
mod cycle;
mod forgetting;
mod held;
mod tagged;

pub use average::{TwoPhaseAverage, variant_average};
pub use averages::{Averages, Published};
pub(crate) use course::visits;
pub use cycle::Cycle;
pub use forgetting::{Forgetting, variant_forgetting};

use bloomlab_numbers::{Ending, Retention};

/// One recycling filter, or two over the same memory: any of the twelve kinds.
///
/// Dozier, Salamatian, Rubenstein describe two filters in two ways: section II-C keeps the message that ends a cycle in the filter that it
/// freezes, eq. 24–26 drop it there. The new active filter can start empty or with that message (section IV-B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    each: Cycle,
    frozen: Option<Ending>,
}

impl Variant {
    /// One filter, cleared at the end of every cycle.
    pub fn one_phase(each: Cycle) -> Self {
        Self { each, frozen: None }
    }

    /// An active and a frozen filter; `each` is the filter of half the memory ([`shape_of_each`](crate::shape_of_each)).
    pub fn two_phases(each: Cycle, ending: Ending) -> Self {
        Self { each, frozen: Some(ending) }
    }

    /// The filter, or each of the two.
    pub fn each(&self) -> Cycle {
        self.each
    }

    /// The end of a cycle as a frozen filter holds it: without or with the message that froze it; none with one phase.
    pub fn frozen(&self) -> Option<Ending> {
        self.frozen
    }

    /// The distances r at which no message is ever taken for new, as their largest; none if even r = 0 is not safe.
    ///
    /// ⌊σ/k⌋ or N − 1 where two phases keep or retain the message that ends a cycle: as many messages fit in a cycle whatever their
    /// positions. With two phases that drop and forget it, and with one that forgets it, a message that ends a cycle is taken for new at
    /// once. One phase that retains it clears what came before.
    pub fn guaranteed_distance(&self) -> Option<u64> {
        use bloomlab_numbers::Bound::{Messages, Sigma};
        let retains = self.each.retention() == Retention::Retaining;
        match self.frozen {
            None => retains.then_some(0),
            Some(Ending::Dropping) if !retains => None,
            Some(_) => Some(match self.each.bound() {
                Sigma(sigma) => sigma / self.each.shape().hashes(),
                Messages(messages) => messages - 1,
            }),
        }
    }
}
