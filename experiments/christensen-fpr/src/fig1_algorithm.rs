//! Figure 1: the published table algorithm, its failures as transcribed, and its cost.

mod counted;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::table::{self, LineSeven, Use};
use bloomlab_formulas::{Load, inclusion_exclusion};
use bloomlab_numbers::{Arithmetic, BallsInBins, Double, distribution};
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use self::counted::multiplications;
use crate::certified::powers_of_two;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    bits_per_item: u64,
    hashes: u64,
    /// Failures: the numbers of bins M.
    bins: Vec<u64>,
    /// Failures: N from 1 to this.
    most_balls: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// `multiplications`; `wrong values` among P(N, M, 1) … P(N, M, min(N, M)), or those of another reading; the lowest or
    /// highest index of a table that a reading touches.
    quantity: &'static str,
    series: String,
    bins: u64,
    balls: u64,
    count: u64,
    /// The number of values, of which `count` are wrong.
    of: Option<u64>,
}

impl Row {
    fn new(quantity: &'static str, series: impl Into<String>, filling: BallsInBins, count: u64) -> Self {
        Self { quantity, series: series.into(), bins: filling.bins(), balls: filling.balls(), count, of: None }
    }
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    ensure!(p.bits_per_item > 0, "bits_per_item 0: needs at least 1");
    let mut rows = run.flat_rows(sizes, |bits| costs(Load::new(bits, bits / p.bits_per_item, p.hashes)?))?;
    let fillings = iproduct!(p.bins.iter().copied(), 1..=p.most_balls);
    rows.extend(run.flat_rows(fillings, |(bins, balls)| Ok(failures(BallsInBins::new(balls, bins)?)))?);
    Ok(rows)
}

fn costs(load: Load) -> Result<Vec<Row>> {
    let filling = load.insertions();
    let inclusion_exclusion = multiplications(|a| inclusion_exclusion::rate(a, load));
    let counts = [
        ("Figure 1, one call per K", table::multiplications(Use::OneCallPerK, filling)),
        ("Figure 1, tables kept", table::multiplications(Use::KeptTables, filling)),
        ("row recursion (eq. 8)", distribution::recursion_multiplications(filling)),
        ("inclusion–exclusion", inclusion_exclusion.into()),
    ];
    let row = |(series, count): (&str, u128)| Ok(Row::new("multiplications", series, filling, u64::try_from(count)?));
    let literal = recursion_without_memory(filling)
        .map(|count| Ok(Row::new("multiplications without memory", "eq. 8 for every K", filling, count)));
    counts.into_iter().map(row).chain(literal).collect()
}

/// The multiplications of eq. 8 for P(N, M, 1), …, P(N, M, min(N, M)) when no value is remembered: two for each call that
/// is not P(1, M, 1) or 0. `None` when they are too many to count in 64 bits.
fn recursion_without_memory(filling: BallsInBins) -> Option<u64> {
    let most = filling.most_occupied() as usize;
    let mut calls = vec![0_u64; most + 1];
    for balls in 2..=filling.balls() as usize {
        for occupied in (1..=most.min(balls)).rev() {
            calls[occupied] = calls[occupied].checked_add(calls[occupied - 1])?.checked_add(2)?;
        }
    }
    calls.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count))
}

/// Readings of the algorithm: how many of their values are wrong, and which entries of the tables they touch.
fn failures(filling: BallsInBins) -> Vec<Row> {
    let transcribed = indices(filling, "line 7 as transcribed", LineSeven::AsTranscribed);
    let repaired = indices(filling, "line 7 repaired", LineSeven::Repaired);
    wrong_values(filling).into_iter().chain(transcribed).chain(repaired).collect()
}

/// How many of P(N, M, 1), …, P(N, M, min(N, M)) three readings get wrong, in exact rationals.
fn wrong_values(filling: BallsInBins) -> [Row; 3] {
    let a = &Rationals;
    let right = distribution::by_recursion(a, filling);
    let row = |quantity: &'static str, values: &[Rational]| {
        let wrong = values.iter().zip(&right[1..]).filter(|(value, right)| value != right).count();
        let of = Some(filling.most_occupied());
        Row { of, ..Row::new(quantity, format!("M = {}", filling.bins()), filling, wrong as u64) }
    };
    let mut again = Figure1::new(a, LineSeven::Repaired, filling);
    again.clear();
    let again: Vec<_> = (1..=filling.most_occupied()).map(|occupied| again.run(occupied)).collect();
    [
        row("wrong values", &table::kept_tables(a, LineSeven::AsTranscribed, filling)),
        row("wrong values, line 7 repaired, tables kept", &table::kept_tables(a, LineSeven::Repaired, filling)),
        row("wrong values, line 7 repaired, tables kept, every row again", &again),
    ]
}

/// The lowest and the highest index that fresh calls for K = 1, …, min(N, M) touch.
fn indices(filling: BallsInBins, series: &'static str, line: LineSeven) -> [Row; 2] {
    let mut algorithm = Figure1::new(&Double, line, filling);
    for occupied in 1..=filling.most_occupied() {
        algorithm.clear();
        algorithm.run(occupied);
    }
    let (lowest, highest) = algorithm.touched.unwrap_or((0, 0));
    [
        Row::new("lowest index", series, filling, lowest as u64),
        Row::new("highest index", series, filling, highest as u64),
    ]
}

/// The algorithm with its two tables, which outlive a call as C's static ones do, and have room for index 0 too.
struct Figure1<'a, A: Arithmetic> {
    arithmetic: &'a A,
    line: LineSeven,
    shape: BallsInBins,
    table1: Vec<A::Number>,
    table2: Vec<A::Number>,
    /// The lowest and the highest index touched so far in either table; setting all entries at once touches none.
    pub touched: Option<(usize, usize)>,
}

impl<'a, A: Arithmetic> Figure1<'a, A> {
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
    use super::*;

    fn called(balls: u64, occupied: u64) -> u64 {
        if occupied == 0 || balls < occupied || balls == 1 {
            0
        } else {
            2 + called(balls - 1, occupied) + called(balls - 1, occupied - 1)
        }
    }

    #[test]
    fn a_recursion_without_memory_costs_its_calls() {
        for (balls, bins) in [(1, 4), (2, 4), (7, 3), (9, 12)] {
            let filling = BallsInBins::new(balls, bins).unwrap();
            let calls: u64 = (1..=filling.most_occupied()).map(|occupied| called(balls, occupied)).sum();
            assert_eq!(recursion_without_memory(filling), Some(calls));
        }
        assert_eq!(recursion_without_memory(BallsInBins::new(1000, 1000).unwrap()), None);
    }

    #[test]
    fn a_fresh_call_is_the_library_s_algorithm() {
        for line in [LineSeven::AsTranscribed, LineSeven::Repaired] {
            for (balls, bins) in [(1, 3), (4, 3), (6, 5)] {
                let shape = BallsInBins::new(balls, bins).unwrap();
                let mut literal = Figure1::new(&Rationals, line, shape);
                let kept = table::kept_tables(&Rationals, line, shape);
                for (occupied, expected) in (1..=bins).zip(kept.into_iter().chain(std::iter::repeat(Rationals.zero())))
                {
                    literal.clear();
                    assert_eq!(literal.run(occupied), expected, "{line:?}, P({balls}, {bins}, {occupied})");
                }
            }
        }
    }
}
