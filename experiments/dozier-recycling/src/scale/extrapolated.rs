//! The average of a large filter from those of small ones: a second route, for comparison with the sweep.
//!
//! For σ = cM, messages per bit and rate have expansions in 1/M around those of infinitely many bits. Three to seven filters of
//! M_0 2^j bits are swept. At points i/grid near c, Neville extrapolation in 1/M gives the correction M(value/limit − 1) of the
//! large filter; interpolation through twelve of them gives that at c.

use crate::prelude::*;
use bloomlab_numbers::extrapolation::{Estimated, Grid, POINTS, interpolate, neville};

/// Grid points around the threshold.
const WINDOW: usize = 2 * POINTS;

/// The small filters: as many as it takes for the estimated error to be below [`STOPPING_ERROR`].
const LEVELS: std::ops::RangeInclusive<usize> = 3..=7;
const STOPPING_ERROR: f64 = 1e-12;

/// The average, and its relative error by estimate.
pub(super) fn extrapolated(filter: SigmaBounded) -> Result<(AtSigma, Option<f64>), AnyError> {
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
    points
        .map(|at| {
            let [per_bit, rate] = limits(SigmaBounded::new(small, at.sigma)?)?;
            Ok([(at.messages_per_cycle * x / per_bit - 1.0) / x, (at.rate / rate - 1.0) / x])
        })
        .collect()
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
