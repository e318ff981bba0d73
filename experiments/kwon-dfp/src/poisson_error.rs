//! How many cells the Poisson distribution of eq. 1 needs, and how many eq. 2 and 3, which build on it.

use bloomlab_deletable::{Parameters, in_f64, positive, published};
use bloomlab_numbers::{Arithmetic, DeletableKind, Double};
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Settings {
    log2_cells_from: u32,
    log2_cells_to: u32,
    hashes: u64,
    items_64ths: Vec<u64>,
}

#[derive(Serialize)]
pub struct Row {
    quantity: &'static str,
    cells: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact: f64,
    /// Eq. 1, 2 or 3, or the literal reading; none for a distance of distributions.
    formula: Option<f64>,
    /// |formula − exact|/exact; for the distribution its distance in total variation.
    error: f64,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let (from, to) = (s.log2_cells_from, s.log2_cells_to);
    let is_in_domain = 6 <= from && from <= to && to <= 40;
    ensure!(is_in_domain, "log2_cells_from {from}, log2_cells_to {to}: needs 6 ≤ from ≤ to ≤ 40");
    let points = iproduct!(&s.items_64ths, from..=to);
    run.flat_rows(points, |(load, exponent)| {
        let bits = 2_u64 << exponent;
        let p = Parameters::new(DeletableKind::Dfp, bits, load * bits / 64, 0, s.hashes)?;
        rows(&p)
    })
}

/// With more items in a cell both distributions have less than 1e-50 at the loads of the paper.
const MOST_ITEMS_IN_A_CELL: u64 = 100;

fn rows(p: &Parameters) -> Result<Vec<Row>> {
    // eq. 1: the probability of i items in a cell
    let poisson = |i| published::items_in_a_cell(&Double, p, i);
    let stuck = positive::non_deletability(&Double, p, positive::DOUBLE_TAIL).ok_or("no closed form")?;
    let k = p.hashes() as f64;
    let mut rows = distribution(p, poisson);
    rows.extend([
        against(p, "non-deletable share (eq. 2)", stuck, libm::pow(1.0 - poisson(0), k)),
        against(p, "non-deletable share, a cell hit twice by one item written twice", stuck, non_deletability(p)),
        against(p, "false-positive rate (eq. 3)", in_f64::rate(p)?, libm::pow(1.0 - poisson(0) - poisson(1) / 2.0, k)),
    ]);
    Ok(rows)
}

/// Eq. 1 against the exact distribution, for few items in a cell and as a whole. An item lies in a given cell with probability
/// 1 − (1 − 1/C)^k, whatever the others do: the exact distribution is binomial.
fn distribution(p: &Parameters, poisson: impl Fn(u64) -> f64) -> Vec<Row> {
    let hit = Double.some_hit(1, p.cells(), p.hashes());
    let miss = Double.all_miss(1, p.cells(), p.hashes());
    let mut binomial = Double.all_miss(1, p.cells(), p.hashes() * p.items());
    let (mut apart, mut below) = (0.0, 0.0);
    let mut rows = Vec::new();
    for i in 0..=p.items().min(MOST_ITEMS_IN_A_CELL) {
        let formula = poisson(i);
        apart += (formula - binomial).abs();
        below += formula;
        if let Some(name) = ["p₀", "p₁", "p₂", "p₃"].get(i as usize) {
            rows.push(against(p, name, binomial, formula));
        }
        binomial *= (p.items() - i) as f64 / (i + 1) as f64 * hit / miss;
    }
    // the exact distribution has nothing above all items, so that what the Poisson distribution has there counts in full
    let distance = (apart + (1.0 - below).max(0.0)) / 2.0;
    rows.push(row(p, "law of the items in a cell (eq. 1)", 1.0, None, distance));
    rows
}

fn against(p: &Parameters, quantity: &'static str, exact: f64, formula: f64) -> Row {
    row(p, quantity, exact, Some(formula), (formula / exact - 1.0).abs())
}

fn row(p: &Parameters, quantity: &'static str, exact: f64, formula: Option<f64>, error: f64) -> Row {
    Row { quantity, cells: p.cells(), bits: p.bits(), items: p.items(), hashes: p.hashes(), exact, formula, error }
}

/// The probability that an item cannot be deleted if each of its k positions writes, so that two equal ones
/// saturate their cell: none of the k positions is hit only once. By inclusion and exclusion over the positions,
/// Σ_j (−1)^j C(k, j) (C)_j C^(−j) (1 − j/C)^(kn − j).
fn non_deletability(p: &Parameters) -> f64 {
    let (cells, k) = (p.cells(), p.hashes());
    let mut sum = 0.0;
    let mut factor = 1.0; // (−1)^j C(k, j) (C)_j C^(−j)
    for j in 0..=k.min(cells) {
        sum += factor * Double.all_miss(j, cells, k * p.items() - j);
        factor *= -((k - j) as f64 / (j + 1) as f64) * (cells - j) as f64 / cells as f64;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All outcomes of a few positions in a few cells: item 0 is stuck when each of its positions is hit twice.
    #[test]
    fn the_literal_reading_by_enumeration() {
        for (cells, items, hashes) in [(3_u64, 1_u64, 2_u64), (3, 2, 2), (2, 2, 3), (4, 2, 3)] {
            let positions = items * hashes;
            let mut stuck = 0;
            for outcome in 0..cells.pow(u32::try_from(positions).unwrap()) {
                let digit = |i: u64| outcome / cells.pow(u32::try_from(i).unwrap()) % cells;
                let hits = |cell: u64| (0..positions).filter(|&i| digit(i) == cell).count();
                stuck += u64::from((0..hashes).all(|i| hits(digit(i)) > 1));
            }
            let counted = stuck as f64 / (cells as f64).powi(i32::try_from(positions).unwrap());
            let p = Parameters::new(DeletableKind::Dfp, 2 * cells, items, 0, hashes).unwrap();
            let formula = non_deletability(&p);
            assert!((formula - counted).abs() < 1e-12, "{p:?}: {formula} {counted}");
        }
    }
}
