//! Figure 1 of the paper, line by line, and which entries of its tables it touches.

use bloomlab_formulas::table::LineSeven;
use bloomlab_numbers::{Arithmetic, BallsInBins};

/// The algorithm with its two tables, which outlive a call as C's static ones do, and have room for index 0 too.
pub(super) struct Figure1<'a, A: Arithmetic> {
    arithmetic: &'a A,
    line: LineSeven,
    shape: BallsInBins,
    table1: Vec<A::Number>,
    table2: Vec<A::Number>,
    /// The lowest and the highest index touched so far in either table; setting all entries at once touches none.
    pub touched: Option<(usize, usize)>,
}

impl<'a, A: Arithmetic> Figure1<'a, A> {
    /// Domain: N ≥ 1.
    pub fn new(arithmetic: &'a A, line: LineSeven, shape: BallsInBins) -> Self {
        let table = vec![arithmetic.zero(); shape.balls() as usize + 1];
        Self { arithmetic, line, shape, table1: table.clone(), table2: table, touched: None }
    }

    /// The index, which is noted.
    fn touch(&mut self, index: usize) -> usize {
        let (lowest, highest) = self.touched.unwrap_or((index, index));
        self.touched = Some((lowest.min(index), highest.max(index)));
        index
    }

    /// Lines 1 to 3.
    pub fn clear(&mut self) {
        self.table1.fill(self.arithmetic.zero());
        self.table2.fill(self.arithmetic.zero());
        let first = self.touch(1);
        self.table1[first] = self.arithmetic.one();
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
                let (j, before, from) = (self.touch(j), self.touch(j - 1), self.touch(from));
                let stays = self.table1[before].clone() * a.ratio(i, bins);
                let grows = self.table2[from].clone() * a.ratio((bins + 1).saturating_sub(i), bins);
                self.table1[j] = stays + grows;
            }
            let last = self.touch(balls);
            p = self.table1[last].clone();
            self.table2.clone_from(&self.table1);
            self.table1.fill(a.zero());
        }
        p
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::table;

    use super::*;

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
