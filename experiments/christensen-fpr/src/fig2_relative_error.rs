//! Figure 2: the relative error of the classic formula.

mod claims;

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_formulas::{Load, approximation, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::certified::{double, exact_rate};
use crate::grid::{powers_of_two, usual_filter};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// k where it is the same for every m/n.
    fixed_hashes: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// How k was chosen: `best`, (m/n) ln 2 rounded, or `fixed`.
    choice: String,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    classic_rate: f64,
    /// (exact − classic)/exact.
    relative_error: f64,
}

const BEST: &str = "best";
const FIXED: &str = "fixed";

pub(crate) struct RelativeError;

impl Figure for RelativeError {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        context.rows(points(p)?, |point| row(point, approximation::classic))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let name = |row: &&Row| format!("m/n = {}, k = {}", row.bits_per_item, row.hashes);
        let error = |row: &&Row| Some(Point::new(row.bits as f64, row.relative_error));
        let panel = |choice: &str, title: String| {
            let rows = rows.iter().filter(|row| row.choice == choice);
            Panel::new(
                Axis::new("filter size m (bits)", Scale::Log2),
                Axis::new("relative error (exact − classic)/exact", Scale::Log10),
                Series::by_name(rows, name, Mark::Line, error),
            )
            .titled(title)
        };
        let fixed_hashes = rows.last().map_or(0, |row| row.hashes);
        let best = panel(BEST, "(a) k = (m/n) ln 2, rounded".to_owned());
        let fixed = panel(FIXED, format!("(b) the same k = {fixed_hashes} for every m/n"));
        Ok(LineFigure::new(vec![best, fixed]).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// A choice of k, m/n, and the filter.
type Place = (&'static str, u64, Load);

fn points(p: &Parameters) -> Result<Vec<Place>, AnyError> {
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    let point = |(choice, &bits_per_item, &bits): (&'static str, &u64, &u64)| {
        let best = usual_filter(bits, bits_per_item)?;
        let fixed = Load::new(bits, best.items(), p.fixed_hashes)?;
        Ok((choice, bits_per_item, if choice == BEST { best } else { fixed }))
    };
    iproduct!([BEST, FIXED], &p.bits_per_item, &sizes).map(point).collect()
}

/// One point; `classic` is the formula whose error is measured.
fn row(
    (choice, bits_per_item, load): Place,
    classic: impl Fn(&Enclosures, Load) -> Enclosure,
) -> Result<Row, AnyError> {
    Ok(Row {
        choice: choice.to_owned(),
        bits_per_item,
        bits: load.bits(),
        items: load.items(),
        hashes: load.hashes(),
        exact_rate: exact_rate(load)?,
        classic_rate: double(|a| classic(a, load))?,
        relative_error: double(|a| a.one() - classic(a, load) / inclusion_exclusion::rate(a, load))?,
    })
}
