//! What simulation says, with an interval: the route that shares no formula with the others.

use bloomlab_evaluation::{ArithmeticKind, DeletableMeasure, Failure, RecyclingValue, evaluate};
use bloomlab_filters::{Recycling, Scheme, Source};
use bloomlab_numbers::{Advice, Budget, Parameter, Phases, Resource, Sampling, TooLarge};
use bloomlab_recycling::{RecyclingMeasure, Variant};
use bloomlab_simulation::{
    ArrivalModel, CONFIDENCE, Counting, DeletablePoint, DeletableTrial, Estimate, Persistence, RecyclingDesign,
    RecyclingPoint, SimulationError, Task, run, simulate_deletable, simulate_recycling,
};

/// The confidence of the intervals.
pub const INTERVAL_CONFIDENCE: f64 = CONFIDENCE;

const EPOCHS: u64 = 20;
/// Nanoseconds for a position of a message or an item; 25 were measured.
const POSITION: f64 = 40.0;
/// Nanoseconds for a bit of a filter that is cleared, or made; 0.015 and 0.05 were measured.
const CLEARED_BIT: f64 = 0.03;
const NEW_BIT: f64 = 0.1;
/// The largest filter that is simulated, in bits.
const MAX_BITS: u64 = 1 << 32;

/// The reason why there is no simulation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationFailure {
    /// It would take too long, or too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A quantity that the simulation needs is missing.
    #[error(transparent)]
    Evaluation(#[from] Failure),
    /// It failed.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

#[cfg(feature = "serde")]
impl serde::Serialize for SimulationFailure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The average rate of a recycling filter, from 20 epochs of messages that never repeat, in about `seconds` seconds.
///
/// As many messages as the limit of time allows, by estimate, so that the same limit gives the same result.
pub fn simulated_recycling(variant: Variant, seconds: f64, seed: u64) -> Result<Estimate, SimulationFailure> {
    let cycle = RecyclingValue(variant, RecyclingMeasure::MessagesPerCycle);
    let cycle = evaluate(&cycle, ArithmeticKind::F64, 1, &Budget::of_seconds(seconds))?.to_f64();
    let (each, shape) = (variant.each(), variant.each().shape());
    let phases = if variant.frozen().is_some() { Phases::Two } else { Phases::One };
    check_bits(shape.bits())?;
    // a cycle ends with a filter cleared, however few its messages were
    let bits = shape.bits() as f64;
    let message = (POSITION * (shape.hashes() as f64 + 2.0) + CLEARED_BIT * bits / cycle) * 1e-9;
    let beginning = NEW_BIT * bits * if phases == Phases::One { 1e-9 } else { 2e-9 };
    check_seconds(EPOCHS as f64 * (beginning + 6.0 * cycle * message), seconds)?;
    let length = ((seconds / EPOCHS as f64 - beginning) / message) as u64;
    let recycling = Recycling { bound: each.bound(), retention: each.retention() };
    let papers = RecyclingDesign::new(phases, shape.bits(), shape.hashes(), recycling);
    let ending = variant.frozen().unwrap_or_default();
    let filter = RecyclingDesign { sampling: shape.sampling(), ending, ..papers };
    // epochs begin evenly spread over a cycle, the third, so that what the cut cycles add averages out
    let point = |e: u64| RecyclingPoint {
        filter,
        positions: Persistence::Fresh,
        arrivals: ArrivalModel::never_repeating(),
        warm_up: e + (cycle * (1.0 + e as f64 / EPOCHS as f64)) as u64,
        length: length - (2.0 * cycle) as u64,
    };
    let points: Vec<_> = (0..EPOCHS).map(point).collect();
    let task = Task { experiment: "crosscheck", seed, points: &points, epochs: 1 };
    let tallies = run(&task, simulate_recycling)?;
    let rates: Vec<f64> = tallies.iter().flatten().filter_map(|tally| tally.rate(Counting::Instance)).collect();
    Ok(Estimate::of(&rates, INTERVAL_CONFIDENCE).map_err(SimulationError::from)?)
}

/// One quantity of a filter from which items can be deleted, from 10 to 1000 filters, in about `seconds` seconds.
pub fn simulated_deletable(
    filter: &bloomlab_deletable::Parameters,
    measure: DeletableMeasure,
    seconds: f64,
    seed: u64,
) -> Result<Estimate, SimulationFailure> {
    let filter = if measure == DeletableMeasure::Rate { filter.before_deletions() } else { *filter };
    let positions = (2 * filter.inserted() + filter.deleted()) as f64 * filter.hashes() as f64;
    let trial = (POSITION * positions + 8.0 * filter.cells() as f64) * 1e-9 + 1e-5;
    check_seconds(10.0 * trial, seconds)?;
    let trials = (seconds / trial).min(1000.0) as u64;
    check_bits(filter.bits())?;
    let point = DeletablePoint {
        kind: filter.kind(),
        bits: filter.bits(),
        hashes: filter.hashes(),
        source: Source::Ideal,
        scheme: Scheme::Independent,
        sampling: Sampling::WithReplacement,
        items: filter.items(),
        deleted: filter.deleted(),
        queries: 0,
    };
    let task = Task { experiment: "crosscheck", seed, points: &[point], epochs: trials };
    let trials = run(&task, simulate_deletable)?;
    let value = |trial: &DeletableTrial| match measure {
        DeletableMeasure::Rate | DeletableMeasure::RateAfterDeletions => Some(trial.false_positive_rate),
        DeletableMeasure::Deletability | DeletableMeasure::PublishedDeletability => trial.deletability(),
    };
    let values: Vec<f64> = trials.iter().flatten().filter_map(value).collect();
    Ok(Estimate::of(&values, INTERVAL_CONFIDENCE).map_err(SimulationError::from)?)
}

/// What to try where a simulation takes too long.
const INSTEAD: Advice = Advice::Change { smaller: &[Parameter::Bits], larger: &[Parameter::Seconds] };

fn check_seconds(needed: f64, seconds: f64) -> Result<(), SimulationFailure> {
    Ok(Resource::Seconds.within(needed, seconds, INSTEAD)?)
}

fn check_bits(bits: u64) -> Result<(), SimulationFailure> {
    Ok(Resource::Bytes.within(
        bits as f64 / 8.0,
        MAX_BITS as f64 / 8.0,
        Advice::smaller(&[Parameter::Hashes, Parameter::Items, Parameter::Bits]),
    )?)
}
