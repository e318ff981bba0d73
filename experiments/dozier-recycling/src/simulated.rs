//! Simulated rates: epochs that begin evenly spread over a cycle, and means with intervals.

use std::ops::ControlFlow;

use bloomlab_simulation::{
    ArrivalTally, CONFIDENCE, Counting, Estimate, ForgettingPoint, RecyclingPoint, SimulationError, Store, StreamKey,
    Task,
};
use bloomlab_workbench::{AnyError, Context};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A point of a simulation whose epochs can begin later.
pub(crate) trait Delayed: Clone {
    /// Counts `arrivals` later.
    fn delay(&mut self, arrivals: u64);
}

impl Delayed for RecyclingPoint {
    fn delay(&mut self, arrivals: u64) {
        self.warm_up += arrivals;
    }
}

impl Delayed for ForgettingPoint {
    fn delay(&mut self, arrivals: u64) {
        self.warm_up += arrivals;
    }
}

/// Epochs of every point of a figure, by point and epoch, from a point and its arrivals per cycle.
///
/// Finished epochs are kept, for a run that was interrupted, and not used once any code that the figure depends on has
/// changed.
///
/// A cycle's length varies by a few per cent only, so that thousands of arrivals do not make the filter forget that it
/// began empty: all epochs would begin, and end, at the same place in a cycle, and what the cut cycles add would not
/// average out. The warm-up of epoch e of E is therefore longer by e/E of a cycle.
pub(crate) fn simulate<P, T>(
    context: &Context,
    figure: &str,
    points: &[(P, f64)],
    epochs: u64,
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, AnyError>
where
    P: Delayed + Serialize + Sync,
    T: Serialize + DeserializeOwned + Send,
{
    let mut delayed = Vec::new();
    for (point, cycle) in points {
        for e in 0..epochs {
            let mut point = point.clone();
            // e more, so that no two epochs are the same even where cycles are short
            point.delay(e + (cycle * e as f64 / epochs as f64) as u64);
            delayed.push(point);
        }
    }
    context.progress.expect(delayed.len() as u64);
    let version = crate::BUILD.code.iter().find(|(name, _)| *name == figure).map(|(_, hash)| *hash);
    let version = version.ok_or_else(|| format!("{figure} is no figure of this paper"))?;
    let store = Store::open(&context.store)?;
    let task = Task { experiment: figure, version, seed: context.seed, points: &delayed, epochs: 1 };
    let advance = |_: &bloomlab_simulation::FinishedEpoch| {
        context.progress.advance();
        ControlFlow::Continue(())
    };
    let mut results = bloomlab_simulation::run(&task, Some(&store), &advance, epoch)?.into_iter().flatten();
    Ok(points.iter().map(|_| results.by_ref().take(epochs as usize).collect()).collect())
}

/// Arrivals from a uniform catalogue until `distinct` of its messages have arrived: U ln(U/(U − distinct)), about.
pub(crate) fn arrivals_until(distinct: f64, catalogue: u64) -> f64 {
    let catalogue = catalogue as f64;
    -catalogue * libm::log1p(-distinct / catalogue)
}

/// The mean rate of some epochs.
pub(crate) fn rate(tallies: &[ArrivalTally], counting: Counting) -> Result<Estimate, AnyError> {
    let rates: Option<Vec<f64>> = tallies.iter().map(|tally| tally.rate(counting)).collect();
    Ok(Estimate::of(&rates.ok_or("an epoch in which nothing arrived")?, CONFIDENCE)?)
}

/// As tables name it.
pub(crate) fn name(counting: Counting) -> String {
    match counting {
        Counting::First => "count-first",
        Counting::Each => "count-each",
        Counting::Instance => "count-instance",
    }
    .to_owned()
}
