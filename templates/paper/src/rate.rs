//! The false-positive rate of one filter while it fills.

use bloomlab_formulas::{Load, approximation, exact};
use bloomlab_numbers::Double;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// n from 1 to this.
    most_items: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    items: u64,
    exact: f64,
    classic: f64,
}

pub(crate) struct Rate;

impl Figure for Rate {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        context.rows(1..=p.most_items, |items| {
            let load = Load::new(p.bits, items, p.hashes)?;
            let exact = exact::rate(&Double, load)?;
            Ok(Row { items, exact, classic: approximation::classic(&Double, load) })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let series = |name, rate: fn(&Row) -> f64| {
            let points = rows.iter().map(|row| Point::new(row.items as f64, rate(row)));
            Series::new(name, Mark::Line, points)
        };
        let panel = Panel::new(
            Axis::new("items stored *n*", Scale::Linear),
            Axis::new("false-positive rate", Scale::Log10),
            vec![series("exact", |row| row.exact), series("classic formula", |row| row.classic)],
        );
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let smallest = rows.iter().map(|row| row.exact / row.classic).fold(f64::INFINITY, f64::min);
        Ok(vec![
            Decision::new("X01").measured(smallest).decide(smallest >= 1.0, "it is above where the ratio is smallest"),
        ])
    }
}
