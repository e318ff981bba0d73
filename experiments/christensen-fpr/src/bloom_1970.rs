//! The relative errors of Bloom's own formula (eq. 19) and of the limit of the classic formula.

mod claims;

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_formulas::{Load, approximation, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::certified::{classic_rate, double};
use crate::grid::{Grid, powers_of_two, usual_filter};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    formula: String,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    rate: f64,
    /// By eq. 1.
    classic_rate: f64,
    /// (exact − formula)/exact: negative where the formula is too high.
    relative_error: f64,
}

const BLOOM: &str = "bloom-1970";
const LIMIT: &str = "classic-limit";

pub(crate) struct Bloom1970;

impl Figure for Bloom1970 {
    type Parameters = Grid;
    type Row = Row;

    fn compute(p: &Grid, context: &Context) -> Result<Vec<Row>, AnyError> {
        let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
        let points = iproduct!([BLOOM, LIMIT], p.bits_per_item.iter().copied(), sizes);
        context.rows(points, |(formula, bits_per_item, bits)| row(formula, bits_per_item, bits))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let name = |row: &&Row| format!("m/n = {}, k = {}", row.bits_per_item, row.hashes);
        let error = |row: &&Row| Some(Point::new(row.bits as f64, row.relative_error.abs()));
        let panel = |formula: &str, title: &str| {
            let rows = rows.iter().filter(|row| row.formula == formula);
            Panel::new(
                Axis::new("filter size m (bits)", Scale::Log2),
                Axis::new("|exact − formula|/exact", Scale::Log10),
                Series::by_name(rows, name, Mark::Line, error),
            )
            .titled(title)
        };
        let bloom = panel(BLOOM, "(a) Bloom 1970, (1 − (1 − k/m)^{*n*})^{*k*}");
        let limit = panel(LIMIT, "(b) limit of the classic formula");
        Ok(LineFigure::new(vec![bloom, limit]).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn row(formula: &str, bits_per_item: u64, bits: u64) -> Result<Row, AnyError> {
    let load = usual_filter(bits, bits_per_item)?;
    Ok(Row {
        formula: formula.to_owned(),
        bits_per_item,
        bits,
        items: load.items(),
        hashes: load.hashes(),
        rate: double(|a| rate(a, formula, load))?,
        classic_rate: classic_rate(load)?,
        relative_error: double(|a| a.one() - rate(a, formula, load) / inclusion_exclusion::rate(a, load))?,
    })
}

/// The rate by a formula. Where it has no value (k > m) the enclosure contains every number and certifies none.
fn rate(a: &Enclosures, formula: &str, load: Load) -> Enclosure {
    match formula {
        LIMIT => approximation::classic_limit(a, load),
        _ => approximation::bloom_1970(a, load).unwrap_or_else(|_| a.one() / a.zero()),
    }
}
