//! How many cells the Poisson law of eq. 1 needs, and how many eq. 2 and 3, which build on it.

mod claims;
mod formulas;
mod literal;

use bloomlab_deletable::{Parameters, published};
use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series, grouped,
};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// The least number of cells is 2^this.
    log2_cells_from: u32,
    /// The largest number of cells is 2^this.
    log2_cells_to: u32,
    /// k.
    hashes: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    quantity: String,
    cells: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact: f64,
    /// Eq. 1, 2 or 3, or the literal reading; none for a distance of laws.
    formula: Option<f64>,
    /// |formula − exact|/exact; for the law its distance in total variation.
    error: f64,
}

/// The quantities, as the table names them.
const LAW: &str = "law of the items in a cell (eq. 1)";
const RATE: &str = "false-positive rate (eq. 3)";
const STUCK: &str = "non-deletable share (eq. 2)";
const LITERAL: &str = "non-deletable share, a cell hit twice by one item written twice";
/// A relative error that counts as fine.
const FINE: f64 = 0.01;
const IN_A_CELL: [&str; 4] = ["p₀", "p₁", "p₂", "p₃"];

pub(crate) struct PoissonError;

impl Figure for PoissonError {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        if s.log2_cells_from < 6 || s.log2_cells_from > s.log2_cells_to || s.log2_cells_to > 40 {
            let (from, to) = (s.log2_cells_from, s.log2_cells_to);
            return Err(format!("log2_cells_from {from}, log2_cells_to {to}: needs 6 ≤ from ≤ to ≤ 40").into());
        }
        let points = iproduct!(&s.items_64ths, s.log2_cells_from..=s.log2_cells_to);
        let rows = context.rows(points, |(load, exponent)| {
            let bits = 2_u64 << exponent;
            let p = Parameters::new(DeletableKind::Dfp, bits, load * bits / 64, 0, s.hashes)?;
            formulas::rows(&p, |i| published::items_in_a_cell(&Double, &p, i))
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let same_load = |a: &Row, b: &Row| a.items * b.bits == b.items * a.bits;
        let panels = rows.chunk_by(same_load).zip('a'..).map(|(rows, letter)| panel(rows, letter));
        let panels = panels.collect::<Result<Vec<_>, _>>()?;
        Ok(LineFigure::new(panels).sharing_y().plot_height(300.0).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

/// The relative errors at one load.
fn panel(rows: &[Row], letter: char) -> Result<Panel, AnyError> {
    let [none, one, two, three] = IN_A_CELL;
    let law = Look::new(Colour::Green);
    let shown = [
        (none, "*p*_0", law),
        (one, "*p*_1", law.dashed(Dash::Dashed)),
        (two, "*p*_2", law.dashed(Dash::DashDot)),
        (three, "*p*_3", law.dashed(Dash::Dotted)),
        (LITERAL, "eq. 2, read literally", Look::new(Colour::Purple)),
        (STUCK, "eq. 2", Look::new(Colour::Vermilion).heavy()),
        (RATE, "eq. 3", Look::new(Colour::Blue).heavy()),
    ];
    let series = shown.map(|(quantity, name, look)| {
        let errors = rows.iter().filter(|row| row.quantity == quantity);
        Series::new(name, Mark::Line, errors.map(|row| Point::new(row.cells as f64, row.error))).look(look)
    });
    let y = Axis::new("relative error of the formula", Scale::Log10).percent();
    let panel = Panel::new(Axis::new("cells *C* = *m*/2", Scale::Log2), y, series).labelled();
    let panel = panel
        .reference(Reference::horizontal(FINE, "").named_at(0.0))
        .reference(Reference::vertical(256.0, "paper: “a few hundred”").named_at(0.02));
    let fine = [(STUCK, "eq. 2"), (RATE, "eq. 3")].map(|(quantity, name)| {
        let coarse = rows.iter().filter(|row| row.quantity == quantity && row.error > FINE).map(|row| row.cells).max();
        coarse.map_or_else(String::new, |cells| format!("\n{name}: {} cells", grouped(&(2 * cells).to_string())))
    });
    let row = rows.first().ok_or("no rows")?;
    Ok(panel.titled(format!("({letter}) *n* = *m*/{}", row.bits / row.items)).note(Note::text(
        (256.0, 100.0),
        (30.0, 20.0),
        format!("within 1 % from{}", fine.concat()),
    )))
}
