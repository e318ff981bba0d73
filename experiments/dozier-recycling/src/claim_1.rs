//! The authors' unproved claim: the probability that a cycle goes on does not rise with its length.

use std::cmp::Ordering;

use bloomlab_exact::{Multiprecision, Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Double, Number, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, continuation, continuation_limit};
use bloomlab_tables::{Result, Run};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

use crate::enumerated::{positions_name, shapes};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// Curves: M, k, σ, with replacement.
    curves: Vec<[u64; 3]>,
    last: usize,
    /// The grid, in exact rationals: every M up to this, k, σ < M, with and without replacement.
    grid_bits: u64,
    grid_hashes: u64,
    /// The last i of the grid.
    grid_last: usize,
}

#[derive(Serialize)]
pub(crate) struct Row {
    part: &'static str,
    bits: u64,
    hashes: u64,
    sigma: u64,
    positions: &'static str,
    /// Of the grid: that of the smallest step, or the last one where all are 0.
    i: u64,
    /// E\[γ_i\].
    continuation: f64,
    /// ρ(σ), what it falls to.
    limit: f64,
    #[serde(rename = "smallest_step,equal_steps,rising_steps,steps")]
    steps: Option<Steps>,
}

/// The steps E\[γ_i\] − E\[γ_{i+1}\] of a filter: the smallest, and how many are exactly 0, rise, and are there.
type Steps = (f64, u64, u64, u64);

/// Cycles that are less probable than this have no normal double.
const SMALLEST: f64 = 1e-280;

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for &[bits, hashes, sigma] in &p.curves {
        let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
        rows.extend(curve(SigmaBounded::new(shape, sigma)?, p.last)?);
    }
    let small = shapes(p.grid_bits, p.grid_hashes)?;
    let filters = small.into_iter().flat_map(|shape| (0..shape.bits()).map(move |sigma| (shape, sigma)));
    rows.extend(run.flat_rows(filters, |(shape, sigma)| Ok(grid_row(SigmaBounded::new(shape, sigma)?, p.grid_last)))?);
    Ok(rows)
}

fn curve(filter: SigmaBounded, last: usize) -> Result<Vec<Row>> {
    let limit = continuation_limit(&Double, filter).ok_or("no message fits")?;
    let (mut runs_on, wide) = (1.0, Multiprecision::new(64));
    let doubles = continuation(&Double, filter).take(last).take_while(|gamma| {
        runs_on *= gamma;
        runs_on > SMALLEST
    });
    let mut gammas = doubles.collect_vec();
    gammas.extend(continuation(&wide, filter).take(last).skip(gammas.len()).map(|gamma| gamma.to_f64()));
    Ok((2..).zip(gammas).map(|(i, gamma)| row("curve", filter, i, gamma, limit, None)).collect())
}

fn row(part: &'static str, filter: SigmaBounded, i: u64, continuation: f64, limit: f64, steps: Option<Steps>) -> Row {
    let shape = filter.shape();
    Row {
        part,
        bits: shape.bits(),
        hashes: shape.hashes(),
        sigma: filter.sigma(),
        positions: positions_name(shape.sampling()),
        i,
        continuation,
        limit,
        steps,
    }
}

/// The row of a filter, at its smallest step; none where no message fits and a cycle has no second interval.
fn grid_row(filter: SigmaBounded, last: usize) -> Option<Row> {
    let a = Rationals;
    let limit = continuation_limit(&a, filter)?;
    let gammas: Vec<Rational> = continuation(&a, filter).take(last).collect();
    let steps: Vec<Rational> = gammas.iter().tuple_windows().map(|(gamma, next)| gamma.clone() - next).collect();
    let smallest = steps.iter().position_min_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal))?;
    let equal = steps.iter().filter(|step| **step == a.zero()).count() as u64;
    let rising = steps.iter().filter(|step| **step < a.zero()).count() as u64;
    let summary = (steps[smallest].to_f64(), equal, rising, steps.len() as u64);
    let i = smallest as u64 + 2;
    Some(row("grid", filter, i, gammas[smallest].to_f64(), limit.to_f64(), Some(summary)))
}
