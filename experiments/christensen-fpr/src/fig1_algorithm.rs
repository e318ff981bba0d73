//! Figure 1: the published table algorithm, its failures as transcribed, and its cost.

mod counted;
mod failures;
mod literal;

use bloomlab_formulas::{
    Load, inclusion_exclusion,
    table::{self, Use},
};
use bloomlab_numbers::{BallsInBins, distribution};
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use self::counted::multiplications;
use crate::grid::powers_of_two;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// Cost: m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// Cost: m/n.
    bits_per_item: u64,
    /// Cost: k.
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
    quantity: String,
    series: String,
    /// M or m.
    bins: u64,
    /// N or kn.
    balls: u64,
    /// How many, or which index.
    count: u64,
    /// The number of values, of which `count` are wrong.
    of: Option<u64>,
}

impl Row {
    fn new(quantity: &str, series: impl Into<String>, filling: BallsInBins, count: u64) -> Self {
        let (quantity, series) = (quantity.to_owned(), series.into());
        Self { quantity, series, bins: filling.bins(), balls: filling.balls(), count, of: None }
    }
}

const COST: &str = "multiplications";
const ROW_RECURSION: &str = "row recursion (eq. 8)";
/// The recursion of eq. 8 as it is written, without memoisation.
const LITERAL_COST: &str = "multiplications without memory";
const WITHOUT_MEMORY: &str = "eq. 8 for every K";
const ONE_CALL: &str = "Figure 1, one call per K";
const KEPT: &str = "Figure 1, tables kept";
const INCLUSION_EXCLUSION: &str = "inclusion–exclusion";

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    ensure!(p.bits_per_item > 0, "bits_per_item 0: needs at least 1");
    let mut rows = run.flat_rows(sizes, |bits| costs(Load::new(bits, bits / p.bits_per_item, p.hashes)?))?;
    let fillings = iproduct!(p.bins.iter().copied(), 1..=p.most_balls);
    rows.extend(run.flat_rows(fillings, |(bins, balls)| Ok(failures::rows(BallsInBins::new(balls, bins)?)))?);
    Ok(rows)
}

fn costs(load: Load) -> Result<Vec<Row>> {
    let filling = load.insertions();
    let inclusion_exclusion = multiplications(|a| inclusion_exclusion::rate(a, load));
    let counts = [
        (ONE_CALL, table::multiplications(Use::OneCallPerK, filling)),
        (KEPT, table::multiplications(Use::KeptTables, filling)),
        (ROW_RECURSION, distribution::recursion_multiplications(filling)),
        (INCLUSION_EXCLUSION, inclusion_exclusion.into()),
    ];
    let row = |(series, count): (&str, u128)| Ok(Row::new(COST, series, filling, u64::try_from(count)?));
    let literal =
        recursion_without_memory(filling).map(|count| Ok(Row::new(LITERAL_COST, WITHOUT_MEMORY, filling, count)));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The calls counted one by one.
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
}
