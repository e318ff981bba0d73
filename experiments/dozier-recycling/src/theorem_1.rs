//! Repeats counted against first arrivals: where count-instance is the largest rate, and where Theorem 1 holds.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Bound, Double, Number, Phases, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, count_each_uniform, one_phase, theorem_1_factor};
use bloomlab_simulation::{ArrivalModel, Counting, Persistence, RecyclingPoint, simulate_recycling};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::simulated::{Spread, design, epochs, mean, spread};

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
    counterexample: u64,
    /// As a decimal, for exact arithmetic.
    small_leak: String,
    /// The last of its catalogues whose lines have every catalogue.
    small_lines_to: u64,
    /// Small filters with larger catalogues at which the theorem fails.
    further: Vec<Further>,
    epochs: u64,
    arrivals: u64,
    warm_up: u64,
}

/// A small filter without replacement, and what arrives at it.
#[derive(Deserialize)]
pub(crate) struct Further {
    bits: u64,
    hashes: u64,
    sigma: u64,
    catalogue: u64,
    leak: String,
}

#[derive(Clone, Default, Serialize)]
pub(crate) struct Row {
    filter: String,
    /// `exact`, `simulated`; `further filters`, exact, that are not drawn; `line`, between the exact cases.
    series: &'static str,
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
    is_counterexample: bool,
    /// F_n and F_r as fractions, where they are exact.
    exact: Option<String>,
    is_small: bool,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let exact = exact(p, run)?;
    let mut rows: Vec<Row> = exact.iter().map(|case| case.row.clone()).chain(further(p)?).collect();
    let simulated = exact.iter().filter(|case| case.row.is_small || case.row.leak == p.simulated_leak);
    rows.extend(run.rows(simulated, |case| {
        let (streams, cycle) = (run.streams("theorem-1"), case.arrivals_per_cycle);
        let tallies = epochs(run, streams, |later| case.point(p, later), cycle, p.epochs, simulate_recycling)?;
        let ratio = mean(&tallies, |tally| Some(tally.rate(Counting::Each)? / tally.rate(Counting::Instance)?))?;
        Ok(Row {
            series: "simulated",
            first_arrivals: mean(&tallies, |tally| tally.rate(Counting::Instance))?.mean,
            all_arrivals: mean(&tallies, |tally| tally.rate(Counting::Each))?.mean,
            ratio: ratio.mean,
            spread: Some(spread(ratio)),
            ..case.row.clone()
        })
    })?);
    rows.extend(lines(p, run)?);
    Ok(rows)
}

/// A filter whose messages come from a uniform catalogue with a leak.
struct Case {
    filter: SigmaBounded,
    row: Row,
    arrivals_per_cycle: f64,
}

impl Parameters {
    /// The large filter, and its new messages per cycle.
    fn large(&self) -> Result<(SigmaBounded, f64)> {
        let shape = Shape::new(self.large_bits, self.large_hashes, Sampling::WithReplacement)?;
        let filter = SigmaBounded::new(shape, self.large_sigma)?;
        Ok((filter, one_phase(&Double, filter).messages_per_cycle))
    }
}

fn small(bits: u64, hashes: u64, sigma: u64) -> Result<SigmaBounded> {
    Ok(SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithoutReplacement)?, sigma)?)
}

/// The large filter with each leak and catalogue, in double precision, then the small one with each catalogue, in exact
/// rationals.
fn exact(p: &Parameters, run: &Run) -> Result<Vec<Case>> {
    let (filter, cycle) = p.large()?;
    let catalogues = p.catalogue_over_cycle.iter().map(|ratio| libm::round(ratio * cycle) as u64);
    let points = iproduct!(p.leaks.iter().copied(), catalogues);
    let large = run.map(points, |(leak, catalogue)| case(&Double, "exact", filter, catalogue, &leak))?;
    let small = small(p.small_bits, p.small_hashes, p.small_sigma)?;
    let small = p.small_catalogues.iter().map(|&catalogue| {
        let mut case = in_rationals("exact", small, catalogue, &p.small_leak)?;
        case.row.is_counterexample = catalogue == p.counterexample;
        Ok(case)
    });
    large.into_iter().map(Ok).chain(small).collect()
}

/// Both filters with each leak, at every catalogue between those of [`exact`] and at some beyond, in double precision.
fn lines(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (large, cycle) = p.large()?;
    let small = small(p.small_bits, p.small_hashes, p.small_sigma)?;
    let catalogue = |ratio: f64| libm::round(ratio * cycle) as u64;
    let first = p.catalogue_over_cycle.iter().copied().fold(p.lines_to, f64::min);
    let beyond = p.lines_beyond.iter().copied().map(catalogue);
    let catalogues = (catalogue(first)..=catalogue(p.lines_to)).chain(beyond).map(|catalogue| (large, catalogue));
    let all = catalogues.chain((2..=p.small_lines_to).map(|catalogue| (small, catalogue)));
    let points = iproduct!(p.leaks.iter().copied(), all.collect::<Vec<_>>());
    run.rows(points, |(leak, (filter, catalogue))| Ok(case(&Double, "line", filter, catalogue, &leak)?.row))
}

/// Further small filters, each with its catalogue and leak, in exact rationals.
fn further(p: &Parameters) -> Result<Vec<Row>> {
    let row = |one: &Further| {
        Ok(in_rationals("further filters", small(one.bits, one.hashes, one.sigma)?, one.catalogue, &one.leak)?.row)
    };
    p.further.iter().map(row).collect()
}

/// The counts as fractions next to the row.
fn in_rationals(series: &'static str, filter: SigmaBounded, catalogue: u64, leak: &str) -> Result<Case> {
    let leak = Rational::from_decimal(leak)?;
    let counts = count_each_uniform(&Rationals, filter, catalogue, &leak)?;
    let mut case = case(&Rationals, series, filter, catalogue, &leak)?;
    case.row.exact = Some(format!("F_n = {}, F_r = {}", counts.first_arrivals, counts.all_arrivals));
    Ok(case)
}

fn case<A: Arithmetic>(
    a: &A,
    series: &'static str,
    filter: SigmaBounded,
    catalogue: u64,
    leak: &A::Number,
) -> Result<Case> {
    let counts = count_each_uniform(a, filter, catalogue, leak)?;
    let factor = theorem_1_factor(a, filter).ok_or("no message fits")?.to_f64();
    let (first_arrivals, all_arrivals) = (counts.first_arrivals.to_f64(), counts.all_arrivals.to_f64());
    let (shape, ratio) = (filter.shape(), all_arrivals / first_arrivals);
    let row = Row {
        filter: format!("M = {}, k = {}, σ = {}", shape.bits(), shape.hashes(), filter.sigma()),
        series,
        catalogue,
        leak: leak.to_f64(),
        catalogue_over_cycle: catalogue as f64 / one_phase(a, filter).messages_per_cycle.to_f64(),
        first_arrivals,
        all_arrivals,
        ratio,
        theorem_1_factor: factor,
        is_small: shape.sampling() == Sampling::WithoutReplacement,
        ..Row::default()
    };
    Ok(Case { filter, row, arrivals_per_cycle: counts.arrivals_per_cycle.to_f64() })
}

impl Case {
    fn point(&self, p: &Parameters, later: u64) -> RecyclingPoint {
        RecyclingPoint {
            filter: design(Phases::One, self.filter.shape(), Bound::Sigma(self.filter.sigma())),
            positions: Persistence::Fresh,
            arrivals: ArrivalModel { leak: self.row.leak, ..ArrivalModel::uniform(self.row.catalogue) },
            warm_up: p.warm_up + later,
            length: p.arrivals,
        }
    }
}
