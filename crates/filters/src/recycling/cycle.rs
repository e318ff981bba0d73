//! One filter and its cycle: common to one and two phases.

use bloomlab_occupancy::{Bound, Retention};
use serde::{Deserialize, Serialize};

use super::{Effect, Recycling};
use crate::{BloomFilter, Damage, FilterError, Hashing, Locator, Probe};

/// A filter, its bound, and how far its cycle is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredCycle")]
pub(super) struct Cycle {
    pub(super) active: BloomFilter,
    recycling: Recycling,
    /// Messages of this cycle that set a bit.
    stored: u64,
    pub(super) completed: u64,
}

#[derive(Deserialize)]
struct StoredCycle {
    active: BloomFilter,
    recycling: Recycling,
    stored: u64,
    completed: u64,
}

impl TryFrom<StoredCycle> for Cycle {
    type Error = FilterError;

    fn try_from(read: StoredCycle) -> Result<Cycle, FilterError> {
        let StoredCycle { active, recycling, stored, completed } = read;
        recycling.validate(active.locator())?;
        let over = match recycling.bound {
            Bound::Sigma(sigma) => active.count_ones() > sigma,
            Bound::Messages(count) => stored >= count,
        };
        if over {
            return Err(Damage::PastTheBound.into());
        }
        Ok(Cycle { active, recycling, stored, completed })
    }
}

impl Cycle {
    pub(super) fn new(bits: u64, hashing: Hashing, recycling: Recycling) -> Result<Cycle, FilterError> {
        recycling.validate(&Locator::new(bits, hashing)?)?;
        Ok(Cycle { active: BloomFilter::new(bits, hashing)?, recycling, stored: 0, completed: 0 })
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
        self.completed += 1;
        self.stored = 0;
        if self.recycling.retention == Retention::Retaining {
            self.active.write(probe);
            self.stored = 1;
        }
        Effect::Recycled
    }
}
