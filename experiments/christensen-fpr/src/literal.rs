//! Figure 1 of the paper, line by line, on tables that note which of their entries are touched.

use std::cell::Cell;

use crate::prelude::*;
use bloomlab_formulas::table::LineSeven;

/// `table1` or `table2`: room for index 0 too, and a note of the lowest and highest index touched.
struct Table<N> {
    entries: Vec<N>,
    touched: Cell<Option<(usize, usize)>>,
}

impl<N: Number> Table<N> {
    fn new(zero: &N, balls: usize) -> Self {
        Self { entries: vec![zero.clone(); balls + 1], touched: Cell::new(None) }
    }

    fn note(&self, index: usize) {
        let (lowest, highest) = self.touched.get().unwrap_or((index, index));
        self.touched.set(Some((lowest.min(index), highest.max(index))));
    }

    fn read(&self, index: usize) -> N {
        self.note(index);
        self.entries[index].clone()
    }

    fn write(&mut self, index: usize, value: N) {
        self.note(index);
        self.entries[index] = value;
    }
}

/// The algorithm with its two tables, which outlive a call as C's static ones do.
pub(crate) struct Figure1<'a, A: Arithmetic> {
    arithmetic: &'a A,
    line: LineSeven,
    shape: BallsInBins,
    table1: Table<A::Number>,
    table2: Table<A::Number>,
}

impl<'a, A: Arithmetic> Figure1<'a, A> {
    /// Domain: N ≥ 1.
    pub fn new(arithmetic: &'a A, line: LineSeven, shape: BallsInBins) -> Self {
        let table = || Table::new(&arithmetic.zero(), shape.balls() as usize);
        Self { arithmetic, line, shape, table1: table(), table2: table() }
    }

    /// Lines 1 to 3.
    pub fn clear(&mut self) {
        self.table1.entries.fill(self.arithmetic.zero());
        self.table2.entries.fill(self.arithmetic.zero());
        self.table1.write(1, self.arithmetic.one());
    }

    /// Lines 4 to 11 for K = `occupied`.
    pub fn run(&mut self, occupied: u64) -> A::Number {
        let (a, bins, balls) = (self.arithmetic, self.shape.bins(), self.shape.balls() as usize);
        let mut p = a.zero();
        for i in 1..=occupied {
            for j in i as usize..=balls {
                if i == 1 && j == 1 {
                    continue;
                }
                let from = match self.line {
                    LineSeven::AsTranscribed => i as usize - 1,
                    LineSeven::Repaired => j - 1,
                };
                let stays = self.table1.read(j - 1) * a.ratio(i, bins);
                let grows = self.table2.read(from) * a.ratio((bins + 1).saturating_sub(i), bins);
                self.table1.write(j, stays + grows);
            }
            p = self.table1.read(balls);
            self.table2.entries.clone_from(&self.table1.entries);
            self.table1.entries.fill(a.zero());
        }
        p
    }

    /// The lowest and the highest index touched so far in either table.
    pub fn touched(&self) -> Option<(usize, usize)> {
        let both = [self.table1.touched.get(), self.table2.touched.get()];
        both.into_iter().flatten().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_formulas::table;

    #[test]
    fn a_fresh_call_is_the_library_s_algorithm() {
        for line in [LineSeven::AsTranscribed, LineSeven::Repaired] {
            for (balls, bins) in [(1, 3), (4, 3), (6, 5)] {
                let shape = BallsInBins::new(balls, bins).unwrap();
                let mut literal = Figure1::new(&Rationals, line, shape);
                for occupied in 1..=bins {
                    literal.clear();
                    let expected = table::probability(&Rationals, line, shape, occupied).unwrap();
                    assert_eq!(literal.run(occupied), expected, "{line:?}, P({balls}, {bins}, {occupied})");
                }
            }
        }
    }
}
