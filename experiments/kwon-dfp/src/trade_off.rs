//! Deletability against false-positive rate at equal memory.

mod claims;
mod fronts;

use bloomlab_deletable::{Parameters, double};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::filters;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    /// k.
    hashes: Vec<u64>,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Of the FP-CBF.
    fingerprint_bits: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    items: u64,
    items_per_bit: f64,
    filter: String,
    hashes: u64,
    cells: u64,
    deletability: f64,
    rate: f64,
    /// No filter with any k is at least as deletable at no higher a rate.
    on_front: bool,
    /// The same among the filters with this k.
    on_front_at_same_hashes: bool,
    /// As `on_front`, counting and FP-CBF left out.
    on_front_without_counters: bool,
}

pub(crate) struct TradeOff;

impl Figure for TradeOff {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = filters::with_counters(&s.region_bits, s.fingerprint_bits);
        let points = iproduct!(&s.items_64ths, filters, &s.hashes);
        let mut rows = context.rows(points, |(load, filter, &hashes)| {
            row(&Parameters::new(filter, s.bits, load * (s.bits / 64), 0, hashes)?)
        })?;
        rows.chunk_by_mut(|a, b| a.items == b.items).for_each(fronts::mark);
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        // below, every filter with k ≥ 3 lets 99.5 % of its items go: the table has it, a picture shows nothing
        let shown =
            rows.chunk_by(|a, b| a.items == b.items).filter(|rows| rows.iter().all(|row| row.items_per_bit > 0.05));
        Ok(LineFigure::new(shown.map(panel)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn row(p: &Parameters) -> Result<Row, AnyError> {
    Ok(Row {
        bits: p.bits(),
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        filter: p.kind().to_string(),
        hashes: p.hashes(),
        cells: p.cells(),
        deletability: double::deletability(p)?,
        rate: double::rate(p)?,
        on_front: false,
        on_front_at_same_hashes: false,
        on_front_without_counters: false,
    })
}

fn panel(rows: &[Row]) -> Panel {
    let point = |row: &Row| Point::new(row.rate, row.deletability);
    let mut series = Series::by_name(rows, |row| row.filter.clone(), Mark::Markers, |row| Some(point(row)));
    let mut front: Vec<Point> = rows.iter().filter(|row| row.on_front).map(point).collect();
    front.sort_by(|a, b| a.x.total_cmp(&b.x));
    series.push(Series::new("Pareto front", Mark::Line, front));
    Panel::new(
        Axis::new("false-positive rate", Scale::Log10),
        Axis::new("deletability of a stored item", Scale::Linear),
        series,
    )
    .titled(rows.first().map(|row| format!("n/m = {}", row.items_per_bit)).unwrap_or_default())
}
