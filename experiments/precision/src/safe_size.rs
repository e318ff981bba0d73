//! From which size on the formulas that are not the rate err by less than a given share of it.

mod claims;
mod smallest;

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use self::smallest::smallest;
use crate::approximations::APPROXIMATIONS;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m/n.
    bits_per_item: Vec<u64>,
    /// The bounds on the relative error.
    errors: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    error: f64,
    formula: String,
    bits_per_item: u64,
    hashes: u64,
    /// The smallest m = n·(m/n) at which the formula errs by less.
    bits: u64,
    items: u64,
    /// (formula − exact)/exact there.
    relative_error: f64,
}

pub(crate) struct SafeSize;

impl Figure for SafeSize {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let points = iproduct!(p.errors.iter().copied(), APPROXIMATIONS, p.bits_per_item.iter().copied());
        context.rows(points, |(error, formula, bits_per_item)| {
            let (load, relative_error) = smallest(formula, bits_per_item, error)?;
            Ok(Row {
                error,
                formula: formula.name().to_owned(),
                bits_per_item,
                hashes: load.hashes(),
                bits: load.bits(),
                items: load.items(),
                relative_error,
            })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let name =
            |row: &&Row| row.formula.replace("classic-limit", "limit of classic").replace("bloom-1970", "Bloom 1970");
        let size = |row: &&Row| Some(Point::new(row.bits_per_item as f64, row.bits as f64));
        let panel = |(i, rows): (usize, &[Row])| {
            Panel::new(
                Axis::new("bits per item m/n", Scale::Log2),
                Axis::new("smallest filter m (bits)", Scale::Log10),
                Series::by_name(rows, name, Mark::Line, size),
            )
            .titled(format!("({}) error below {} %", ["a", "b", "c", "d"][i % 4], 100.0 * rows[0].error))
        };
        Ok(LineFigure::new(rows.chunk_by(|a, b| a.error == b.error).enumerate().map(panel)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}
