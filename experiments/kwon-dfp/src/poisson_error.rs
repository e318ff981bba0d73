//! How many cells the Poisson law of eq. 1, and what eq. 2 and 3 make of it, need.

use bloomlab_deletable::{Parameters, double, published, stable};
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// Cells from 2^this …
    log2_cells_from: u32,
    /// … to 2^this.
    log2_cells_to: u32,
    /// k.
    hashes: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { log2_cells_from: 6, log2_cells_to: 17, hashes: 4, items_64ths: vec![1, 8] }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    quantity: String,
    cells: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact: f64,
    /// Eq. 1, 2 or 3, or the literal reading; missing for a distance of laws.
    formula: Option<f64>,
    /// |formula − exact|/exact; for the laws their distance in total variation.
    error: f64,
}

const LAW: &str = "law of the items in a cell (eq. 1)";
const RATE: &str = "false-positive rate (eq. 3)";
const STUCK: &str = "non-deletable share (eq. 2)";
const LITERAL: &str = "non-deletable share, a cell hit twice by one item written twice";
const IN_A_CELL: [&str; 4] = ["p₀", "p₁", "p₂", "p₃"];
/// More than a few hundred positions.
const A_FEW_HUNDRED: u64 = 256;
/// A distance or relative error that counts as fine.
const FINE: f64 = 0.01;

pub(crate) struct PoissonError;

impl Figure for PoissonError {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, _: &Context) -> Result<Vec<Row>, AnyError> {
        if s.log2_cells_from < 6 || s.log2_cells_from > s.log2_cells_to || s.log2_cells_to > 40 {
            let (from, to) = (s.log2_cells_from, s.log2_cells_to);
            return Err(format!("log2_cells_from {from}, log2_cells_to {to}: needs 6 ≤ from ≤ to ≤ 40").into());
        }
        let mut rows = Vec::new();
        for &load in &s.items_64ths {
            for exponent in s.log2_cells_from..=s.log2_cells_to {
                let bits = 2_u64 << exponent;
                let p = Parameters::new(DeletableKind::Dfp, bits, load * bits / 64, 0, s.hashes)?;
                rows.extend(rows_of(&p, |i| published::items_in_a_cell(&Double, &p, i))?);
            }
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let same_load = |a: &Row, b: &Row| a.items * b.bits == b.items * a.bits;
        let panels = rows.chunk_by(same_load).map(|rows| {
            let first = &rows[0];
            let series = [LAW, IN_A_CELL[1], IN_A_CELL[3], STUCK, LITERAL, RATE].map(|quantity| Series {
                name: if quantity == LITERAL { "the same, read literally".to_owned() } else { quantity.to_owned() },
                mark: Mark::LineAndMarkers,
                points: rows
                    .iter()
                    .filter(|row| row.quantity == quantity)
                    .map(|row| Point::new(row.cells as f64, row.error))
                    .collect(),
            });
            Panel {
                title: Some(format!("n = m/{}", first.bits / first.items)),
                x: Axis::new("cells", Scale::Log2),
                y: Axis::new("relative error; distance of the laws", Scale::Log10),
                series: series.into(),
            }
        });
        Ok(LineFigure { panels: panels.collect() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |quantity: &'static str| rows.iter().filter(move |row| row.quantity == quantity);
        let largest = |quantity: &'static str, from: u64| {
            of(quantity).filter(|row| row.cells >= from).map(|row| row.error).fold(0.0, f64::max)
        };
        let least = |quantity: &'static str| {
            let far = of(quantity).filter(|row| row.error > FINE).map(|row| row.cells).max();
            of(quantity).map(|row| row.cells).filter(|&cells| Some(cells) > far).min().unwrap_or(0)
        };
        let law = largest(LAW, A_FEW_HUNDRED);
        let most_cells = rows.iter().map(|row| row.cells).max().unwrap_or(0);
        let literal = largest(LITERAL, A_FEW_HUNDRED);
        let literal_at_most = largest(LITERAL, most_cells);
        Ok(vec![
            Decision::new("D12")
                .measured_as(format!("largest distance in total variation of eq. 1 from the exact law, from {A_FEW_HUNDRED} cells on"), law)
                .decide(law <= FINE)
                .because(format!(
                    "p₀ is within {:.2} % there and p₃ within {:.1} %; but eq. 3, which is built on it, is {:.1} % off at {A_FEW_HUNDRED} \
                     cells and within 1 % from {} on, eq. 2's non-deletable share {:.1} % and from {}",
                    100.0 * largest(IN_A_CELL[0], A_FEW_HUNDRED),
                    100.0 * largest(IN_A_CELL[3], A_FEW_HUNDRED),
                    100.0 * largest(RATE, A_FEW_HUNDRED),
                    least(RATE),
                    100.0 * largest(STUCK, A_FEW_HUNDRED),
                    least(STUCK)
                )),
            Decision::new("D26")
                .measured_as(
                    format!("largest relative excess of the non-deletable share, read literally, from {A_FEW_HUNDRED} cells on"),
                    literal,
                )
                .decide_if(
                    literal <= f64::EPSILON,
                    literal_at_most <= FINE,
                    format!(
                        "a cell that two positions of one item share is written once: written twice it saturates by itself, {:.1} % more \
                         items cannot be deleted at {A_FEW_HUNDRED} cells, {:.4} % more at {most_cells}",
                        100.0 * literal,
                        100.0 * literal_at_most
                    ),
                ),
        ])
    }
}

