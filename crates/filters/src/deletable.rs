//! The filters that delete: one structure over the rule of their cells, and the trait they share.

use crate::{Cells, DfpCells, FilterError, Hashing, Locate, Locator, Probe};

/// The outcome of deleting an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// The item was taken out of at least one cell.
    Removed,
    /// All the item's cells are saturated; the filter stayed as it was.
    NotDeletable,
    /// The item is certainly not in the filter, which stayed as it was.
    NotPresent,
}

/// A filter that inserts, answers and deletes.
///
/// **What is guaranteed.** An item inserted, and not removed as often as it was inserted, is contained: no false
/// negative. An item may be inserted several times; each time counts.
///
/// **What is not guaranteed.** A filter refuses to remove an item that certainly is not in it ([`Removal::NotPresent`]). It
/// cannot distinguish a stored item from one that matches although it was never inserted (a false positive), or was removed
/// before; removing such an item can make *others* false negatives. Whoever removes must know that the item is there.
pub trait DeletableFilter {
    /// The way items are located, also to make probes at given positions.
    fn locator(&self) -> &Locator;

    /// Memory used, in bits: exactly what the cells (and the DlBF's bitmap) take.
    fn memory_bits(&self) -> u64;

    /// The probability that an item never inserted, with independent positions, is contained, given the exact state of
    /// the filter: the mean over fingerprints f of (a_f/C)^k with replacement, or of C(a_f,k)/C(C,k) without, where a_f
    /// of the C cells match f. All cells of a query are compared with the one fingerprint it has, so the power is taken
    /// before the mean. Relative accuracy about (k + 2^bits)·2⁻⁵³, where bits are those of a fingerprint.
    fn false_positive_rate(&self) -> f64;

    /// Writes to the cells of an item.
    fn write(&mut self, item: &Probe);

    /// True if all cells of an item match.
    fn matches(&self, item: &Probe) -> bool;

    /// The outcome that removing an item would have now. Each cell is read once.
    fn removal(&self, item: &Probe) -> Removal;

    /// Takes an item out of its cells that are not saturated.
    fn take_out(&mut self, item: &Probe);

    /// The number of cells, C.
    fn cells(&self) -> u64 {
        self.locator().cells()
    }

    /// Inserts an item.
    #[inline]
    fn insert(&mut self, item: &[u8]) {
        let probe = self.locator().probe(item);
        self.write(&probe);
    }

    /// True unless the item is certainly not in the filter.
    #[inline]
    fn contains(&self, item: &[u8]) -> bool {
        self.matches(&self.locator().probe(item))
    }

    /// Removes an item once, if it matches and has a cell that is not saturated.
    #[inline]
    fn remove(&mut self, item: &[u8]) -> Removal {
        let probe = self.locator().probe(item);
        self.try_take_out(&probe)
    }

    /// [`DeletableFilter::remove`] at positions that are the filter's own.
    #[inline(always)]
    fn try_take_out(&mut self, item: &Probe) -> Removal {
        let removal = self.removal(item);
        if removal == Removal::Removed {
            self.take_out(item);
        }
        removal
    }

    /// [`DeletableFilter::insert`] at given positions.
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of cells; likewise for the other
    /// operations on probes.
    #[inline]
    fn insert_at(&mut self, probe: &Probe) -> Result<(), FilterError> {
        probe.check(self.cells())?;
        self.write(probe);
        Ok(())
    }

    /// [`DeletableFilter::contains`] at given positions.
    #[inline]
    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.cells())?;
        Ok(self.matches(probe))
    }

    /// [`DeletableFilter::remove`] at given positions.
    fn remove_at(&mut self, probe: &Probe) -> Result<Removal, FilterError> {
        probe.check(self.cells())?;
        Ok(self.try_take_out(probe))
    }

    /// True if removing the item at these positions now would succeed.
    fn is_deletable_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.cells())?;
        Ok(self.removal(probe) == Removal::Removed)
    }
}

/// A deletable filter: items are located, and the rule of the cells does the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFilter<C> {
    locator: Locator,
    cells: C,
}

/// D-FP filter (Kwon et al., section III).
pub type DfpFilter = CellFilter<DfpCells>;

impl<C: Cells> CellFilter<C> {
    /// A filter over given cells, empty or as in a worked example.
    pub fn over(cells: C, hashing: Hashing) -> Result<CellFilter<C>, FilterError> {
        Ok(CellFilter { locator: Locator::new(cells.cell_count(), hashing)?, cells })
    }

    /// The cells.
    pub fn array(&self) -> &C {
        &self.cells
    }
}

impl<C: Cells> DeletableFilter for CellFilter<C> {
    fn locator(&self) -> &Locator {
        &self.locator
    }

    fn memory_bits(&self) -> u64 {
        self.cells.memory_bits()
    }

    fn false_positive_rate(&self) -> f64 {
        let matching = self.cells.matching_cells();
        let classes = matching.len() as f64;
        matching.into_iter().map(|count| self.locator.all_among(count)).sum::<f64>() / classes
    }

    #[inline(always)]
    fn write(&mut self, item: &Probe) {
        for &cell in item.cells() {
            self.cells.write(cell, item.fingerprint());
        }
    }

    #[inline(always)]
    fn matches(&self, item: &Probe) -> bool {
        item.cells().iter().all(|&cell| self.cells.matches(cell, item.fingerprint()))
    }

    #[inline(always)]
    fn removal(&self, item: &Probe) -> Removal {
        let (matches, is_open) = item.cells().iter().fold((true, false), |(matches, is_open), &cell| {
            (matches & self.cells.matches(cell, item.fingerprint()), is_open | !self.cells.is_saturated(cell))
        });
        match (matches, is_open) {
            (false, _) => Removal::NotPresent,
            (true, false) => Removal::NotDeletable,
            (true, true) => Removal::Removed,
        }
    }

    #[inline(always)]
    fn take_out(&mut self, item: &Probe) {
        for &cell in item.cells() {
            self.cells.take_out(cell, item.fingerprint());
        }
    }
}
