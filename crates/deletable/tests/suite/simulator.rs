//! A literal simulator of every filter, cell by cell, that shares nothing with the formulas.

use bloomlab_occupancy::DeletableKind;

/// One filter's memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulator {
    filter: DeletableKind,
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
pub fn fingerprints(filter: DeletableKind) -> Vec<u32> {
    match filter {
        DeletableKind::Dfp => vec![0b01, 0b10],
        DeletableKind::FingerprintCounting { fingerprint_bits } => (0..1 << fingerprint_bits).collect(),
        _ => vec![0],
    }
}

impl Simulator {
    pub fn new(filter: DeletableKind, cells: usize) -> Self {
        Self { filter, cells: vec![0; cells], beside: vec![0; cells] }
    }

    fn region(&self, cell: usize) -> usize {
        match self.filter {
            DeletableKind::Dlbf { region_bits } => cell / region_bits as usize,
            _ => cell,
        }
    }

    pub fn insert(&mut self, item: &Item) {
        for &cell in &item.cells {
            let region = self.region(cell);
            let content = &mut self.cells[cell];
            match self.filter {
                DeletableKind::Dfp => *content = if *content == 0 { item.fingerprint } else { 0b11 },
                DeletableKind::Tbf(_) => *content = (*content + 1).min(2),
                DeletableKind::Qbf => *content = (*content + 1).min(3),
                DeletableKind::Dlbf { .. } if *content == 1 => self.beside[region] = 1,
                DeletableKind::Dlbf { .. } => *content = 1,
                DeletableKind::Counting => *content += 1,
                DeletableKind::FingerprintCounting { .. } => {
                    *content += 1;
                    self.beside[cell] ^= item.fingerprint;
                }
            }
        }
    }

    pub fn contains(&self, item: &Item) -> bool {
        item.cells.iter().all(|&cell| match (self.filter, self.cells[cell]) {
            (DeletableKind::Dfp, content) => content & item.fingerprint != 0,
            (DeletableKind::FingerprintCounting { .. }, 1) => self.beside[cell] == item.fingerprint,
            (_, content) => content != 0,
        })
    }

    fn can_clear(&self, cell: usize) -> bool {
        match self.filter {
            DeletableKind::Dfp => self.cells[cell] != 0b11,
            DeletableKind::Tbf(_) => self.cells[cell] != 2,
            DeletableKind::Qbf => self.cells[cell] != 3,
            DeletableKind::Dlbf { .. } => self.beside[self.region(cell)] == 0,
            DeletableKind::Counting | DeletableKind::FingerprintCounting { .. } => true,
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
                DeletableKind::Dfp => self.cells[cell] = 0,
                DeletableKind::FingerprintCounting { .. } => {
                    self.cells[cell] -= 1;
                    self.beside[cell] ^= item.fingerprint;
                }
                _ => self.cells[cell] -= 1,
            }
        }
    }
}
