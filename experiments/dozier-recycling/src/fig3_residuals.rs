//! Rates of σ-bounded filters against σ, model and simulation, for one phase and two.

use bloomlab_numbers::{Bound, Phases, Shape};
use bloomlab_recycling::{AtSigma, Sweep, TwoPhaseSweep};
use bloomlab_simulation::{Counting, simulate_recycling};
use bloomlab_tables::{Result, Run, ensure};
use serde::{Deserialize, Serialize};

use crate::simulated::{self, Kind, Spread, design, epochs, mean, number_of, shape_of_each, spread};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    hashes: Vec<u64>,
    one_phase: Thresholds,
    two_phases: Thresholds,
    catalogue: u64,
    arrivals: u64,
    warm_up: u64,
    /// Points with fewer expected false positives in an epoch are not simulated.
    least_false_positives: f64,
}

/// σ of each filter: from, to, in steps of.
#[derive(Deserialize)]
pub(crate) struct Thresholds {
    sigma_from: u64,
    sigma_to: u64,
    sigma_step: u64,
    epochs: u64,
}

#[derive(Clone, Default, Serialize)]
pub(crate) struct Row {
    phases: u64,
    hashes: u64,
    sigma: u64,
    /// The model, or the source of simulated messages and positions.
    series: &'static str,
    counting: Option<&'static str>,
    /// The model's, or the mean of the epochs.
    rate: f64,
    #[serde(rename = "lower,upper")]
    spread: Option<Spread>,
    /// The exact rate.
    model: f64,
    published_model: f64,
    messages_per_cycle: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let phases = [(Phases::One, &p.one_phase, "fig3-one-phase"), (Phases::Two, &p.two_phases, "fig3-two-phase")];
    let mut rows = Vec::new();
    for (phases, steps, name) in phases {
        let (mut models, mut simulated) = (Vec::new(), Vec::new());
        for &hashes in &p.hashes {
            let each = shape_of_each(p.bits, hashes, phases)?;
            for at in thresholds(steps, phases, each) {
                let model = row(phases, hashes, &at);
                if at.sigma.is_multiple_of(steps.sigma_step) {
                    simulated.extend(Kind::ALL.map(|kind| (each, kind, model.clone())));
                }
                models.push(model);
            }
        }
        rows.extend(run.rows(models, Ok)?);
        rows.extend(run.flat_rows(simulated, |(each, kind, model)| {
            let (sigma, length, catalogue) = (model.sigma, model.messages_per_cycle, p.catalogue);
            let cycle = kind.cycle(length, catalogue);
            let given = format!("sigma = {sigma}, k = {}", model.hashes);
            ensure!(cycle.is_finite(), "{given}: {length} messages a cycle, {catalogue} in all");
            if p.arrivals as f64 / cycle * length * model.rate < p.least_false_positives {
                return Ok(Vec::new());
            }
            let filter = design(phases, each, Bound::Sigma(sigma));
            let point = |later| kind.point(filter, catalogue, p.warm_up + later, p.arrivals);
            let tallies = epochs(run, run.streams(name), point, cycle, steps.epochs, simulate_recycling)?;
            let countings: &[Counting] = match kind {
                // without repeats the three are the same
                Kind::Unique => &[Counting::Instance],
                Kind::Fixed | Kind::Fresh => &[Counting::Instance, Counting::Each, Counting::First],
            };
            let row = |&counting: &Counting| {
                let estimate = mean(&tallies, |tally| tally.rate(counting))?;
                let (series, counting) = (kind.name(), Some(simulated::name(counting)));
                Ok(Row { series, counting, rate: estimate.mean, spread: Some(spread(estimate)), ..model.clone() })
            };
            countings.iter().map(row).collect::<Result<Vec<_>>>()
        })?);
    }
    Ok(rows)
}

/// The model at the simulated thresholds and at some between them.
fn thresholds(steps: &Thresholds, phases: Phases, each: Shape) -> Vec<AtSigma> {
    let between = (steps.sigma_step / 25).max(1);
    let range = steps.sigma_from..=steps.sigma_to;
    let is_wanted = |at: &AtSigma| range.contains(&at.sigma) && at.sigma.is_multiple_of(between);
    match phases {
        Phases::One => Sweep::new(each).filter(is_wanted).collect(),
        Phases::Two => TwoPhaseSweep::new(each).filter(is_wanted).collect(),
    }
}

fn row(phases: Phases, hashes: u64, at: &AtSigma) -> Row {
    Row {
        phases: number_of(phases),
        hashes,
        sigma: at.sigma,
        series: "model",
        rate: at.rate,
        model: at.rate,
        published_model: at.published_rate,
        messages_per_cycle: at.messages_per_cycle,
        ..Row::default()
    }
}
