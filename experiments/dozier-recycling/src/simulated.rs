//! Simulated rates: epochs that begin evenly spread over a cycle, and means with intervals.

use bloomlab_filters::Recycling;
use bloomlab_numbers::{Bound, Ending, OutOfDomain, Phases, Retention, Sampling, Shape, Target};
use bloomlab_recycling::{Cycle, Plan, TwoPhase, Variant, plan_sigma_bounded};
use bloomlab_simulation::{
    ArrivalTally, Counting, ForgettingPoint, Persistence, RecyclingDesign, RecyclingPoint, ReusePoint, SimulationError,
    StreamKey, simulate_recycling, simulate_recycling_by_state,
};
use bloomlab_tables::{Estimate, Result, Run, Streams};
use serde::Serialize;

/// The σ-bounded filter with the most messages in `bits` bits, with replacement, at a rate of at most the target.
pub(crate) fn planned(bits: u64, phases: Phases, target: Target) -> Result<Plan> {
    Ok(plan_sigma_bounded(bits, Sampling::WithReplacement, phases, target, None)?)
}

/// The shape of each filter of `bits` bits in all, with replacement.
pub(crate) fn shape_of_each(bits: u64, hashes: u64, phases: Phases) -> Result<Shape, OutOfDomain> {
    match phases {
        Phases::One => Shape::new(bits, hashes, Sampling::WithReplacement),
        Phases::Two => TwoPhase::shape_of_each(bits, hashes, Sampling::WithReplacement),
    }
}

/// The number that stands in a table.
pub(crate) fn number_of(phases: Phases) -> u64 {
    if phases == Phases::One { 1 } else { 2 }
}

/// The phases of a filter: two if it keeps a frozen filter.
pub(crate) fn phases(frozen: Option<Ending>) -> Phases {
    if frozen.is_some() { Phases::Two } else { Phases::One }
}

/// The non-retaining filter of the papers; `shape` is that of each phase.
pub(crate) fn design(phases: Phases, shape: Shape, bound: Bound) -> RecyclingDesign {
    let recycling = Recycling { bound, retention: Retention::NonRetaining };
    let design = RecyclingDesign::new(phases, shape.bits(), shape.hashes(), recycling);
    RecyclingDesign { sampling: shape.sampling(), ..design }
}

/// A recycling filter of any kind.
pub(crate) fn design_of(variant: Variant) -> RecyclingDesign {
    let each = variant.each();
    let recycling = Recycling { bound: each.bound(), retention: each.retention() };
    let ending = variant.frozen().unwrap_or_default();
    RecyclingDesign { recycling, ending, ..design(phases(variant.frozen()), each.shape(), each.bound()) }
}

/// A filter of `bits` bits in all with replacement: of one phase, or of two if something is frozen.
pub(crate) fn variant(
    bits: u64,
    hashes: u64,
    frozen: Option<Ending>,
    bound: Bound,
    retention: Retention,
) -> Result<Variant, OutOfDomain> {
    let cycle = Cycle::new(shape_of_each(bits, hashes, phases(frozen))?, bound, retention)?;
    Ok(frozen.map_or(Variant::one_phase(cycle), |ending| Variant::two_phases(cycle, ending)))
}

/// A point of a simulation whose counting can start later.
pub(crate) trait Delayed: Clone {
    /// Lets `arrivals` more pass before counting starts.
    fn delay(&mut self, arrivals: u64);
}

macro_rules! delayed {
    ($($point:ty),*) => {$(
        impl Delayed for $point {
            fn delay(&mut self, arrivals: u64) {
                self.warm_up += arrivals;
            }
        }
    )*};
}
delayed!(RecyclingPoint, ReusePoint, ForgettingPoint);

/// The results of the epochs of a point. `cycle` is the number of its arrivals per cycle.
///
/// A cycle's length varies by a few per cent only. After thousands of arrivals the filter still remembers that it began
/// empty: all epochs would begin and end at the same place in a cycle, and the cut cycles would bias the mean. The warm-up
/// of epoch e of E is therefore longer by e/E of a cycle.
pub(crate) fn epochs<P: Delayed + Serialize + Sync, T: Send>(
    run: &Run,
    streams: Streams<'_>,
    point: &P,
    cycle: f64,
    epochs: u64,
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<T>> {
    run.map(0..epochs, |e| {
        let mut point = point.clone();
        // e more arrivals keep the epochs apart if cycles are short
        point.delay(e + (cycle * e as f64 / epochs as f64) as u64);
        let random = streams.generator(&point, 0)?;
        Ok(epoch(&point, &random.into())?)
    })
}

/// Arrivals from a uniform catalogue of U messages until `distinct` of them have arrived, about: U ln(U/(U − distinct)).
pub(crate) fn arrivals_until(distinct: f64, catalogue: u64) -> f64 {
    let catalogue = catalogue as f64;
    -catalogue * libm::log1p(-distinct / catalogue)
}

/// An epoch by the state of the filter if that determines what arrivals find, otherwise by the filter itself.
pub(crate) fn by_state_if_fresh(point: &RecyclingPoint, key: &StreamKey) -> Result<ArrivalTally, SimulationError> {
    match point.positions {
        Persistence::Fresh => simulate_recycling_by_state(point, key),
        Persistence::Fixed(_) => simulate_recycling(point, key),
    }
}

/// The mean of a value over some epochs.
pub(crate) fn mean<T>(tallies: &[T], value: impl Fn(&T) -> Option<f64>) -> Result<Estimate> {
    let values: Option<Vec<f64>> = tallies.iter().map(value).collect();
    Estimate::of(&values.ok_or("an epoch in which nothing arrived")?)
}

/// The 99 % interval of a simulated mean: the columns `lower,upper`.
pub(crate) type Spread = (f64, f64);

pub(crate) fn spread(estimate: Estimate) -> Spread {
    (estimate.lower(), estimate.upper())
}

/// Its name in tables.
pub(crate) fn name(counting: Counting) -> &'static str {
    match counting {
        Counting::First => "count-first",
        Counting::Each => "count-each",
        Counting::Instance => "count-instance",
    }
}
