//! Repeats counted against first arrivals: where count-instance is the largest rate, and where Theorem 1 holds.

mod cases;

use bloomlab_simulation::{Counting, simulate_recycling};
use bloomlab_tables::{Result, Run};
use serde::{Deserialize, Serialize};

use crate::simulated::{Spread, epochs, mean, spread};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// The large filter: M, k, σ, with replacement.
    large_bits: u64,
    large_hashes: u64,
    large_sigma: u64,
    /// Its catalogues over its messages per cycle.
    catalogue_over_cycle: Vec<f64>,
    /// Every catalogue between the first and this one is computed for the lines, and these beyond.
    lines_to: f64,
    lines_beyond: Vec<f64>,
    /// The one that is simulated as well.
    simulated_leak: f64,
    /// Probabilities that an arrival never repeats.
    leaks: Vec<f64>,
    /// The small filter: without replacement.
    small_bits: u64,
    small_hashes: u64,
    small_sigma: u64,
    small_catalogues: Vec<u64>,
    /// The one to be marked.
    counterexample: u64,
    /// As a decimal, for exact arithmetic.
    small_leak: String,
    /// The last of its catalogues whose lines have every catalogue.
    small_lines_to: u64,
    /// Small filters with larger catalogues at which the theorem fails.
    further: Vec<Further>,
    epochs: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
}

/// A small filter without replacement, and what arrives at it.
#[derive(Deserialize)]
pub(crate) struct Further {
    bits: u64,
    hashes: u64,
    sigma: u64,
    catalogue: u64,
    /// As a decimal.
    leak: String,
}

#[derive(Clone, Default, Serialize)]
pub(crate) struct Row {
    filter: String,
    series: String,
    catalogue: u64,
    leak: f64,
    catalogue_over_cycle: f64,
    /// F_n, count-instance.
    first_arrivals: f64,
    /// F_r, count-each.
    all_arrivals: f64,
    /// F_r/F_n.
    ratio: f64,
    #[serde(rename = "lower,upper")]
    spread: Option<Spread>,
    /// H = 1/ρ(σ): Theorem 1 says F_r/F_n ≤ H.
    theorem_1_factor: f64,
    /// Whether this is the counterexample to be marked.
    is_counterexample: bool,
    /// F_n and F_r as fractions, where they are exact.
    exact: Option<String>,
    /// Whether this is a small filter.
    is_small: bool,
}

const EXACT: &str = "exact";
const SIMULATED: &str = "simulated";
/// Between the exact cases, for the lines only.
const LINE: &str = "line";
/// Exact, at other filters than the one that is drawn.
const FURTHER: &str = "further filters";

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let exact = cases::exact(p, run)?;
    let mut rows: Vec<Row> = exact.iter().map(|case| case.row.clone()).chain(cases::further(p)?).collect();
    let simulated = exact.iter().filter(|case| case.row.is_small || case.row.leak == p.simulated_leak);
    rows.extend(run.rows(simulated, |case| {
        let (point, cycle) = case.point(p);
        let tallies = epochs(run, run.streams("theorem-1"), &point, cycle, p.epochs, simulate_recycling)?;
        let ratio = mean(&tallies, |tally| Some(tally.rate(Counting::Each)? / tally.rate(Counting::Instance)?))?;
        Ok(Row {
            series: SIMULATED.to_owned(),
            first_arrivals: mean(&tallies, |tally| tally.rate(Counting::Instance))?.mean,
            all_arrivals: mean(&tallies, |tally| tally.rate(Counting::Each))?.mean,
            ratio: ratio.mean,
            spread: Some(spread(ratio)),
            ..case.row.clone()
        })
    })?);
    rows.extend(cases::lines(p, run)?);
    Ok(rows)
}
