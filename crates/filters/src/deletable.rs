//! The filters that delete: one structure over the rule of their cells, and the trait they share.

use crate::{
    Cells, CountingCells, DfpCells, DlbfCells, FilterError, FingerprintCountingCells, Hashing, Locator, Probe, Probes,
    QuaternaryCells, TernaryCells,
};

/// What came of deleting an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// The item was taken out of at least one cell.
    Removed,
    /// All the item's cells are saturated; the filter stayed as it was.
    NotDeletable,
    /// The item is certainly not in the filter, which stayed as it was.
    NotPresent,
}

/// What came of deleting many items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removals {
    /// How many were [`Removal::Removed`].
    pub removed: u64,
    /// How many were [`Removal::NotDeletable`].
    pub not_deletable: u64,
    /// How many were [`Removal::NotPresent`].
    pub not_present: u64,
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
    /// Inserts an item.
    fn insert(&mut self, item: &[u8]);

    /// Whether the item may be in the filter. A 'no' is certain.
    fn contains(&self, item: &[u8]) -> bool;

    /// Removes an item once.
    fn remove(&mut self, item: &[u8]) -> Removal;

    /// Whether removing the item now would succeed: it matches, and at least one of its cells is not saturated.
    fn is_deletable(&self, item: &[u8]) -> bool;

    /// Memory used, in bits: exactly what the cells (and the DlBF's bitmap) take.
    fn memory_bits(&self) -> u64;

    /// The number of cells, C.
    fn cells(&self) -> u64;

    /// The probability that an item never inserted, with independent positions, is contained, given the exact state of
    /// the filter: the mean over fingerprints f of (a_f/C)^k with replacement, or of C(a_f,k)/C(C,k) without, where a_f
    /// of the C cells match f. All cells of a query are compared with the one fingerprint it has, so the power is taken
    /// before the mean. Relative accuracy about (k + 2^bits)·2⁻⁵³, where bits are those of a fingerprint.
    fn false_positive_rate(&self) -> f64;

    /// How items are located, also to make probes at given positions.
    fn locator(&self) -> &Locator;

    /// [`DeletableFilter::insert`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of cells; likewise for the other
    /// operations on probes.
    fn insert_at(&mut self, probe: &Probe) -> Result<(), FilterError>;

    /// [`DeletableFilter::contains`] at given positions.
    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError>;

    /// [`DeletableFilter::remove`] at given positions.
    fn remove_at(&mut self, probe: &Probe) -> Result<Removal, FilterError>;

    /// [`DeletableFilter::is_deletable`] at given positions.
    fn is_deletable_at(&self, probe: &Probe) -> Result<bool, FilterError>;

    /// Inserts many items, one after the other.
    ///
    /// # Errors
    /// As [`DeletableFilter::insert_at`]; likewise for the other operations on many items.
    fn insert_many(&mut self, probes: &Probes) -> Result<(), FilterError>;

    /// Removes many items, one after the other.
    fn remove_many(&mut self, probes: &Probes) -> Result<Removals, FilterError>;

    /// How many of the items could be removed, each alone, from the filter as it is.
    fn count_deletable(&self, probes: &Probes) -> Result<u64, FilterError>;
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

    #[inline(always)]
    fn write(&mut self, (cells, fingerprint): (&[u64], u64)) {
        for &cell in cells {
            self.cells.write(cell, fingerprint);
        }
    }

    #[inline(always)]
    fn matches(&self, (cells, fingerprint): (&[u64], u64)) -> bool {
        cells.iter().all(|&cell| self.cells.matches(cell, fingerprint))
    }

    /// Whether all cells match, and whether one of them is not saturated: each is read once.
    #[inline(always)]
    fn looks(&self, (cells, fingerprint): (&[u64], u64)) -> (bool, bool) {
        cells.iter().fold((true, false), |(matches, is_open), &cell| {
            (matches & self.cells.matches(cell, fingerprint), is_open | !self.cells.is_saturated(cell))
        })
    }

    #[inline(always)]
    fn can_take_out(&self, item: (&[u64], u64)) -> bool {
        self.looks(item) == (true, true)
    }

    #[inline(always)]
    fn take_out(&mut self, item: (&[u64], u64)) -> Removal {
        match self.looks(item) {
            (false, _) => Removal::NotPresent,
            (true, false) => Removal::NotDeletable,
            (true, true) => {
                let (cells, fingerprint) = item;
                for &cell in cells {
                    self.cells.take_out(cell, fingerprint);
                }
                Removal::Removed
            }
        }
    }
}

impl<C: Cells> DeletableFilter for CellFilter<C> {
    fn insert(&mut self, item: &[u8]) {
        let probe = self.locator.probe(item);
        self.write(probe.parts());
    }

    #[inline]
    fn contains(&self, item: &[u8]) -> bool {
        self.matches(self.locator.probe(item).parts())
    }

    fn remove(&mut self, item: &[u8]) -> Removal {
        let probe = self.locator.probe(item);
        self.take_out(probe.parts())
    }

    fn is_deletable(&self, item: &[u8]) -> bool {
        self.can_take_out(self.locator.probe(item).parts())
    }

    fn memory_bits(&self) -> u64 {
        self.cells.memory_bits()
    }

    fn cells(&self) -> u64 {
        self.locator.cells()
    }

    fn false_positive_rate(&self) -> f64 {
        let matching = self.cells.matching_cells();
        let classes = matching.len() as f64;
        matching.into_iter().map(|count| self.locator.all_among(count)).sum::<f64>() / classes
    }

    fn locator(&self) -> &Locator {
        &self.locator
    }

    fn insert_at(&mut self, probe: &Probe) -> Result<(), FilterError> {
        probe.check(self.cells())?;
        self.write(probe.parts());
        Ok(())
    }

    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.cells())?;
        Ok(self.matches(probe.parts()))
    }

    fn remove_at(&mut self, probe: &Probe) -> Result<Removal, FilterError> {
        probe.check(self.cells())?;
        Ok(self.take_out(probe.parts()))
    }

    fn is_deletable_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.cells())?;
        Ok(self.can_take_out(probe.parts()))
    }

    fn insert_many(&mut self, probes: &Probes) -> Result<(), FilterError> {
        probes.check(self.cells())?;
        for item in probes.iter() {
            self.write(item);
        }
        Ok(())
    }

    fn remove_many(&mut self, probes: &Probes) -> Result<Removals, FilterError> {
        probes.check(self.cells())?;
        let mut removals = Removals::default();
        for item in probes.iter() {
            match self.take_out(item) {
                Removal::Removed => removals.removed += 1,
                Removal::NotDeletable => removals.not_deletable += 1,
                Removal::NotPresent => removals.not_present += 1,
            }
        }
        Ok(removals)
    }

    fn count_deletable(&self, probes: &Probes) -> Result<u64, FilterError> {
        probes.check(self.cells())?;
        Ok(probes.iter().filter(|&item| self.can_take_out(item)).count() as u64)
    }
}
