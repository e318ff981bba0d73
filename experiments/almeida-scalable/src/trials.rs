//! What the figures share: simulated points.

use bloomlab_simulation::{CONFIDENCE, Estimate, SimulationError, StreamKey, Task, run_by_point};
use bloomlab_workbench::figure::*;

/// The mean rate of `epochs` independent filters with its 99 % interval, where there is a point to simulate.
pub(crate) fn simulated<P: Serialize + Clone + Sync>(
    points: &[Option<P>],
    epochs: u64,
    context: &Context,
    trial: impl Fn(&P, &StreamKey) -> Result<f64, SimulationError> + Sync,
) -> Result<Vec<Option<Interval>>, AnyError> {
    let asked: Vec<P> = points.iter().flatten().cloned().collect();
    let task = Task { experiment: "almeida-scalable", version: "1", seed: context.seed, points: &asked, epochs };
    let progress = context.steps(asked.len() as u64);
    let mut rates = run_by_point(&task, Some(&context.store), &progress, trial)?.into_iter();
    let estimate = |point: &Option<P>| {
        let rates = point.as_ref().and_then(|_| rates.next());
        rates.map(|rates| Ok(Estimate::of(&rates, CONFIDENCE)?.triple().into())).transpose()
    };
    points.iter().map(estimate).collect()
}
