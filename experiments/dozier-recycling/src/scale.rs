//! Capacity per bit and rate of filters up to 2^40 bits: direct sweep, and extrapolation.

use bloomlab_occupancy::{Phases, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{AtSigma, SigmaBounded, Sweep, extrapolated_rate};
use bloomlab_workbench::{AnyError, Context, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

impl Default for Parameters {
    fn default() -> Self {
        Self {
            hashes: 6,
            fill: 0.625,
            log2_bits_from: 8,
            log2_bits_to: 40,
            log2_swept_to: 24,
            log2_extrapolated_from: 14,
        }
    }
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
        let sizes: Vec<u32> = (p.log2_bits_from..=p.log2_bits_to).collect();
        context.progress.expect(sizes.len() as u64);
        let one = |&log2: &u32| {
            let rows = rows(p, log2);
            context.progress.advance();
            rows
        };
        let rows: Vec<Vec<Row>> = sizes.par_iter().map(one).collect::<Result<_, AnyError>>()?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let routed = |route: &'static str| rows.iter().filter(move |row| row.route == route);
        let largest = rows.iter().max_by_key(|row| row.bits).ok_or("no rows")?;
        let away = |name: &str, route: &'static str, value: fn(&Row) -> f64, mark| Series {
            name: name.to_owned(),
            mark,
            points: routed(route)
                .filter(|row| row.bits < largest.bits && value(row) != value(largest))
                .map(|row| Point::new(row.bits as f64, (value(row) / value(largest) - 1.0).abs()))
                .collect(),
        };
        let plain = |name: &str, route: &'static str, mark| Series {
            name: name.to_owned(),
            mark,
            points: routed(route).map(|row| Point::new(row.bits as f64, 1000.0 * row.messages_per_bit)).collect(),
        };
        let error = |name: &str, value: fn(&Row) -> Option<f64>| Series {
            name: name.to_owned(),
            mark: Mark::LineAndMarkers,
            points: routed(EXTRAPOLATION)
                .filter_map(|row| value(row).map(|error| Point::new(row.bits as f64, error.max(f64::EPSILON / 2.0))))
                .collect(),
        };
        let bits = || Axis::new("memory M (bits)", Scale::Log2);
        let panels = vec![
            Panel {
                title: Some("(a) Capacity".to_owned()),
                x: bits(),
                y: Axis::new("new messages per cycle and 1000 bits", Scale::Linear),
                series: vec![plain("extrapolated", EXTRAPOLATION, Mark::Line), plain("swept", SWEEP, Mark::Markers)],
            },
            Panel {
                title: Some("(b) Away from the largest filter's value".to_owned()),
                x: bits(),
                y: Axis::new("|relative difference|", Scale::Log10),
                series: vec![
                    away("messages per bit, extrapolated", EXTRAPOLATION, |row| row.messages_per_bit, Mark::Line),
                    away("rate, extrapolated", EXTRAPOLATION, |row| row.rate, Mark::Line),
                    away("messages per bit, swept", SWEEP, |row| row.messages_per_bit, Mark::Markers),
                    away("rate, swept", SWEEP, |row| row.rate, Mark::Markers),
                ],
            },
            Panel {
                title: Some("(c) The extrapolation's error".to_owned()),
                x: bits(),
                y: Axis::new("relative error", Scale::Log10),
                series: vec![
                    error("its own estimate", |row| row.estimated_error),
                    error("difference to the sweep", |row| row.difference_to_sweep),
                ],
            },
        ];
        Ok(LineFigure { panels }.draw()?)
    }
}

fn rows(p: &Parameters, log2: u32) -> Result<Vec<Row>, AnyError> {
    let bits = 1_u64 << log2;
    let sigma = (p.fill * bits as f64) as u64;
    let shape = Shape::new(bits, p.hashes, Sampling::WithReplacement)?;
    let filter = SigmaBounded::new(shape, sigma)?;
    let mut rows = Vec::new();
    let row = |route: &str, point: &AtSigma, estimated_error, difference_to_sweep| Row {
        bits,
        sigma,
        route: route.to_owned(),
        messages_per_bit: point.messages_per_cycle / bits as f64,
        rate: point.rate,
        estimated_error,
        difference_to_sweep,
    };
    let swept = (log2 <= p.log2_swept_to).then(|| Sweep::new(shape).find(|point| point.sigma == sigma)).flatten();
    if let Some(point) = &swept {
        rows.push(row(SWEEP, point, None, None));
    }
    if log2 >= p.log2_extrapolated_from {
        let (point, estimated) = extrapolated_rate(filter, Phases::One)?;
        let difference = swept.map(|swept| {
            let messages = (point.messages_per_cycle / swept.messages_per_cycle - 1.0).abs();
            messages.max((point.rate / swept.rate - 1.0).abs())
        });
        rows.push(row(EXTRAPOLATION, &point, estimated, difference));
    }
    Ok(rows)
}
