//! Many items, seen from a filter.

use crate::FilterError;

/// The cells and fingerprints of many items, in a fraction of the memory of their [`Probe`](crate::Probe)s.
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
    /// Empty, with memory for the given number of items with k = `hashes` positions in `range` cells.
    pub(super) fn with_capacity(items: u64, hashes: u64, range: u64) -> Result<Probes, FilterError> {
        let words = u128::from(items) * (u128::from(hashes) + 2);
        let out_of_memory = FilterError::OutOfMemory { words: u64::try_from(words).unwrap_or(u64::MAX) };
        let mut probes = Probes { range, items: Vec::new(), cells: Vec::new() };
        let reserve = |probes: &mut Probes| -> Option<()> {
            probes.items.try_reserve_exact(usize::try_from(items).ok()?).ok()?;
            probes.cells.try_reserve_exact(usize::try_from(items.checked_mul(hashes)?).ok()?).ok()
        };
        reserve(&mut probes).map(|()| probes).ok_or(out_of_memory)
    }

    /// Adds a cell to the item that comes next, unless it has it already.
    #[inline(always)]
    pub(super) fn add(&mut self, cell: u64) -> bool {
        let start = self.items.last().map_or(0, |item| item.end);
        let is_new = self.cells[start..].iter().all(|&other| other != cell);
        if is_new {
            self.cells.push(cell);
        }
        is_new
    }

    /// Adds an item of K positions that are drawn, each named once. Nearly always they differ: they are drawn one after the
    /// other, and compared all at once.
    #[inline(always)]
    pub(super) fn draw<const K: usize>(&mut self, fingerprint: u64, mut position: impl FnMut() -> u64) {
        let (start, drawn) = (self.cells.len(), [(); K].map(|()| position()));
        self.cells.extend_from_slice(&drawn);
        let coincide = (1..K).fold(false, |any, i| drawn[..i].iter().fold(any, |any, &cell| any | (cell == drawn[i])));
        if coincide {
            self.name_once(start);
        }
        self.end(fingerprint);
    }

    #[cold]
    fn name_once(&mut self, start: usize) {
        self.cells.split_off(start).into_iter().for_each(|cell| _ = self.add(cell));
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

    /// True if there is no item.
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
