//! The scalable Bloom filter.

use serde::{Deserialize, Serialize};

use crate::positions::words::spread;
use crate::{FilterError, PartitionedFilter, Source};

/// The size of a stage: k slices of w bits, and the items they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StageSize {
    /// k.
    pub slices: u64,
    /// w.
    pub slice_bits: u64,
    /// The items after which the next stage opens.
    pub capacity: u64,
}

/// Why an item was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("every planned stage is full; the filter is as it was")]
pub struct AllFull;

/// A filter that grows by stages (Almeida, Baquero, Preguiça, Hutchison, 2007): an insertion goes to the last stage opened, and
/// opens the next when that one is full. An item is contained iff a stage contains it.
///
/// A filter that *refuses positives* neither inserts nor counts an item that it contains already, as most libraries do.
///
/// ```
/// use bloomlab_filters::{ScalableFilter, Source, StageSize};
///
/// let stage = |capacity| StageSize { slices: 7, slice_bits: 3 * capacity / 2, capacity };
/// let mut filter = ScalableFilter::new(&[stage(100), stage(200)], false, Source::Hash, 42)?;
/// (0_u64..300).try_for_each(|item| filter.insert(&item.to_le_bytes()).map(drop))?;
/// assert!((0_u64..300).all(|item| filter.contains(&item.to_le_bytes())));
/// assert!(filter.insert(b"one more").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalableFilter {
    stages: Vec<(PartitionedFilter, u64)>,
    opened: usize,
    /// Items in the last stage opened.
    held: u64,
    refusing: bool,
}

impl ScalableFilter {
    /// An empty filter of these stages, whose seeds follow from `seed`.
    pub fn new(plan: &[StageSize], refusing: bool, source: Source, seed: u64) -> Result<ScalableFilter, FilterError> {
        let stage = |(index, size): (u64, &StageSize)| {
            let slices = vec![size.slice_bits; size.slices as usize];
            let seed = spread(seed.wrapping_add(spread(index)));
            Ok((PartitionedFilter::new(&slices, source, seed)?, size.capacity))
        };
        let stages = (0..).zip(plan).map(stage).collect::<Result<_, FilterError>>()?;
        Ok(ScalableFilter { stages, opened: 0, held: 0, refusing })
    }

    /// Inserts an item; false if it was refused.
    /// [`AllFull`] if there is no stage for it.
    pub fn insert(&mut self, item: &[u8]) -> Result<bool, AllFull> {
        if self.refusing && self.contains(item) {
            return Ok(false);
        }
        let full = |(_, capacity): &(PartitionedFilter, u64)| self.held >= *capacity;
        if self.opened == 0 || self.stages.get(self.opened - 1).is_some_and(full) {
            if self.opened == self.stages.len() {
                return Err(AllFull);
            }
            (self.opened, self.held) = (self.opened + 1, 0);
        }
        if let Some((stage, _)) = self.stages.get_mut(self.opened - 1) {
            stage.insert(item);
        }
        self.held += 1;
        Ok(true)
    }

    /// True unless the item is certainly new.
    pub fn contains(&self, item: &[u8]) -> bool {
        self.open().any(|stage| stage.contains(item))
    }

    /// The probability that an item never inserted is contained, given the bits: 1 − Π over stages of (1 − Π of the slices'
    /// fills).
    pub fn false_positive_rate(&self) -> f64 {
        self.open().fold(0.0, |any, stage| any + stage.false_positive_rate() * (1.0 - any))
    }

    fn open(&self) -> impl Iterator<Item = &PartitionedFilter> {
        self.stages[..self.opened].iter().map(|(stage, _)| stage)
    }
}
