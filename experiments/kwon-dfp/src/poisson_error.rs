//! How many cells the Poisson distribution of eq. 1 needs, and how many eq. 2 and 3, which build on it.

mod formulas;
mod literal;

use bloomlab_deletable::Parameters;
use bloomlab_numbers::DeletableKind;
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Settings {
    /// The least number of cells is 2^this.
    log2_cells_from: u32,
    /// The largest number of cells is 2^this.
    log2_cells_to: u32,
    /// k.
    hashes: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
}

#[derive(Serialize)]
pub struct Row {
    quantity: Quantity,
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

#[derive(Clone, Copy, Serialize)]
enum Quantity {
    #[serde(rename = "law of the items in a cell (eq. 1)")]
    Distribution,
    #[serde(rename = "p₀")]
    None,
    #[serde(rename = "p₁")]
    One,
    #[serde(rename = "p₂")]
    Two,
    #[serde(rename = "p₃")]
    Three,
    #[serde(rename = "false-positive rate (eq. 3)")]
    Rate,
    #[serde(rename = "non-deletable share (eq. 2)")]
    Stuck,
    #[serde(rename = "non-deletable share, a cell hit twice by one item written twice")]
    Literal,
}

const IN_A_CELL: [Quantity; 4] = [Quantity::None, Quantity::One, Quantity::Two, Quantity::Three];

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let (from, to) = (s.log2_cells_from, s.log2_cells_to);
    let is_in_domain = 6 <= from && from <= to && to <= 40;
    ensure!(is_in_domain, "log2_cells_from {from}, log2_cells_to {to}: needs 6 ≤ from ≤ to ≤ 40");
    let points = iproduct!(&s.items_64ths, from..=to);
    run.flat_rows(points, |(load, exponent)| {
        let bits = 2_u64 << exponent;
        let p = Parameters::new(DeletableKind::Dfp, bits, load * bits / 64, 0, s.hashes)?;
        formulas::rows(&p)
    })
}
