//! The formulas of the paper at one size, against exact values.

use bloomlab_deletable::{Parameters, in_f64, positive, published};
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_tables::Result;

use super::{IN_A_CELL, Quantity, Row, literal};

/// With more items in a cell both distributions have less than 1e-50 at the loads of the paper.
const MOST_ITEMS_IN_A_CELL: u64 = 100;

/// All quantities at one size.
pub fn rows(p: &Parameters) -> Result<Vec<Row>> {
    // eq. 1: the probability of i items in a cell
    let poisson = |i| published::items_in_a_cell(&Double, p, i);
    let stuck = positive::non_deletability(&Double, p, positive::DOUBLE_TAIL).ok_or("no closed form")?;
    let k = p.hashes() as f64;
    let mut rows = distribution(p, poisson);
    rows.extend([
        against(p, Quantity::Stuck, stuck, libm::pow(1.0 - poisson(0), k)),
        against(p, Quantity::Literal, stuck, literal::non_deletability(p)),
        against(p, Quantity::Rate, in_f64::rate(p)?, libm::pow(1.0 - poisson(0) - poisson(1) / 2.0, k)),
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
        if let Some(&name) = IN_A_CELL.get(i as usize) {
            rows.push(against(p, name, binomial, formula));
        }
        binomial *= (p.items() - i) as f64 / (i + 1) as f64 * hit / miss;
    }
    // the exact distribution has nothing above all items, so that what the Poisson distribution has there counts in full
    let distance = (apart + (1.0 - below).max(0.0)) / 2.0;
    rows.push(row(p, Quantity::Distribution, 1.0, None, distance));
    rows
}

fn against(p: &Parameters, quantity: Quantity, exact: f64, formula: f64) -> Row {
    row(p, quantity, exact, Some(formula), (formula / exact - 1.0).abs())
}

fn row(p: &Parameters, quantity: Quantity, exact: f64, formula: Option<f64>, error: f64) -> Row {
    Row { quantity, cells: p.cells(), bits: p.bits(), items: p.items(), hashes: p.hashes(), exact, formula, error }
}
