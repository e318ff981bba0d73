//! A literal simulator of every filter, cell by cell, that shares nothing with the formulas.

use bloomlab_deletable::Filter;

/// One filter's memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulator {
    filter: Filter,
    /// The content of every cell; for FP-CBF the counter.
    cells: Vec<u32>,
    /// FP-CBF: the exclusive or of the fingerprints. DlBF: the marks of the regions.
    beside: Vec<u32>,
}

/// An item: its cells without repetition, and its fingerprint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub cells: Vec<usize>,
    pub fingerprint: u32,
}

impl Item {
    /// An item hashed to `positions`, coinciding ones written once.
    pub fn new(positions: &[usize], fingerprint: u32) -> Self {
        let mut cells = positions.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells, fingerprint }
    }
}

/// The fingerprints an item of this filter may have, all equally likely.
pub fn fingerprints(filter: Filter) -> Vec<u32> {
    match filter {
        Filter::DFp => vec![0b01, 0b10],
        Filter::FingerprintCounting { fingerprint_bits } => (0..1 << fingerprint_bits).collect(),
        _ => vec![0],
    }
}

impl Simulator {
    pub fn new(filter: Filter, cells: usize) -> Self {
        Self { filter, cells: vec![0; cells], beside: vec![0; cells] }
    }

    fn region(&self, cell: usize) -> usize {
        match self.filter {
            Filter::DlBf { region_bits } => cell / region_bits as usize,
            _ => cell,
        }
    }

    pub fn insert(&mut self, item: &Item) {
        for &cell in &item.cells {
            let region = self.region(cell);
            let content = &mut self.cells[cell];
            match self.filter {
                Filter::DFp => *content = if *content == 0 { item.fingerprint } else { 0b11 },
                Filter::Tbf | Filter::TbfPacked => *content = (*content + 1).min(2),
                Filter::Qbf => *content = (*content + 1).min(3),
                Filter::DlBf { .. } if *content == 1 => self.beside[region] = 1,
                Filter::DlBf { .. } => *content = 1,
                Filter::Counting => *content += 1,
                Filter::FingerprintCounting { .. } => {
                    *content += 1;
                    self.beside[cell] ^= item.fingerprint;
                }
            }
        }
    }

    pub fn contains(&self, item: &Item) -> bool {
        item.cells.iter().all(|&cell| match (self.filter, self.cells[cell]) {
            (Filter::DFp, content) => content & item.fingerprint != 0,
            (Filter::FingerprintCounting { .. }, 1) => self.beside[cell] == item.fingerprint,
            (_, content) => content != 0,
        })
    }

    fn can_clear(&self, cell: usize) -> bool {
        match self.filter {
            Filter::DFp => self.cells[cell] != 0b11,
            Filter::Tbf | Filter::TbfPacked => self.cells[cell] != 2,
            Filter::Qbf => self.cells[cell] != 3,
            Filter::DlBf { .. } => self.beside[self.region(cell)] == 0,
            Filter::Counting | Filter::FingerprintCounting { .. } => true,
        }
    }

    pub fn is_deletable(&self, item: &Item) -> bool {
        item.cells.iter().any(|&cell| self.can_clear(cell))
    }

    /// Deletes a stored item; a refusal changes nothing.
    pub fn delete(&mut self, item: &Item) {
        if !self.is_deletable(item) {
            return;
        }
        for &cell in item.cells.iter().filter(|&&cell| self.can_clear(cell)).collect::<Vec<_>>() {
            match self.filter {
                Filter::DFp => self.cells[cell] = 0,
                Filter::FingerprintCounting { .. } => {
                    self.cells[cell] -= 1;
                    self.beside[cell] ^= item.fingerprint;
                }
                _ => self.cells[cell] -= 1,
            }
        }
    }
}
