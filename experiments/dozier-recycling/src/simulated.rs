//! Simulated rates: epochs that begin evenly spread over a cycle, and means with intervals.

use bloomlab_filters::Recycling;
use bloomlab_numbers::{Bound, Ending, Phases, Refused, Retention, Sampling, Shape, Target};
use bloomlab_recycling::{self as recycling, Cycle, Plan, Variant, plan_sigma_bounded};
use bloomlab_simulation::{
    ArrivalModel, ArrivalTally, Counting, Persistence, RecyclingDesign, RecyclingPoint, SimulationError, StreamKey,
    simulate_recycling, simulate_recycling_by_state,
};
use bloomlab_tables::{Estimate, Result, Run, Streams};
use serde::Serialize;

/// Filters by their phases and by what becomes of the message that ends a cycle: their names in tables.
pub(crate) const ONE_PHASE: &str = "one phase";
pub(crate) const DROPPING: &str = "two phases, dropping";
pub(crate) const KEEPING: &str = "two phases, keeping";
pub(crate) const RETAINING: &str = "two phases, retaining";

/// The σ-bounded filter with the most messages in `bits` bits, with replacement, at a rate of at most the target.
pub(crate) fn planned(bits: u64, phases: Phases, target: Target) -> Result<Plan> {
    Ok(plan_sigma_bounded(bits, Sampling::WithReplacement, phases, target, None)?)
}

/// The shape of each filter of `bits` bits in all, with replacement.
pub(crate) fn shape_of_each(bits: u64, hashes: u64, phases: Phases) -> Result<Shape, Refused> {
    match phases {
        Phases::One => Shape::new(bits, hashes, Sampling::WithReplacement),
        Phases::Two => recycling::shape_of_each(bits, hashes, Sampling::WithReplacement),
    }
}

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
) -> Result<Variant, Refused> {
    let cycle = Cycle::new(shape_of_each(bits, hashes, phases(frozen))?, bound, retention)?;
    Ok(frozen.map_or(Variant::one_phase(cycle), |ending| Variant::two_phases(cycle, ending)))
}

/// The results of the epochs of a point, given the arrivals by which its counting starts later. `cycle` is the number of its arrivals per
/// cycle.
///
/// A cycle's length varies by a few per cent only. After thousands of arrivals the filter still remembers that it began
/// empty: all epochs would begin and end at the same place in a cycle, and the cut cycles would bias the mean. The warm-up
/// of epoch e of E is therefore longer by e/E of a cycle.
pub(crate) fn epochs<P: Serialize, T: Send>(
    run: &Run,
    streams: Streams<'_>,
    later: impl Fn(u64) -> P + Sync,
    cycle: f64,
    epochs: u64,
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<T>> {
    run.map(0..epochs, |e| {
        // e more arrivals keep the epochs apart if cycles are short
        let point = later(e + (cycle * e as f64 / epochs as f64) as u64);
        let random = streams.generator(&point, 0)?;
        Ok(epoch(&point, &random.into())?)
    })
}

/// Geometric steps, a given number per decade, between the smallest and the largest value, these two left out.
pub(crate) fn between(values: &[f64], per_decade: u32) -> Vec<f64> {
    let (low, high) = values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
    let steps = (f64::from(per_decade) * libm::log10(high / low)) as u32;
    let all = (0..=steps).map(|i| low * libm::pow(10.0, f64::from(i) / f64::from(per_decade)));
    all.filter(|x| values.iter().all(|value| (x / value - 1.0).abs() > 1e-9)).collect()
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

pub(crate) fn name(counting: Counting) -> &'static str {
    match counting {
        Counting::First => "count-first",
        Counting::Each => "count-each",
        Counting::Instance => "count-instance",
    }
}

/// The source of messages and their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A catalogue under hash functions that are fixed for an epoch. The papers seem to have simulated this.
    Fixed,
    /// The same catalogue. A message draws new positions whenever it is new.
    Fresh,
    /// Messages that never repeat.
    Unique,
}

impl Kind {
    pub(crate) const ALL: [Kind; 3] = [Kind::Fixed, Kind::Fresh, Kind::Unique];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Fixed => "fixed",
            Kind::Fresh => "fresh",
            Kind::Unique => "unique",
        }
    }

    /// A filter with these messages, counted over `length` arrivals after those of the warm-up.
    pub(crate) fn point(self, filter: RecyclingDesign, catalogue: u64, warm_up: u64, length: u64) -> RecyclingPoint {
        let positions = match self {
            Kind::Fixed => Persistence::Fixed(bloomlab_filters::Source::Hash),
            Kind::Fresh | Kind::Unique => Persistence::Fresh,
        };
        let arrivals = match self {
            Kind::Fixed | Kind::Fresh => ArrivalModel::uniform(catalogue),
            Kind::Unique => ArrivalModel::never_repeating(),
        };
        RecyclingPoint { filter, positions, arrivals, warm_up, length }
    }

    /// The arrivals of a cycle with this number of new messages.
    pub(crate) fn cycle(self, messages: f64, catalogue: u64) -> f64 {
        match self {
            Kind::Fixed | Kind::Fresh => arrivals_until(messages, catalogue),
            Kind::Unique => messages,
        }
    }
}