/// All quantities at one size, eq. 1 being `poisson`.
fn rows_of(p: &Parameters, poisson: impl Fn(u64) -> f64) -> Result<Vec<Row>, AnyError> {
    let row = |quantity: &str, exact: f64, formula: Option<f64>, error: f64| Row {
        quantity: quantity.to_owned(),
        cells: p.cells(),
        bits: p.bits(),
        items: p.items(),
        hashes: p.hashes(),
        exact,
        formula,
        error,
    };
    let against =
        |quantity: &str, exact: f64, formula: f64| row(quantity, exact, Some(formula), (formula / exact - 1.0).abs());
    // an item lies in a given cell with probability 1 − (1 − 1/C)^k, whatever the others do: a binomial law
    let hit = Double.some_hit(1, p.cells(), p.hashes());
    let miss = Double.all_miss(1, p.cells(), p.hashes());
    let mut binomial = Double.all_miss(1, p.cells(), p.hashes() * p.items());
    let (mut apart, mut below) = (0.0, 0.0);
    let mut rows = Vec::new();
    for i in 0..=p.items().min(MOST_ITEMS_IN_A_CELL) {
        let formula = poisson(i);
        apart += (formula - binomial).abs();
        below += formula;
        if let Some(name) = IN_A_CELL.get(usize::try_from(i)?) {
            rows.push(against(name, binomial, formula));
        }
        binomial *= (p.items() - i) as f64 / (i + 1) as f64 * hit / miss;
    }
    // what the Poisson law has above all items counts in full
    rows.push(row(LAW, 1.0, None, (apart + (1.0 - below).max(0.0)) / 2.0));
    let stuck = stable::non_deletability(&Double, p, stable::DOUBLE_TAIL).ok_or("no closed form")?;
    let k = p.hashes() as f64;
    rows.push(against(STUCK, stuck, libm::pow(1.0 - poisson(0), k)));
    rows.push(against(LITERAL, stuck, literal_non_deletability(p)));
    rows.push(against(RATE, double::rate(p)?, libm::pow(1.0 - poisson(0) - poisson(1) / 2.0, k)));
    Ok(rows)
}

/// Beyond so many items in a cell both laws have less than 1e-50 at the loads of the paper.
const MOST_ITEMS_IN_A_CELL: u64 = 100;

/// The probability that an item cannot be deleted when every one of its k positions writes, so that two that coincide
/// saturate their cell: of the k positions none is hit once only. By inclusion and exclusion over the positions,
/// Σ_j (−1)^j C(k, j) (C)_j C^(−j) (1 − j/C)^(kn − j).
fn literal_non_deletability(p: &Parameters) -> f64 {
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
    use bloomlab_workbench::Verdict;

    fn parameters(cells: u64, items: u64, hashes: u64) -> Parameters {
        Parameters::new(DeletableKind::Dfp, 2 * cells, items, 0, hashes).unwrap()
    }

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
            let formula = literal_non_deletability(&parameters(cells, items, hashes));
            assert!(
                (formula - counted).abs() < 1e-12,
                "{cells} cells, {items} items, k = {hashes}: {formula} {counted}"
            );
        }
    }

    #[test]
    fn the_verdict_on_eq_1_falls_with_it() {
        let verdict = |off: f64| {
            let p = parameters(512, 16, 4);
            let rows = rows_of(&p, |i| off * published::items_in_a_cell(&Double, &p, i)).unwrap();
            PoissonError::claims(&rows).unwrap()[0].verdict
        };
        assert_eq!((verdict(1.0), verdict(0.97)), (Verdict::Holds, Verdict::DoesNotHold));
    }
}
