//! The ring of filters.

use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::positions::words::spread;
use crate::{BloomFilter, FilterError, Hashing, Membership};

/// j full filters and an active one. The insertion that finds g items in the active one clears the oldest, which becomes
/// the active one. An item is contained iff one of the filters contains it.
///
/// The newest j·g items before an item, and it, are always contained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingFilter {
    filters: Vec<BloomFilter>,
    active: usize,
    generation: u64,
    /// Items in the active filter.
    held: u64,
}

impl RingFilter {
    /// j = `full` full filters and an active one of `bits` bits each, g = `generation`. The filters have positions of their
    /// own: their seeds follow from that of `hashing`.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless j, g ≥ 1 and as for [`BloomFilter::new`]; [`FilterError::OutOfMemory`].
    pub fn new(bits: u64, full: u64, generation: u64, hashing: Hashing) -> Result<RingFilter, FilterError> {
        Parameter::Slices.within(full, 1..=1 << 20)?;
        if generation == 0 {
            return Err(OutOfDomain::new(Parameter::Generation, generation, "1 ≤ generation").into());
        }
        let seed = |index: u64| spread(hashing.seed.wrapping_add(spread(index)));
        let filter = |index| BloomFilter::new(bits, Hashing { seed: seed(index), ..hashing });
        Ok(RingFilter { filters: (0..=full).map(filter).collect::<Result<_, _>>()?, active: 0, generation, held: 0 })
    }
}

impl Membership for RingFilter {
    fn insert(&mut self, item: &[u8]) {
        if self.held == self.generation {
            self.held = 0;
            self.active = (self.active + 1) % self.filters.len();
            self.filters[self.active].clear();
        }
        self.held += 1;
        self.filters[self.active].insert(item);
    }

    fn contains(&self, item: &[u8]) -> bool {
        self.filters.iter().any(|filter| filter.contains(item))
    }
}
