//! The filters that delete: one structure over the rule of their cells, and the trait they share.

use crate::{
    Cells, CountingCells, DfpCells, DlbfCells, FilterError, FingerprintCountingCells, Hashing, Locator, Probe, Probes,
    QuaternaryCells, TernaryCells,
};

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

/// The outcomes of deleting many items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removals {
    /// The number of [`Removal::Removed`].
    pub removed: u64,
    /// The number of [`Removal::NotDeletable`].
    pub not_deletable: u64,
    /// The number of [`Removal::NotPresent`].
    pub not_present: u64,
}

/// The distinct cells of an item, and its fingerprint.
pub type Placed<'a> = (&'a [u64], u64);

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
    fn write(&mut self, item: Placed<'_>);

    /// True if all cells of an item match.
    fn matches(&self, item: Placed<'_>) -> bool;

    /// All cells of an item match; one of them is not saturated. Each cell is read once.
    fn looks(&self, item: Placed<'_>) -> (bool, bool);

    /// Takes an item out of its cells that are not saturated.
    fn take_out(&mut self, item: Placed<'_>);

    /// The number of cells, C.
    fn cells(&self) -> u64 {
        self.locator().cells()
    }

    /// Inserts an item.
    #[inline]
    fn insert(&mut self, item: &[u8]) {
        let probe = self.locator().probe(item);
        self.write(probe.parts());
    }

    /// True unless the item is certainly not in the filter.
    #[inline]
    fn contains(&self, item: &[u8]) -> bool {
        self.matches(self.locator().probe(item).parts())
    }

    /// Removes an item once.
    #[inline]
    fn remove(&mut self, item: &[u8]) -> Removal {
        let probe = self.locator().probe(item);
        self.try_take_out(probe.parts())
    }

    /// Removes an item that matches and has a cell that is not saturated.
    #[inline(always)]
    fn try_take_out(&mut self, item: Placed<'_>) -> Removal {
        match self.looks(item) {
            (false, _) => Removal::NotPresent,
            (true, false) => Removal::NotDeletable,
            (true, true) => {
                self.take_out(item);
                Removal::Removed
            }
        }
    }

    /// True if removing the item now would succeed: it matches, and at least one of its cells is not saturated.
    fn is_deletable(&self, item: &[u8]) -> bool {
        self.looks(self.locator().probe(item).parts()) == (true, true)
    }

    /// [`DeletableFilter::insert`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of cells; likewise for the other
    /// operations on probes.
    #[inline]
    fn insert_at(&mut self, probe: &Probe) -> Result<(), FilterError> {
        probe.check(self.cells())?;
        self.write(probe.parts());
        Ok(())
    }

    /// [`DeletableFilter::contains`] at given positions.
    #[inline]
    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.cells())?;
        Ok(self.matches(probe.parts()))
    }

    /// [`DeletableFilter::remove`] at given positions.
    fn remove_at(&mut self, probe: &Probe) -> Result<Removal, FilterError> {
        probe.check(self.cells())?;
        Ok(self.try_take_out(probe.parts()))
    }

    /// [`DeletableFilter::is_deletable`] at given positions.
    fn is_deletable_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.cells())?;
        Ok(self.looks(probe.parts()) == (true, true))
    }

    /// Inserts many items, one after the other.
    fn insert_many(&mut self, probes: &Probes) -> Result<(), FilterError> {
        probes.check(self.cells())?;
        probes.iter().for_each(|item| self.write(item));
        Ok(())
    }

    /// Removes many items, one after the other.
    fn remove_many(&mut self, probes: &Probes) -> Result<Removals, FilterError> {
        probes.check(self.cells())?;
        let mut removals = Removals::default();
        for item in probes.iter() {
            *match self.try_take_out(item) {
                Removal::Removed => &mut removals.removed,
                Removal::NotDeletable => &mut removals.not_deletable,
                Removal::NotPresent => &mut removals.not_present,
            } += 1;
        }
        Ok(removals)
    }

    /// The number of the items that could be removed, each alone, from the filter as it is.
    fn count_deletable(&self, probes: &Probes) -> Result<u64, FilterError> {
        probes.check(self.cells())?;
        Ok(probes.iter().filter(|&item| self.looks(item) == (true, true)).count() as u64)
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
/// Ternary Bloom filter, TBF.
pub type TernaryFilter = CellFilter<TernaryCells>;
/// Quaternary Bloom filter, QBF.
pub type QuaternaryFilter = CellFilter<QuaternaryCells>;
/// Deletable Bloom filter, DlBF.
pub type DlbfFilter = CellFilter<DlbfCells>;
/// Counting Bloom filter, CBF, with four-bit counters.
pub type CountingFilter = CellFilter<CountingCells>;
/// Fingerprint Counting Bloom filter, FP-CBF, with four-bit counters.
pub type FingerprintCountingFilter = CellFilter<FingerprintCountingCells>;

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
    fn write(&mut self, (cells, fingerprint): Placed<'_>) {
        for &cell in cells {
            self.cells.write(cell, fingerprint);
        }
    }

    #[inline(always)]
    fn matches(&self, (cells, fingerprint): Placed<'_>) -> bool {
        cells.iter().all(|&cell| self.cells.matches(cell, fingerprint))
    }

    #[inline(always)]
    fn looks(&self, (cells, fingerprint): Placed<'_>) -> (bool, bool) {
        cells.iter().fold((true, false), |(matches, is_open), &cell| {
            (matches & self.cells.matches(cell, fingerprint), is_open | !self.cells.is_saturated(cell))
        })
    }

    #[inline(always)]
    fn take_out(&mut self, (cells, fingerprint): Placed<'_>) {
        for &cell in cells {
            self.cells.take_out(cell, fingerprint);
        }
    }
}
