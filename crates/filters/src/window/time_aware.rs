//! Time-aware filters: a bit is removed when nothing has hit it for a window.

use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::bits::BitArray;
use crate::bits::zeroed;
use crate::{FilterError, Hashing, Locator, Membership};

/// Every cell knows when it was last hit: an item is contained iff all its cells were hit by the last W insertions.
///
/// The newest W items are always contained. A cell here keeps the number of the insertion, 64 bits; ⌈log2(W + 1)⌉ bits
/// suffice for a program that also sweeps the expired cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimerFilter {
    locator: Locator,
    /// One more than the number of the insertion that hit it last; 0 for none.
    last: Vec<u64>,
    window: u64,
    inserted: u64,
}

fn check_window(window: u64) -> Result<(), OutOfDomain> {
    Parameter::Window.within(window, 1..=bloomlab_occupancy::MAX_SIZE)
}

impl TimerFilter {
    /// An empty filter of `cells` cells, W = `window`.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless W ≥ 1, and as for [`Locator::new`]; [`FilterError::OutOfMemory`].
    pub fn new(cells: u64, window: u64, hashing: Hashing) -> Result<TimerFilter, FilterError> {
        check_window(window)?;
        let locator = Locator::new(cells, hashing)?;
        Ok(TimerFilter { locator, last: zeroed(cells)?, window, inserted: 0 })
    }
}

impl Membership for TimerFilter {
    fn insert(&mut self, item: &[u8]) {
        self.inserted += 1;
        for &cell in self.locator.probe(item).cells() {
            self.last[cell as usize] = self.inserted;
        }
    }

    fn contains(&self, item: &[u8]) -> bool {
        let live = |last: u64| last > 0 && last + self.window > self.inserted;
        self.locator.probe(item).cells().iter().all(|&cell| live(self.last[cell as usize]))
    }
}

/// Two bits a cell: whether it is set, and whether it was set or hit since the last sweep. The insertion that finds W
/// since the last sweep clears the cells that were not, before it sets its own.
///
/// The newest W items are always contained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagFilter {
    locator: Locator,
    set: BitArray,
    fresh: BitArray,
    window: u64,
    since_sweep: u64,
}

impl FlagFilter {
    /// An empty filter of `cells` cells, W = `window`.
    pub fn new(cells: u64, window: u64, hashing: Hashing) -> Result<FlagFilter, FilterError> {
        check_window(window)?;
        let (set, fresh) = (BitArray::new(cells)?, BitArray::new(cells)?);
        Ok(FlagFilter { locator: Locator::new(cells, hashing)?, set, fresh, window, since_sweep: 0 })
    }

    /// The probability that an item never inserted, at independent positions, is contained, given the bits set.
    pub fn false_positive_rate(&self) -> f64 {
        self.locator.all_among(self.set.count_ones())
    }
}

impl Membership for FlagFilter {
    fn insert(&mut self, item: &[u8]) {
        if self.since_sweep == self.window {
            self.since_sweep = 0;
            // only the fresh ones stay set
            self.set.clone_from(&self.fresh);
            self.fresh.clear_all();
        }
        self.since_sweep += 1;
        for &cell in self.locator.probe(item).cells() {
            self.set.set(cell);
            self.fresh.set(cell);
        }
    }

    fn contains(&self, item: &[u8]) -> bool {
        self.locator.probe(item).cells().iter().all(|&cell| self.set.get(cell))
    }
}
