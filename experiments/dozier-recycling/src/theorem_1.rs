//! Repeats counted against first arrivals: where count-instance is the largest rate, and where Theorem 1 holds.

mod cases;
mod view;

use crate::prelude::*;
use cases::Case;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
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
#[derive(Serialize, Deserialize)]
pub(crate) struct Further {
    bits: u64,
    hashes: u64,
    sigma: u64,
    catalogue: u64,
    /// As a decimal.
    leak: String,
}

#[derive(Serialize, Deserialize)]
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
    #[serde(rename = "lower,upper,standard_error,epochs")]
    spread: Option<Spread>,
    /// The model's F_r/F_n.
    model: f64,
    /// H = 1/ρ(σ): Theorem 1 says F_r/F_n ≤ H.
    theorem_1_factor: f64,
    theorem_1_holds: bool,
    /// Whether this is the counterexample to be marked.
    is_counterexample: bool,
    /// F_n and F_r as fractions, where they are exact.
    exact: Option<String>,
    /// Whether this is a small filter.
    is_small: bool,
}

impl Row {
    fn simulated(&self) -> Option<Interval> {
        Some(self.spread?.around(self.ratio))
    }

    fn is_small(&self) -> bool {
        self.is_small
    }
}

const EXACT: &str = "exact";
const SIMULATED: &str = "simulated";
/// Between the exact cases, for the lines only.
const LINE: &str = "line";
/// Exact, at other filters than the one that is drawn.
const FURTHER: &str = "further filters";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let (large, small) = (cases::large(p, context)?, cases::small(p)?);
    let exact = |case| row(EXACT, case, &case.counts, None);
    let mut rows: Vec<Row> = large.iter().chain(&small).map(exact).collect();
    let further = cases::further(p)?;
    rows.extend(further.iter().map(|case| row(FURTHER, case, &case.counts, None)));
    let simulated: Vec<&Case> = large.iter().filter(|case| case.leak == p.simulated_leak).chain(&small).collect();
    let points: Vec<_> = simulated.iter().map(|case| case.point(p)).collect();
    let tallies = simulate(context, "theorem-1", &points, p.epochs, simulate_recycling)?;
    for (case, tallies) in zip(simulated, tallies) {
        rows.push(simulated_row(case, &tallies)?);
    }
    let lines = cases::lines(p, context)?;
    rows.extend(lines.iter().map(|case| row(LINE, case, &case.counts, None)));
    Ok(rows)
}

fn simulated_row(case: &Case, tallies: &[ArrivalTally]) -> Result<Row> {
    let rates = |counting| {
        let rates: Option<Vec<f64>> = tallies.iter().map(|tally| tally.rate(counting)).collect();
        rates.ok_or("an epoch in which nothing arrived")
    };
    let (first, all) = (rates(Counting::Instance)?, rates(Counting::Each)?);
    let ratios: Vec<f64> = zip(&all, &first).map(|(all, first)| all / first).collect();
    let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len() as f64;
    let counts = Counts { first_arrivals: mean(&first), all_arrivals: mean(&all), arrivals_per_cycle: 0.0 };
    Ok(row(SIMULATED, case, &counts, Some(Estimate::of(&ratios, CONFIDENCE)?)))
}

fn row(series: &str, case: &Case, counts: &Counts<f64>, estimate: Option<Estimate>) -> Row {
    let (shape, sigma) = (case.filter.shape(), case.filter.sigma());
    Row {
        filter: format!("M = {}, k = {}, σ = {sigma}", shape.bits(), shape.hashes()),
        series: series.to_owned(),
        catalogue: case.catalogue,
        leak: case.leak,
        catalogue_over_cycle: case.catalogue as f64 / case.cycle,
        first_arrivals: counts.first_arrivals,
        all_arrivals: counts.all_arrivals,
        ratio: estimate.map_or(case.ratio(), |estimate| estimate.mean),
        spread: estimate.map(Spread::from),
        model: case.ratio(),
        theorem_1_factor: case.factor,
        theorem_1_holds: case.ratio() <= case.factor,
        is_counterexample: case.is_counterexample,
        exact: case.fractions.clone(),
        is_small: case.is_small,
    }
}
