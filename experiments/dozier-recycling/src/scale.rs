//! Capacity per bit and rate of filters up to 2^40 bits: direct sweep, and extrapolation.

mod routes;

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Figure};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: u64,
    /// σ/M.
    fill: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// The largest filter that is also swept.
    log2_swept_to: u32,
    /// The smallest filter that is also extrapolated.
    log2_extrapolated_from: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    sigma: u64,
    route: String,
    messages_per_bit: f64,
    rate: f64,
    /// The extrapolation's estimate of its own relative error.
    estimated_error: Option<f64>,
    /// Its relative difference to the sweep, the larger of rate and messages.
    difference_to_sweep: Option<f64>,
}

const SWEEP: &str = "sweep";
const EXTRAPOLATION: &str = "extrapolation";

pub(crate) struct Scaling;

impl Figure for Scaling {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if !(p.fill > 0.0 && p.fill < 1.0) || p.log2_bits_to > 40 || p.log2_swept_to > 28 {
            let Parameters { fill, log2_bits_to, log2_swept_to, .. } = p;
            let given = format!("fill = {fill}, log2_bits_to = {log2_bits_to}, log2_swept_to = {log2_swept_to}");
            return Err(format!("{given}: needs 0 < fill < 1, at most 2^40 bits, at most 2^28 swept").into());
        }
        let rows = context.rows(p.log2_bits_from..=p.log2_bits_to, |log2| routes::rows(p, log2))?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let largest = rows.iter().max_by_key(|row| row.bits).ok_or("no rows")?;
        let per_1000_bits = |row: &Row| Some(1000.0 * row.messages_per_bit);
        let messages_away = |row: &Row| away(row.messages_per_bit, largest.messages_per_bit);
        let rate_away = |row: &Row| away(row.rate, largest.rate);
        let drawn = |error: f64| error.max(f64::EPSILON / 2.0);
        let estimate = |row: &Row| row.estimated_error.map(drawn);
        let difference = |row: &Row| row.difference_to_sweep.map(drawn);

        let capacity = vec![
            curve(rows, "extrapolated", EXTRAPOLATION, Mark::Line, per_1000_bits),
            curve(rows, "swept", SWEEP, Mark::Markers, per_1000_bits),
        ];
        let limits = vec![
            curve(rows, "messages per bit, extrapolated", EXTRAPOLATION, Mark::Line, messages_away),
            curve(rows, "rate, extrapolated", EXTRAPOLATION, Mark::Line, rate_away),
            curve(rows, "messages per bit, swept", SWEEP, Mark::Markers, messages_away),
            curve(rows, "rate, swept", SWEEP, Mark::Markers, rate_away),
        ];
        let errors = vec![
            curve(rows, "its own estimate", EXTRAPOLATION, Mark::Line, estimate),
            curve(rows, "difference to the sweep", EXTRAPOLATION, Mark::Line, difference),
        ];
        let panel = |title: &str, y: &str, scale: Scale, series: Vec<Series>| {
            Panel::new(Axis::new("memory M (bits)", Scale::Log2), Axis::new(y, scale), series).titled(title)
        };
        let panels = vec![
            panel("(a) Capacity", "new messages per cycle and 1000 bits", Scale::Linear, capacity),
            panel("(b) Away from the largest filter's value", "|relative difference|", Scale::Log10, limits),
            panel("(c) The extrapolation's error", "relative error", Scale::Log10, errors),
        ];
        Ok(LineFigure::new(panels).draw()?)
    }
}

/// The relative difference to a limit, where there is one to draw.
fn away(value: f64, limit: f64) -> Option<f64> {
    (value != limit).then(|| (value / limit - 1.0).abs())
}

/// The values that one route found, against M.
fn curve(rows: &[Row], name: &str, route: &str, mark: Mark, value: impl Fn(&Row) -> Option<f64>) -> Series {
    let point = |row: &Row| Some(Point::new(row.bits as f64, value(row)?));
    Series::new(name, mark, rows.iter().filter(|row| row.route == route).filter_map(point))
}
