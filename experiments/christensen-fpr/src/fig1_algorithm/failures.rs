//! Readings of the algorithm: how many of their values are wrong, and which entries of the tables they touch.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::table::{self, LineSeven};
use bloomlab_numbers::{BallsInBins, Double, distribution};

use super::Row;
use super::literal::Figure1;

const WRONG: &str = "wrong values";
const WRONG_REPAIRED: &str = "wrong values, line 7 repaired, tables kept";
const WRONG_AGAIN: &str = "wrong values, line 7 repaired, tables kept, every row again";
const LOWEST: &str = "lowest index";
const HIGHEST: &str = "highest index";
const TRANSCRIBED: &str = "line 7 as transcribed";
const REPAIRED: &str = "line 7 repaired";

pub(super) fn rows(filling: BallsInBins) -> Vec<Row> {
    let transcribed = indices(filling, TRANSCRIBED, LineSeven::AsTranscribed);
    let repaired = indices(filling, REPAIRED, LineSeven::Repaired);
    wrong_values(filling).into_iter().chain(transcribed).chain(repaired).collect()
}

/// How many of P(N, M, 1), …, P(N, M, min(N, M)) three readings get wrong, in exact rationals.
fn wrong_values(filling: BallsInBins) -> [Row; 3] {
    let a = &Rationals;
    let right = distribution::by_recursion(a, filling);
    let row = |quantity: &str, values: &[Rational]| {
        let wrong = values.iter().zip(&right[1..]).filter(|(value, right)| value != right).count();
        let of = Some(filling.most_occupied());
        Row { of, ..Row::new(quantity, format!("M = {}", filling.bins()), filling, wrong as u64) }
    };
    let mut again = Figure1::new(a, LineSeven::Repaired, filling);
    again.clear();
    let again: Vec<_> = (1..=filling.most_occupied()).map(|occupied| again.run(occupied)).collect();
    [
        row(WRONG, &table::kept_tables(a, LineSeven::AsTranscribed, filling)),
        row(WRONG_REPAIRED, &table::kept_tables(a, LineSeven::Repaired, filling)),
        row(WRONG_AGAIN, &again),
    ]
}

/// The lowest and the highest index that fresh calls for K = 1, …, min(N, M) touch.
fn indices(filling: BallsInBins, series: &str, line: LineSeven) -> [Row; 2] {
    let mut algorithm = Figure1::new(&Double, line, filling);
    for occupied in 1..=filling.most_occupied() {
        algorithm.clear();
        algorithm.run(occupied);
    }
    let (lowest, highest) = algorithm.touched.unwrap_or((0, 0));
    [Row::new(LOWEST, series, filling, lowest as u64), Row::new(HIGHEST, series, filling, highest as u64)]
}
