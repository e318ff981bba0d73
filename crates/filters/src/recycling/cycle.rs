//! One filter and its cycle: common to one and two phases.

use bloomlab_numbers::{Bound, Retention};

use super::filter::{Effect, Recycling};
use crate::{BloomFilter, FilterError, Hashing, Locator, Probe};

/// A filter, its bound, and how far its cycle is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    pub(super) active: BloomFilter,
    recycling: Recycling,
    /// Messages of this cycle that set a bit.
    stored: u64,
}

impl Cycle {
    pub(super) fn new(bits: u64, hashing: Hashing, recycling: Recycling) -> Result<Cycle, FilterError> {
        recycling.validate(&Locator::new(bits, hashing)?)?;
        Ok(Cycle { active: BloomFilter::new(bits, hashing)?, recycling, stored: 0 })
    }

    /// Inserts a message; if a new cycle is due, `recycle` is handed the full filter, which still holds what it held
    /// before the message, and must leave an empty one in its place.
    #[inline]
    pub(super) fn insert(&mut self, probe: &Probe, recycle: impl FnOnce(&mut BloomFilter)) -> Effect {
        let is_due = |new_bits| match self.recycling.bound {
            Bound::Sigma(sigma) => self.active.count_ones() + new_bits > sigma,
            Bound::Messages(count) => self.stored + 1 >= count,
        };
        // a message is asked how many bits it would set only where it may end the cycle
        let ends = is_due(probe.cells().len() as u64) && {
            let new_bits = self.active.clear_among(probe);
            new_bits > 0 && is_due(new_bits)
        };
        if !ends {
            let is_stored = self.active.write(probe);
            self.stored += u64::from(is_stored);
            return if is_stored { Effect::Stored } else { Effect::Unchanged };
        }
        recycle(&mut self.active);
        self.stored = 0;
        if self.recycling.retention == Retention::Retaining {
            self.active.write(probe);
            self.stored = 1;
        }
        Effect::Recycled
    }
}
