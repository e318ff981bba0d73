//! Many items, seen from a filter.

use crate::{FilterError, Probe};

/// What the [`Probe`]s of many items say, in a fraction of their memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probes {
    range: u64,
    items: Vec<Item>,
    /// The distinct cells of one item after the other.
    cells: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    fingerprint: u64,
    /// Where its cells end.
    end: usize,
}

impl Probes {
    /// Of no item.
    pub(super) fn none(range: u64) -> Probes {
        Probes { range, items: Vec::new(), cells: Vec::new() }
    }

    /// Probes for a filter of `range` cells.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if one was made for another number of cells.
    pub fn of(probes: impl IntoIterator<Item = Probe>, range: u64) -> Result<Probes, FilterError> {
        let mut all = Probes::none(range);
        for probe in probes {
            probe.check(range)?;
            all.cells.extend(probe.cells());
            all.items.push(Item { fingerprint: probe.fingerprint(), end: all.cells.len() });
        }
        Ok(all)
    }

    /// Adds a cell to the item that comes next, unless it has it already.
    #[inline]
    pub(super) fn add(&mut self, cell: u64) -> bool {
        let start = self.items.last().map_or(0, |item| item.end);
        let is_new = !self.cells[start..].contains(&cell);
        if is_new {
            self.cells.push(cell);
        }
        is_new
    }

    /// Ends the item whose cells were added.
    #[inline]
    pub(super) fn end(&mut self, fingerprint: u64) {
        self.items.push(Item { fingerprint, end: self.cells.len() });
    }

    /// The number of items.
    pub fn len(&self) -> u64 {
        self.items.len() as u64
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The distinct cells and the fingerprint of each item.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (&[u64], u64)> {
        let mut start = 0;
        self.items.iter().map(move |item| {
            let cells = &self.cells[start..item.end];
            start = item.end;
            (cells, item.fingerprint)
        })
    }

    pub(crate) fn check(&self, cells: u64) -> Result<(), FilterError> {
        match self.range == cells {
            true => Ok(()),
            false => Err(FilterError::ForeignProbe { probe: self.range, filter: cells }),
        }
    }
}
