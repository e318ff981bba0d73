//! How far the papers' bounds lie below the exact N-bounded rate.

mod claims;

use std::iter::once;

use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{NBoundedRates, NBoundedSweep};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: Vec<u64>,
    /// M where N varies.
    bits: u64,
    /// kN/M where M varies.
    load: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    /// N.
    messages: u64,
    exact: f64,
    f_o: f64,
    f_a: f64,
    /// 1 − f_o/exact.
    f_o_shortfall: f64,
    /// 1 − f_a/exact.
    f_a_shortfall: f64,
    /// Whether this is a point of the panel over N, or of that over M.
    along: String,
}

pub(crate) struct ShortOfExact;

impl Figure for ShortOfExact {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if !(p.load > 0.0 && p.load <= 1.0) || p.log2_bits_to > 20 {
            let (load, log2) = (p.load, p.log2_bits_to);
            return Err(format!("load = {load}, log2_bits_to = {log2}: needs 0 < load ≤ 1, at most 2^20 bits").into());
        }
        // the filter over whose N the bounds are drawn, then those over whose M
        let sizes = once(None).chain((p.log2_bits_from..=p.log2_bits_to).map(|log2| Some(1 << log2)));
        let filters = iproduct!(p.hashes.iter().copied(), sizes);
        let rows = context.rows(filters, |(hashes, size)| match size {
            None => along_n(p.bits, hashes),
            Some(bits) => along_m(bits, hashes, p.load),
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |title: String, along: &str, x: Axis, at: fn(&Row) -> f64| {
            let shortfalls = |bound: &str, shortfall: fn(&Row) -> f64| {
                let name = |row: &&Row| format!("{bound}, k = {}", row.hashes);
                let point = |row: &&Row| Some(Point::new(at(row), shortfall(row)));
                Series::by_name(rows.iter().filter(|row| row.along == along), name, Mark::Line, point)
            };
            let series =
                [shortfalls("f_o", |row| row.f_o_shortfall), shortfalls("f_a", |row| row.f_a_shortfall)].concat();
            let y = Axis::new("share of the exact rate that is missing", Scale::Log10);
            Panel::new(x, y, series).titled(title)
        };
        let bits = rows.iter().find(|row| row.along == "N").map_or(0, |row| row.bits);
        let messages = Axis::new("messages N that set bits in a cycle", Scale::Log10);
        let memory = Axis::new("memory M (bits)", Scale::Log2);
        let panels = vec![
            panel(format!("(a) M = {bits}"), "N", messages, |row| row.messages as f64),
            panel("(b) kN/M = 1/2".to_owned(), "M", memory, |row| row.bits as f64),
        ];
        Ok(LineFigure::new(panels).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// Every N but the first: nothing is falsely recognised among single messages.
fn along_n(bits: u64, hashes: u64) -> Result<Vec<Row>, AnyError> {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
    Ok(NBoundedSweep::new(shape).skip(1).map(|rates| row(shape, &rates, "N")).collect())
}

/// The largest N that keeps kN/M within the load.
fn along_m(bits: u64, hashes: u64, load: f64) -> Result<Vec<Row>, AnyError> {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
    let messages = ((load * bits as f64 / hashes as f64) as u64).max(2);
    let last = NBoundedSweep::new(shape).take_while(|rates| rates.messages <= messages).last();
    Ok(last.iter().map(|rates| row(shape, rates, "M")).collect())
}

fn row(shape: Shape, rates: &NBoundedRates<f64>, along: &str) -> Row {
    let shortfall = |bound: f64| (rates.exact - bound) / rates.exact;
    Row {
        bits: shape.bits(),
        hashes: shape.hashes(),
        messages: rates.messages,
        exact: rates.exact,
        f_o: rates.f_o,
        f_a: rates.f_a,
        f_o_shortfall: shortfall(rates.f_o),
        f_a_shortfall: shortfall(rates.f_a),
        along: along.to_owned(),
    }
}
