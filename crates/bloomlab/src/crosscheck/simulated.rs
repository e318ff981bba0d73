//! Simulation, with an interval: the route that shares no formula with the others.

use std::time::Duration;

use bloomlab_filters::{Recycling, Source};
use bloomlab_numbers::{Phases, Refused, Sampling, within};
use bloomlab_recycling::Variant;
use bloomlab_simulation::{
    ArrivalModel, CONFIDENCE, Counting, DeletablePoint, DeletableTrial, Estimate, Persistence, RecyclingDesign,
    RecyclingPoint, Scheme, run, simulate_deletable, simulate_recycling,
};

use super::deletable_routes::DeletableMeasure;
use super::failure::Failure;

const EPOCHS: u64 = 20;
/// Nanoseconds for a position of a message or an item; 25 were measured.
const POSITION: f64 = 40.0;
/// Nanoseconds for a bit of a filter that is cleared, or made; 0.015 and 0.05 were measured.
const CLEARED_BIT: f64 = 0.03;
const NEW_BIT: f64 = 0.1;
/// The largest filter that is simulated, in bits.
const MAX_BITS: u64 = 1 << 32;

/// The average rate of a recycling filter, from 20 epochs of messages that never repeat, in about the time of `limit`.
///
/// As many messages as the limit of time allows, by estimate, so that the same limit gives the same result.
pub fn simulated_recycling(variant: Variant, limit: Duration, seed: u64) -> Result<Estimate, Failure> {
    let cycle = variant.averages_in_double()?.messages_per_cycle;
    let (each, shape) = (variant.each(), variant.each().shape());
    let phases = if variant.frozen().is_some() { Phases::Two } else { Phases::One };
    within("bits", shape.bits(), 1..=MAX_BITS)?;
    // a cycle ends with a filter cleared, however few its messages were
    let bits = shape.bits() as f64;
    let message = (POSITION * (shape.hashes() as f64 + 2.0) + CLEARED_BIT * bits / cycle) * 1e-9;
    let beginning = NEW_BIT * bits * if phases == Phases::One { 1e-9 } else { 2e-9 };
    check_seconds(EPOCHS as f64 * (beginning + 6.0 * cycle * message), limit)?;
    let length = ((limit.as_secs_f64() / EPOCHS as f64 - beginning) / message) as u64;
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
    let tallies = run("crosscheck", seed, &points, 1, simulate_recycling)?;
    let rates: Vec<f64> = tallies.iter().flatten().filter_map(|tally| tally.rate(Counting::Instance)).collect();
    Ok(Estimate::of(&rates, CONFIDENCE)?)
}

/// One quantity of a filter from which items can be deleted, from 10 to 1000 filters, in about the time of `limit`.
pub fn simulated_deletable(
    filter: &bloomlab_deletable::Parameters,
    measure: DeletableMeasure,
    limit: Duration,
    seed: u64,
) -> Result<Estimate, Failure> {
    let filter = if measure == DeletableMeasure::Rate { filter.before_deletions() } else { *filter };
    let positions = (2 * filter.inserted() + filter.deleted()) as f64 * filter.hashes() as f64;
    let trial = (POSITION * positions + 8.0 * filter.cells() as f64) * 1e-9 + 1e-5;
    check_seconds(10.0 * trial, limit)?;
    let trials = (limit.as_secs_f64() / trial).min(1000.0) as u64;
    within("bits", filter.bits(), 1..=MAX_BITS)?;
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
    let trials = run("crosscheck", seed, &[point], trials, simulate_deletable)?;
    let value = |trial: &DeletableTrial| match measure {
        DeletableMeasure::Rate | DeletableMeasure::RateAfterDeletions => Some(trial.false_positive_rate),
        DeletableMeasure::Deletability => trial.deletability(),
    };
    let values: Vec<f64> = trials.iter().flatten().filter_map(value).collect();
    Ok(Estimate::of(&values, CONFIDENCE)?)
}

fn check_seconds(needed: f64, limit: Duration) -> Result<(), Failure> {
    let seconds = limit.as_secs_f64();
    if needed <= seconds {
        return Ok(());
    }
    Err(Refused::new("seconds", seconds, format!("at least {needed:.1e} for this simulation")).into())
}
