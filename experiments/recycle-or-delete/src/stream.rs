//! One stream through every filter in the same memory: rates as time passes, and what is denied.

mod denied;
mod view;

use bloomlab_occupancy::DeletableKind;
use bloomlab_simulation::{CONFIDENCE, Estimate, StreamKey, Task, WindowPoint, WindowTally, run, simulate_window};
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::rival::{DELETABLE, MOST_HASHES, Rival, over_time, stationary};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    /// W, the live messages.
    window: u64,
    /// k where all filters have the same.
    hashes: u64,
    windows: u64,
    /// Rows of the model per window.
    per_window: u64,
    /// Ages, in windows, at which the filters are simulated.
    simulated: Vec<u64>,
    epochs: u64,
    /// The bounds σ of the recycling filters that may deny live messages, as shares of the bits of each.
    sigma_shares: Vec<f64>,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    part: Part,
    filter: String,
    hashes: u64,
    choice: String,
    series: Source,
    /// Windows that have passed; none in a stationary state.
    age: Option<f64>,
    false_positive_rate: f64,
    lower: Option<f64>,
    upper: Option<f64>,
    /// The share of live messages that are denied.
    false_negative_rate: f64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    #[default]
    #[serde(rename = "same k")]
    SameHashes,
    #[serde(rename = "best k")]
    BestHashes,
    /// Recycling filters that may deny live messages.
    #[serde(rename = "denied")]
    Denied,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    #[default]
    Model,
    Simulated,
}

impl Row {
    fn simulated(&self) -> Option<Interval> {
        Some(Interval { value: self.false_positive_rate, lower: self.lower?, upper: self.upper? })
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let all = (1..=MOST_HASHES).collect_vec();
    let mut rows = Vec::new();
    for (part, hashes) in [(Part::SameHashes, &[p.hashes][..]), (Part::BestHashes, &all)] {
        let steady = stationary(p.bits, p.window, hashes)?.into_iter();
        rows.extend(steady.map(|Rival { filter, hashes, choice, rate: false_positive_rate }| Row {
            part,
            filter,
            hashes,
            choice,
            false_positive_rate,
            ..Row::default()
        }));
        for kind in DELETABLE {
            rows.extend(modelled(p, part, kind, hashes)?);
        }
    }
    let trials = simulate(p, context)?;
    for (kind, trials) in zip(DELETABLE, trials.chunks(p.epochs as usize)) {
        for (index, &age) in p.simulated.iter().enumerate() {
            let rates = trials.iter().map(|tallies| tallies[index].false_positive_rate).collect_vec();
            let estimate = Estimate::of(&rates, CONFIDENCE)?;
            rows.push(Row {
                filter: kind.to_string(),
                hashes: p.hashes,
                series: Source::Simulated,
                age: Some(age as f64),
                false_positive_rate: estimate.mean,
                lower: Some(estimate.lower()),
                upper: Some(estimate.upper()),
                ..Row::default()
            });
        }
    }
    rows.extend(denied::rows(p, context)?);
    Ok(rows)
}

/// The trials of each filter in turn, their epochs numbered from 1.
fn simulate(p: &Parameters, context: &Context) -> Result<Vec<Vec<WindowTally>>> {
    let point = |(kind, epoch)| {
        let ages = p.simulated.clone();
        (WindowPoint { kind, bits: p.bits, hashes: p.hashes, window: p.window, ages }, epoch)
    };
    let points: Vec<(WindowPoint, u64)> = iproduct!(DELETABLE, 1..=p.epochs).map(point).collect();
    let task = Task { experiment: "stream", version: "1", seed: context.seed, points: &points, epochs: 1 };
    let trial = |(point, epoch): &(WindowPoint, u64), _: &StreamKey| {
        simulate_window(point, &StreamKey::new("stream", context.seed, point, *epoch)?)
    };
    let trials = run(&task, Some(&context.store), &context.steps(points.len() as u64), trial)?;
    Ok(trials.into_iter().flatten().collect())
}

/// With the k of the lowest mean rate, from the first full window on.
fn modelled(p: &Parameters, part: Part, kind: DeletableKind, hashes: &[u64]) -> Result<Vec<Row>> {
    let rates = |&k: &u64| Ok((k, over_time(kind, p.bits, p.window, k, p.windows)?));
    let rates = hashes.iter().map(rates).collect::<Result<Vec<_>>>()?;
    let (hashes, rates) = smallest(rates, |(_, rates)| rates[p.window as usize..].iter().sum())?.row;
    let every = (p.window / p.per_window).max(1) as usize;
    let row = |(step, false_positive_rate)| {
        let (filter, age) = (kind.to_string(), Some(step as f64 / p.window as f64));
        Row { part, filter, hashes, age, false_positive_rate, ..Row::default() }
    };
    Ok(rates.into_iter().enumerate().skip(p.window as usize).step_by(every).map(row).collect())
}
