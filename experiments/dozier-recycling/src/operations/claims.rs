//! What the counted operations decide of the papers' orders.

use std::fmt::{self, Display, Formatter};

use bloomlab_occupancy::Sampling;
use bloomlab_workbench::Decision;

use super::Row;
use super::routes::{DIAGONAL, POWERS, RECURRENCE, SOLVE, SWEEP, TRANSITIONS};
use crate::enumerated::positions_name;
use crate::verdicts::{largest, range};

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    vec![transitions(rows), memory(rows), retaining(rows), average(rows)]
}

fn of<'a>(rows: &'a [Row], route: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.route == route).collect()
}

fn transitions(rows: &[Row]) -> Decision {
    let recursion = of(rows, TRANSITIONS);
    let growth = Exponents::of(&recursion);
    let printed = |row: &Row| ((row.sigma + row.hashes) * row.hashes) as f64;
    // an evaluation of eq. 4 or 11 away from the edge of the band has one addition
    let (low, high) = range(recursion.iter().map(|row| row.additions as f64 / printed(row)));
    Decision::new("R26").measured(high).decide_if(
        high <= 1.0 && growth.at_most(1, 2),
        growth.at_most(1, 2),
        format!(
            "a computation is a row of up to k + 1 values: the additions alone are {low:.2} to {high:.2} times \
             (σ + k)k; the order is right (exponents at the last doublings {growth})",
        ),
        String::new(),
    )
}

fn memory(rows: &[Row]) -> Decision {
    let held = |row: &&Row| row.most_held as f64 / (row.sigma * (row.hashes + 1)) as f64;
    let leanest = largest(of(rows, SWEEP).iter().map(held));
    let (low, high) = range(of(rows, TRANSITIONS).iter().map(held));
    Decision::new("R27")
        .measured(leanest)
        .decide(leanest <= 1.0, String::new())
        .remark(format!("used as they come; all rows kept at once are {low:.3} to {high:.3} times as many"))
}

fn retaining(rows: &[Row]) -> Decision {
    let (solve, sweep) = (of(rows, SOLVE), of(rows, SWEEP));
    let growth = Exponents::of(&solve);
    // routes of a filter stand in the same order
    let saved = solve.iter().zip(&sweep).map(|(solve, sweep)| solve.operations as f64 / sweep.operations as f64);
    let (low, high) = range(saved);
    Decision::new("R28").measured(growth.hashes).decide(growth.at_most(1, 2), String::new()).remark(format!(
        "exponents {growth}; the linear system takes {low:.1} to {high:.1} times the operations of the one pass that \
         does without"
    ))
}

fn average(rows: &[Row]) -> Decision {
    let drawn = |route: &str, positions: Sampling| {
        let mut drawn = of(rows, route);
        drawn.retain(|row| row.positions == positions_name(positions));
        Exponents::of(&drawn)
    };
    let powers = drawn(POWERS, Sampling::WithReplacement);
    let recurrence = drawn(RECURRENCE, Sampling::WithoutReplacement);
    let diagonal = Exponents::of(&of(rows, DIAGONAL));
    let why = format!(
        "exponents {powers} with and {recurrence} without replacement; as ρ(i) = τ(i, i), O(M) does for both \
         ({diagonal})"
    );
    Decision::new("R29")
        .measured(powers.hashes)
        .decide(powers.at_most(1, 1) && recurrence.at_most(1, 0), String::new())
        .remark(why)
}

/// How operations grow at the last doublings: the largest exponents of M and of k.
struct Exponents {
    bits: f64,
    hashes: f64,
}

impl Exponents {
    fn of(rows: &[&Row]) -> Self {
        let last = |value: fn(&Row) -> u64| rows.iter().map(|row| value(row)).max().unwrap_or(0);
        let (most_bits, most_hashes) = (last(|row| row.bits), last(|row| row.hashes));
        // from a row to the one with other bits and hashes
        let exponent = |row: &Row, bits: u64, hashes: u64| {
            let is_doubled =
                |other: &&&Row| (other.bits, other.hashes, &other.positions) == (bits, hashes, &row.positions);
            let doubled = rows.iter().find(is_doubled)?;
            Some(libm::log2(doubled.operations as f64 / row.operations as f64))
        };
        let by_bits = rows.iter().filter(|row| 2 * row.bits == most_bits);
        let by_hashes = rows.iter().filter(|row| 2 * row.hashes == most_hashes);
        Self {
            bits: largest(by_bits.filter_map(|row| exponent(row, most_bits, row.hashes))),
            hashes: largest(by_hashes.filter_map(|row| exponent(row, row.bits, most_hashes))),
        }
    }

    /// Within what the ends of the band add to a polynomial of these degrees.
    fn at_most(&self, bits: u32, hashes: u32) -> bool {
        const ENDS: f64 = 0.02;
        self.bits <= f64::from(bits) + ENDS && self.hashes <= f64::from(hashes) + ENDS
    }
}

impl Display for Exponents {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // no minus sign before a rounded 0
        let rounded = |x: f64| libm::round(100.0 * x) / 100.0 + 0.0;
        write!(f, "{:.2} in M, {:.2} in k", rounded(self.bits), rounded(self.hashes))
    }
}
