//! From which size on the formulas that are not the rate err by less than a given share of it.

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
        let of = |formula: &'static str| rows.iter().filter(move |row| row.formula == formula);
        // the largest m/(m/n)² for a bound
        let factor = |error: f64| {
            let factors = of("classic").filter(move |row| row.error == error);
            factors.map(|row| row.bits as f64 / (row.bits_per_item as f64).powi(2)).fold(0.0, f64::max)
        };
        let (ten_percent, one_percent) = (factor(0.1), factor(0.01));
        let others = of("classic-limit").zip(of("bloom-1970")).map(|(limit, bloom)| limit.bits.min(bloom.bits) as f64);
        let ratio = of("classic").zip(others).map(|(row, other)| other / row.bits as f64).fold(f64::INFINITY, f64::min);
        Ok(vec![
            Decision::new("P21").measured(ten_percent).decide(ten_percent > 0.0 && ten_percent <= 0.75, String::new()),
            Decision::new("P22").measured(one_percent).decide(one_percent > 0.0 && one_percent <= 7.5, String::new()),
            Decision::new("P23").measured(ratio).decide(ratio > 1.0, String::new()),
        ])
    }
}
