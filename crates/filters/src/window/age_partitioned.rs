//! The age-partitioned filter.

use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::bits::BitArray;
use crate::positions::SliceLocator;
use crate::{FilterError, Membership, Source};

/// k + l slices of w bits in a ring (Shtul, Baquero, Almeida, 2020). An item sets one bit in each of the k youngest; the
/// insertion that finds a generation of g complete clears the oldest slice first, which becomes the youngest. An item is
/// contained iff k slices of consecutive ages match.
///
/// The newest l·g items before an item, and it, are always contained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgePartitionedFilter {
    locator: SliceLocator,
    slices: Vec<BitArray>,
    young: usize,
    generation: u64,
    /// The place of the youngest slice; older ones follow it.
    youngest: usize,
    /// Items in the current generation.
    held: u64,
}

impl AgePartitionedFilter {
    /// An empty filter: k = `young`, l = `old`, w = `slice_bits`, g = `generation`.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless k, l, w, g ≥ 1; [`FilterError::OutOfMemory`].
    pub fn new(
        young: u64,
        old: u64,
        slice_bits: u64,
        generation: u64,
        source: Source,
        seed: u64,
    ) -> Result<AgePartitionedFilter, FilterError> {
        const MOST: u64 = 4096;
        Parameter::Hashes.within(young, 1..=MOST)?;
        Parameter::Slices.within(old, 1..=MOST)?;
        if generation == 0 {
            return Err(OutOfDomain::new(Parameter::Generation, generation, "1 ≤ generation").into());
        }
        let lengths = vec![slice_bits; (young + old) as usize];
        let locator = SliceLocator::new(&lengths, source, seed)?;
        let slices = lengths.iter().map(|&bits| BitArray::new(bits)).collect::<Result<_, _>>()?;
        Ok(AgePartitionedFilter { locator, slices, young: young as usize, generation, youngest: 0, held: 0 })
    }

    /// The places of the slices, from the youngest on.
    fn by_age(&self) -> impl Iterator<Item = usize> + use<> {
        let (count, youngest) = (self.slices.len(), self.youngest);
        (0..count).map(move |age| (youngest + age) % count)
    }
}

impl Membership for AgePartitionedFilter {
    fn insert(&mut self, item: &[u8]) {
        if self.held == self.generation {
            self.held = 0;
            self.youngest = (self.youngest + self.slices.len() - 1) % self.slices.len();
            self.slices[self.youngest].clear_all();
        }
        self.held += 1;
        let positions = self.locator.positions(item);
        for place in self.by_age().take(self.young) {
            self.slices[place].set(positions[place]);
        }
    }

    fn contains(&self, item: &[u8]) -> bool {
        let positions = self.locator.positions(item);
        let mut run = 0;
        self.by_age().any(|place| {
            run = if self.slices[place].get(positions[place]) { run + 1 } else { 0 };
            run == self.young
        })
    }
}
