//! Simulated forgetting at every distance, and its mixture under a distribution of reuse distances.

use bloomlab_filters::Recycling;
use bloomlab_occupancy::{Bound, Phases, Retention};
use bloomlab_recycling::{Reuse, SigmaBounded};
use bloomlab_simulation::{
    CONFIDENCE, Estimate, ForgettingPoint, ForgettingTally, RecyclingDesign, Task, run, simulate_forgetting,
};
use bloomlab_workbench::figure::*;

use super::Parameters;

/// The tallies at the distances 0, 1, … of every epoch.
pub(super) fn forgetting(p: &Parameters, filter: SigmaBounded, context: &Context) -> Result<Vec<Vec<ForgettingTally>>> {
    let recycling = Recycling { bound: Bound::Sigma(filter.sigma()), retention: Retention::NonRetaining };
    let design = RecyclingDesign::new(Phases::One, filter.shape().bits(), filter.shape().hashes(), recycling);
    let (distances, warm_up) = ((0..=p.farthest).collect(), 4 * p.farthest);
    let points = [ForgettingPoint { filter: design, distances, warm_up, length: p.counted }];
    let task = Task { experiment: "returns", version: "1", seed: context.seed, points: &points, epochs: p.epochs };
    let found = run(&task, Some(&context.store), &context.steps(p.epochs), simulate_forgetting)?;
    found.into_iter().next().ok_or_else(|| "no epochs".into())
}

/// The share of returning messages taken for new, with its 99 % interval over the epochs. Beyond the farthest distance the rate is that of
/// the farthest.
pub(super) fn mixture(epochs: &[Vec<ForgettingTally>], reuse: Reuse) -> Result<Interval> {
    let of_epoch = |tallies: &Vec<ForgettingTally>| {
        let rates = tallies.iter().map(|tally| tally.false_negative_rate());
        let rates: Vec<f64> = rates.collect::<Option<_>>().ok_or("nothing was asked")?;
        let near: f64 = (0..).zip(&rates).map(|(distance, rate)| reuse.probability(distance) * rate).sum();
        let far = rates.last().map_or(0.0, |rate| reuse.tail(rates.len() as f64) * rate);
        Ok::<_, AnyError>(near + far)
    };
    let values = epochs.iter().map(of_epoch).collect::<Result<Vec<f64>>>()?;
    Ok(Estimate::of(&values, CONFIDENCE)?.triple().into())
}
