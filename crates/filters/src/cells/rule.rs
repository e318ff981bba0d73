//! The rule of each filter: the content of a cell, and the effect of inserting and deleting.

/// An array of cells with the rule of one filter. All filters of this crate that delete work cell by cell: an item is
/// written into each of its cells, matches if each of them matches, and is taken out of those that are not saturated.
///
/// For any sequence of operations in which only items that were written are taken out:
/// - a cell written by an item matches its fingerprint until the item is taken out of it;
/// - taking an item out changes no cell's answer to the items still in it;
/// - a saturated cell stays saturated and matches everything.
pub trait Cells {
    /// The number of cells, C.
    fn cell_count(&self) -> u64;

    /// Bits of a fingerprint that the cells distinguish.
    fn fingerprint_bits(&self) -> u32 {
        0
    }

    /// Writes an item with this fingerprint into the cell.
    fn write(&mut self, cell: u64, fingerprint: u64);

    /// True if an item with this fingerprint may be in the cell.
    fn matches(&self, cell: u64, fingerprint: u64) -> bool;

    /// True if the cell no longer determines its items, so that nothing can be taken out of it.
    fn is_saturated(&self, cell: u64) -> bool;

    /// Takes an item with this fingerprint out of the cell; a saturated cell stays as it is.
    fn take_out(&mut self, cell: u64, fingerprint: u64);

    /// Memory used, in bits.
    fn memory_bits(&self) -> u64;

    /// The number of cells that match, for every fingerprint there is.
    fn matching_cells(&self) -> Vec<u64> {
        let count = |fingerprint| (0..self.cell_count()).filter(|&cell| self.matches(cell, fingerprint)).count() as u64;
        (0..1 << self.fingerprint_bits()).map(count).collect()
    }
}
