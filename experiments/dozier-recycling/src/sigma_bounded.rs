//! Rates of σ-bounded filters against σ, model and simulation, for one phase and two.

mod view;

use std::iter::zip;

use bloomlab_occupancy::{Bound, Phases, Sampling, Shape};
use bloomlab_recycling::{AtSigma, Sweep, TwoPhase, TwoPhaseSweep};
use bloomlab_simulation::{Counting, Estimate, RecyclingPoint, simulate_recycling};
use bloomlab_workbench::{AnyError, Context, Interval};
use serde::{Deserialize, Serialize};

use crate::catalogue::Kind;
use crate::simulated::{self, arrivals_until, simulate};
pub(crate) use view::{Drawn, draw};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M in all; two filters share it equally.
    bits: u64,
    /// k.
    hashes: Vec<u64>,
    /// σ of each filter: from, to, in steps of.
    sigma_from: u64,
    sigma_to: u64,
    sigma_step: u64,
    /// Messages of the catalogue.
    catalogue: u64,
    epochs: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
    /// Points where the model expects fewer false positives in an epoch are not simulated.
    least_false_positives: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) hashes: u64,
    /// Of each filter.
    pub(crate) sigma: u64,
    /// The model, or where simulated messages and their positions come from.
    series: String,
    counting: Option<String>,
    /// The model's, or the mean of the epochs.
    pub(crate) rate: f64,
    #[serde(rename = "lower,upper,standard_error,epochs")]
    estimate: Option<(f64, f64, f64, u64)>,
    /// The exact rate.
    pub(crate) model: f64,
    /// The papers' formula.
    published_model: f64,
    messages_per_cycle: f64,
}

impl Row {
    /// The simulated rate.
    pub(crate) fn simulated(&self) -> Option<Interval> {
        let (lower, upper, ..) = self.estimate?;
        Some((self.rate, lower, upper).into())
    }
}

const MODEL: &str = "model";

/// The model at every threshold that is drawn, then what is simulated.
pub(crate) fn compute(p: &Parameters, phases: Phases, context: &Context) -> Result<Vec<Row>, AnyError> {
    let mut rows = Vec::new();
    let (mut simulated, mut points) = (Vec::new(), Vec::new());
    for &hashes in &p.hashes {
        let each = shape_of_each(p, phases, hashes)?;
        for at in thresholds(p, phases, each) {
            rows.push(row(hashes, &at, MODEL, None));
            if !at.sigma.is_multiple_of(p.sigma_step) {
                continue;
            }
            for kind in Kind::ALL {
                let cycle = arrivals_per_cycle(p, hashes, &at, kind)?;
                let false_positives = p.arrivals as f64 / cycle * at.messages_per_cycle * at.rate;
                if false_positives >= p.least_false_positives {
                    simulated.push((hashes, at, kind));
                    points.push((point(p, phases, each, at.sigma, kind), cycle));
                }
            }
        }
    }
    let figure = match phases {
        Phases::One => "fig3-one-phase",
        Phases::Two => "fig3-two-phase",
    };
    let tallies = simulate(context, figure, &points, p.epochs, simulate_recycling)?;
    for ((hashes, at, kind), tallies) in zip(simulated, tallies) {
        let countings: &[Counting] = match kind {
            // without repeats the three are the same
            Kind::Unique => &[Counting::Instance],
            Kind::Fixed | Kind::Fresh => &[Counting::Instance, Counting::Each, Counting::First],
        };
        for &counting in countings {
            let estimate = simulated::rate(&tallies, counting)?;
            rows.push(row(hashes, &at, kind.name(), Some((counting, estimate))));
        }
    }
    Ok(rows)
}

/// The shape of each filter.
fn shape_of_each(p: &Parameters, phases: Phases, hashes: u64) -> Result<Shape, AnyError> {
    Ok(match phases {
        Phases::One => Shape::new(p.bits, hashes, Sampling::WithReplacement)?,
        Phases::Two => TwoPhase::shape_of_each(p.bits, hashes, Sampling::WithReplacement)?,
    })
}

/// The model at the simulated thresholds and at some between them.
fn thresholds(p: &Parameters, phases: Phases, each: Shape) -> Vec<AtSigma> {
    let between = (p.sigma_step / 25).max(1);
    let is_drawn = |at: &AtSigma| (p.sigma_from..=p.sigma_to).contains(&at.sigma) && at.sigma.is_multiple_of(between);
    match phases {
        Phases::One => Sweep::new(each).filter(is_drawn).collect(),
        Phases::Two => TwoPhaseSweep::new(each).filter(is_drawn).collect(),
    }
}

fn arrivals_per_cycle(p: &Parameters, hashes: u64, at: &AtSigma, kind: Kind) -> Result<f64, AnyError> {
    let cycle = match kind {
        Kind::Unique => at.messages_per_cycle,
        Kind::Fixed | Kind::Fresh => arrivals_until(at.messages_per_cycle, p.catalogue),
    };
    if !cycle.is_finite() {
        let (sigma, length, catalogue) = (at.sigma, at.messages_per_cycle, p.catalogue);
        return Err(format!("sigma = {sigma}, k = {hashes}: {length} messages a cycle, {catalogue} in all").into());
    }
    Ok(cycle)
}

fn point(p: &Parameters, phases: Phases, each: Shape, sigma: u64, kind: Kind) -> RecyclingPoint {
    RecyclingPoint {
        filter: simulated::design(phases, each, Bound::Sigma(sigma)),
        positions: kind.positions(),
        arrivals: kind.arrivals(p.catalogue),
        warm_up: p.warm_up,
        length: p.arrivals,
    }
}

fn row(hashes: u64, at: &AtSigma, series: &str, simulated: Option<(Counting, Estimate)>) -> Row {
    Row {
        hashes,
        sigma: at.sigma,
        series: series.to_owned(),
        counting: simulated.map(|(counting, _)| simulated::name(counting)),
        rate: simulated.map_or(at.rate, |(_, estimate)| estimate.mean),
        estimate: simulated.map(|(_, e)| (e.lower(), e.upper(), e.standard_error, e.epochs)),
        model: at.rate,
        published_model: at.published_rate,
        messages_per_cycle: at.messages_per_cycle,
    }
}

/// The simulated rates of first arrivals.
fn first_arrivals(rows: &[Row], kind: Kind) -> impl Iterator<Item = &Row> {
    let counted = simulated::name(Counting::Instance);
    rows.iter().filter(move |row| row.series == kind.name() && row.counting.as_ref() == Some(&counted))
}

/// The simulated rates that are compared with the papers' formula.
pub(crate) fn compared(rows: &[Row], kind: Kind) -> impl Iterator<Item = &Row> {
    first_arrivals(rows, kind).filter(|row| row.estimate.is_some())
}

/// Whether the 99 % interval misses the papers' formula.
pub(crate) fn is_missed(row: &Row) -> bool {
    row.simulated().is_some_and(|interval| !interval.contains(row.published_model))
}

/// How many 99 % intervals of first arrivals miss the papers' formula, and how many intervals there are.
pub(crate) fn misses(rows: &[Row], kind: Kind) -> (usize, usize) {
    (compared(rows, kind).filter(|row| is_missed(row)).count(), compared(rows, kind).count())
}
