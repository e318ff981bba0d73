//! Capacity per bit and rate of filters up to 2^40 bits: direct sweep, and extrapolation.

mod view;

use crate::prelude::*;
use bloomlab_numbers::extrapolation::{Estimated, Grid, POINTS, interpolate, neville};
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
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
    /// Of infinitely many bits.
    limit_messages_per_bit: f64,
    limit_rate: f64,
}

const SWEEP: &str = "sweep";
const EXTRAPOLATION: &str = "extrapolation";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let Parameters { fill, log2_bits_to, log2_swept_to, .. } = *p;
    let given = format!("fill = {fill}, log2_bits_to = {log2_bits_to}, log2_swept_to = {log2_swept_to}");
    let is_within = fill > 0.0 && fill < 1.0 && log2_bits_to <= 40 && log2_swept_to <= 28;
    ensure!(is_within, "{given}: needs 0 < fill < 1, at most 2^40 bits, at most 2^28 swept");
    context.flat_rows(p.log2_bits_from..=p.log2_bits_to, |log2| of_size(p, log2))
}

/// A row for each route that the parameters ask for at this size.
fn of_size(p: &Parameters, log2: u32) -> Result<Vec<Row>, AnyError> {
    let bits = 1_u64 << log2;
    let sigma = (p.fill * bits as f64) as u64;
    let shape = Shape::new(bits, p.hashes, Sampling::WithReplacement)?;
    let filter = SigmaBounded::new(shape, sigma)?;
    let limit = infinite_average(filter, Phases::One).ok_or("no message fits")?;
    let row = |route: &str, point: &AtSigma, estimated_error, difference_to_sweep| Row {
        bits,
        sigma,
        route: route.to_owned(),
        messages_per_bit: point.messages_per_cycle / bits as f64,
        rate: point.rate,
        estimated_error,
        difference_to_sweep,
        limit_messages_per_bit: limit.messages_per_bit,
        limit_rate: limit.rate,
    };
    let mut rows = Vec::new();
    let swept = (log2 <= p.log2_swept_to).then(|| Sweep::new(shape).find(|point| point.sigma == sigma)).flatten();
    if let Some(point) = &swept {
        rows.push(row(SWEEP, point, None, None));
    }
    if log2 >= p.log2_extrapolated_from {
        let (point, estimated) = extrapolated(filter)?;
        let difference = swept.map(|swept| {
            let messages = (point.messages_per_cycle / swept.messages_per_cycle - 1.0).abs();
            messages.max((point.rate / swept.rate - 1.0).abs())
        });
        rows.push(row(EXTRAPOLATION, &point, estimated, difference));
    }
    Ok(rows)
}

/// Grid points around the threshold.
const WINDOW: usize = 2 * POINTS;

/// The small filters: as many as it takes for the estimated error to be below [`STOPPING_ERROR`].
const LEVELS: std::ops::RangeInclusive<usize> = 3..=7;
const STOPPING_ERROR: f64 = 1e-12;

/// The average of a large filter from those of small ones, and its relative error by estimate: a second route, for comparison with
/// the sweep.
///
/// For σ = cM, messages per bit and rate have expansions in 1/M around those of infinitely many bits. Three to seven filters of
/// M_0 2^j bits are swept. At points i/grid near c, Neville extrapolation in 1/M gives the correction M(value/limit − 1) of the
/// large filter; interpolation through twelve of them gives that at c.
fn extrapolated(filter: SigmaBounded) -> Result<(AtSigma, Option<f64>), AnyError> {
    let (smallest, grid) = small_filters(filter);
    let (mut inverse_sizes, mut columns) = (Vec::new(), Vec::new());
    for level in 0..*LEVELS.end() {
        let small = Shape::new(smallest << level, filter.shape().hashes(), filter.shape().sampling())?;
        columns.push(corrections(small, grid)?);
        inverse_sizes.push(1.0 / small.bits() as f64);
        if columns.len() < *LEVELS.start() {
            continue;
        }
        let [messages, rate] = [0, 1].map(|quantity| {
            let column = (0..WINDOW).map(|i| columns.iter().map(|column| column[i][quantity]).collect());
            at_threshold(filter, grid, &inverse_sizes, column)
        });
        let (messages, rate) = messages.zip(rate).ok_or("no small filter has the fill")?;
        let relative_error = messages.error.zip(rate.error).map(|(one, other)| one.max(other));
        if relative_error.is_some_and(|error| error < STOPPING_ERROR) || level + 1 == *LEVELS.end() {
            let [per_bit, limit] = limits(filter)?;
            let (sigma, rate) = (filter.sigma(), limit * rate.value);
            let messages_per_cycle = per_bit * messages.value * filter.shape().bits() as f64;
            return Ok((AtSigma { sigma, messages_per_cycle, rate, published_rate: rate }, relative_error));
        }
    }
    Err("no small filters".into())
}

/// The bits of the smallest filter, a multiple of the grid's steps, and the grid.
///
/// The smallest filter must have forgotten by σ that the first messages set k bits each, which no expansion in 1/M knows of:
/// coinciding positions, M(−ln(1−c) − c) of them by then, blur that pattern by a factor e^(−2(π/k)²) each.
fn small_filters(filter: SigmaBounded) -> (u64, Grid) {
    let c = (filter.sigma() as f64 + 0.5) / filter.shape().bits() as f64;
    // values change on the scale of c and of 1 − c
    let steps = (40.0 / c.min(1.0 - c)).ceil().max(250.0);
    let (k, coinciding) = (filter.shape().hashes() as f64, -libm::log1p(-c) - c);
    let wanted = (2.0 * k * k / coinciding).max(8.0 * k * k).max(steps);
    let first = ((c * steps) as u64).saturating_sub(WINDOW as u64 / 2).min(steps as u64 - WINDOW as u64);
    (steps as u64 * (wanted / steps).ceil() as u64, Grid { first, steps: steps as u64 })
}

/// M(value/limit − 1) of messages per bit and of the rate, from the first point of the grid on.
fn corrections(small: Shape, grid: Grid) -> Result<Vec<[f64; 2]>, AnyError> {
    let (step, x) = (small.bits() / grid.steps, 1.0 / small.bits() as f64);
    let points = Sweep::new(small).skip((grid.first * step) as usize).step_by(step as usize).take(WINDOW);
    let corrections = points.map(|at| {
        let [per_bit, rate] = limits(SigmaBounded::new(small, at.sigma)?)?;
        Ok([(at.messages_per_cycle * x / per_bit - 1.0) / x, (at.rate / rate - 1.0) / x])
    });
    corrections.collect()
}

/// Value/limit at the filter's threshold, from the corrections of each grid point by size.
fn at_threshold(
    filter: SigmaBounded,
    grid: Grid,
    inverse_sizes: &[f64],
    columns: impl Iterator<Item = Vec<f64>>,
) -> Option<Estimated> {
    let shape = filter.shape();
    let column: Vec<_> = columns.map(|column| neville(1.0 / shape.bits() as f64, inverse_sizes, column)).collect();
    Some(interpolate(&column, grid, filter.sigma(), shape.bits())?.around_limit(shape.bits(), shape.hashes()))
}

/// Messages per bit and rate of infinitely many bits.
fn limits(filter: SigmaBounded) -> Result<[f64; 2], AnyError> {
    let limit = infinite_average(filter, Phases::One).ok_or("no message fits")?;
    Ok([limit.messages_per_bit, limit.rate])
}
