//! Rates of σ-bounded filters against σ, model and simulation, for one phase and two.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// M in all; two filters share it equally.
    bits: u64,
    /// k.
    hashes: Vec<u64>,
    one_phase: Thresholds,
    two_phases: Thresholds,
    /// Messages of the catalogue.
    catalogue: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
    /// Points where the model expects fewer false positives in an epoch are not simulated.
    least_false_positives: f64,
}

/// σ of each filter: from, to, in steps of.
#[derive(Serialize, Deserialize)]
pub(crate) struct Thresholds {
    sigma_from: u64,
    sigma_to: u64,
    sigma_step: u64,
    epochs: u64,
}

#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Row {
    phases: u64,
    hashes: u64,
    /// Of each filter.
    sigma: u64,
    /// The model, or where simulated messages and their positions come from.
    series: String,
    counting: Option<String>,
    /// The model's, or the mean of the epochs.
    rate: f64,
    #[serde(rename = "lower,upper,standard_error,epochs")]
    spread: Option<Spread>,
    /// The exact rate.
    model: f64,
    /// The papers' formula.
    published_model: f64,
    messages_per_cycle: f64,
}

impl Row {
    /// The simulated rate.
    fn simulated(&self) -> Option<Interval> {
        Some(around(self.rate, self.spread?))
    }
}

const MODEL: &str = "model";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let phases = [(Phases::One, &p.one_phase, "fig3-one-phase"), (Phases::Two, &p.two_phases, "fig3-two-phase")];
    let (mut planned, mut streams) = (Vec::new(), Vec::new());
    for (phases, steps, name) in phases {
        let (mut models, mut simulated, mut points) = (Vec::new(), Vec::new(), Vec::new());
        for &hashes in &p.hashes {
            let each = shape_of_each(p.bits, hashes, phases)?;
            for at in thresholds(steps, phases, each) {
                models.push(row(phases, hashes, &at));
                for kind in Kind::ALL.into_iter().filter(|_| at.sigma.is_multiple_of(steps.sigma_step)) {
                    let (sigma, length, catalogue) = (at.sigma, at.messages_per_cycle, p.catalogue);
                    let cycle = kind.cycle(length, catalogue);
                    let given = format!("sigma = {sigma}, k = {hashes}");
                    ensure!(cycle.is_finite(), "{given}: {length} messages a cycle, {catalogue} in all");
                    if p.arrivals as f64 / cycle * at.messages_per_cycle * at.rate >= p.least_false_positives {
                        let filter = design(phases, each, Bound::Sigma(at.sigma));
                        points.push((kind.point(filter, p.catalogue, p.warm_up, p.arrivals), cycle));
                        simulated.push((row(phases, hashes, &at), kind));
                    }
                }
            }
        }
        streams.push(Streams { name, seed: context.seed, points, epochs: steps.epochs });
        planned.push((models, simulated));
    }
    let tallies = simulate_all(context, &streams, simulate_recycling)?;
    let mut rows = Vec::new();
    for ((models, simulated), tallies) in zip(planned, tallies) {
        rows.extend(models);
        for ((model, kind), tallies) in zip(simulated, tallies) {
            let countings: &[Counting] = match kind {
                // without repeats the three are the same
                Kind::Unique => &[Counting::Instance],
                Kind::Fixed | Kind::Fresh => &[Counting::Instance, Counting::Each, Counting::First],
            };
            for &counting in countings {
                let estimate = mean(&tallies, |tally| tally.rate(counting))?;
                let (series, counting) = (kind.name().to_owned(), Some(simulated::name(counting).to_owned()));
                let (rate, spread) = (estimate.mean, Some(spread(estimate)));
                rows.push(Row { series, counting, rate, spread, ..model.clone() });
            }
        }
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

/// The model.
fn row(phases: Phases, hashes: u64, at: &AtSigma) -> Row {
    Row {
        phases: number_of(phases),
        hashes,
        sigma: at.sigma,
        series: MODEL.to_owned(),
        rate: at.rate,
        model: at.rate,
        published_model: at.published_rate,
        messages_per_cycle: at.messages_per_cycle,
        ..Row::default()
    }
}

/// The simulated rates of first arrivals, which are compared with the papers' formula.
fn compared(rows: &[Row], phases: u64, kind: Kind) -> impl Iterator<Item = &Row> {
    let is_of = move |row: &&Row| row.phases == phases && row.series == kind.name();
    rows.iter().filter(is_of).filter(|row| row.counting.as_deref() == Some(simulated::name(Counting::Instance)))
}
