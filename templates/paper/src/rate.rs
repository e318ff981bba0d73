//! The false-positive rate of one filter while it fills.

use bloomlab_formulas::{Load, approximation, exact};
use bloomlab_numbers::Double;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Claim, Context, Figure};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// n from 1 to this.
    most_items: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { bits: 32, hashes: 5, most_items: 12 }
    }
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

    fn compute(p: &Parameters, _: &Context) -> Result<Vec<Row>, AnyError> {
        let row = |items| -> Result<Row, AnyError> {
            let load = Load::new(p.bits, items, p.hashes)?;
            let exact = exact::rate(&Double, load)?;
            Ok(Row { items, exact, classic: approximation::classic(&Double, load) })
        };
        (1..=p.most_items).map(row).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let series = |name: &str, rate: fn(&Row) -> f64| Series {
            name: name.to_owned(),
            mark: Mark::LineAndMarkers,
            points: rows.iter().map(|row| Point::new(row.items as f64, rate(row))).collect(),
        };
        let panel = Panel {
            title: None,
            x: Axis::new("items stored n", Scale::Linear),
            y: Axis::new("false-positive rate", Scale::Log10),
            series: vec![series("exact", |row| row.exact), series("classic formula", |row| row.classic)],
        };
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Claim>, AnyError> {
        let smallest = rows.iter().map(|row| row.exact / row.classic).fold(f64::INFINITY, f64::min);
        Ok(vec![
            Claim::new("X01", "section 1", "The classic formula is never above the exact rate")
                .measured("smallest ratio of the exact rate to the classic formula's", smallest)
                .decide(smallest >= 1.0),
        ])
    }
}
