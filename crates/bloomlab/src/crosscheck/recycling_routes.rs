//! The routes to the average rate of a recycling filter.

use std::time::Duration;

use bloomlab_numbers::{Arithmetic, Double, Ending, Phases, Refused, Retention};
use bloomlab_recycling::{
    Cycle, SigmaBounded, Variant, false_positive_probability, published_one_phase, settled_rate,
    stationary_by_elimination, swept_rate, transitions,
};

use super::arithmetic::ArithmeticKind;
use super::deadline::Timed;
use super::failure::Failure;
use super::outcome::{Candidate, Checks, crosscheck};
use super::quantity::{Quantity, reference};
use super::simulated::simulated_recycling;

/// One route to the average rate of a recycling filter, for any arithmetic or for double precision alone.
#[derive(Clone, Copy, Debug)]
pub enum RecyclingRate {
    /// By its name an average by the visits to each state in turn, or the papers' value for the rate, which need not be exact.
    Value(Variant, &'static str),
    /// One phase, by the papers' three passes: transitions, stationary distribution, messages per cycle.
    PublishedPasses(SigmaBounded),
    /// One phase, by eliminating the states of the chain one after the other.
    ChainSolve(SigmaBounded),
    /// By the sweep over all thresholds, in double precision.
    Sweep(SigmaBounded, Phases),
    /// In closed form, once the first messages of a cycle make no difference any more, in double precision.
    ClosedForm(SigmaBounded, Phases),
}

/// The average rate of a recycling filter by every route in every arithmetic that it has, and by a simulation from `seed`. Every
/// evaluation, and the simulation, may take `limit`.
pub fn recycling_filter(variant: Variant, digits: usize, limit: Duration, seed: u64) -> Checks {
    let (all, routes) = (&ArithmeticKind::USUAL, recycling_routes(variant));
    let truth = reference(&routes[0].quantity, all, digits, limit).ok();
    let mut outcomes = crosscheck(&routes, all, truth.as_ref(), digits, limit);
    let doubles = recycling_routes_in_double(variant);
    outcomes.extend(crosscheck(&doubles, &[ArithmeticKind::F64], truth.as_ref(), digits, limit));
    Checks::new(truth, outcomes, || simulated_recycling(variant, limit, seed))
}

/// The routes that any arithmetic can take, the first of them by visits.
pub fn recycling_routes(variant: Variant) -> Vec<Candidate<RecyclingRate>> {
    let route = |name, exact, quantity| Candidate { name, exact, quantity };
    let value = |name| RecyclingRate::Value(variant, name);
    let mut routes = vec![route("visits", true, value("rate"))];
    match one_filter(variant) {
        Some((filter, Phases::One)) => routes.extend([
            route("published", true, RecyclingRate::PublishedPasses(filter)),
            route("chain-solve", true, RecyclingRate::ChainSolve(filter)),
        ]),
        _ => routes.extend(variant.published().iter().map(|name| {
            let of_route = if *name == "published_rate" { "published" } else { name };
            route(of_route, false, value(name))
        })),
    }
    routes
}

/// The routes in double precision alone.
fn recycling_routes_in_double(variant: Variant) -> Vec<Candidate<RecyclingRate>> {
    let Some((each, phases)) = one_filter(variant) else { return Vec::new() };
    vec![
        Candidate { name: "sweep", exact: true, quantity: RecyclingRate::Sweep(each, phases) },
        Candidate { name: "closed-form", exact: true, quantity: RecyclingRate::ClosedForm(each, phases) },
    ]
}

/// The σ-bounded filter, or each of two, that drops and forgets the message that ends a cycle.
fn one_filter(variant: Variant) -> Option<(SigmaBounded, Phases)> {
    let each = variant.each();
    let filter = each.sigma_bounded().filter(|_| each.retention() == Retention::NonRetaining)?;
    match variant.frozen() {
        None => Some((filter, Phases::One)),
        Some(Ending::Dropping) => Some((filter, Phases::Two)),
        Some(Ending::Keeping) => None,
    }
}

/// The most states that are followed in doubles, and in wider numbers: some hundred megabytes, and more than a limit of time leaves.
const MOST_STATES: u64 = 1 << 24;
const MOST_WIDE_STATES: u64 = 1 << 20;

/// The most states whose chain is solved: 2^22 transitions.
const MOST_SOLVED_STATES: u64 = 1 << 11;

/// The most states of a sweep times (k + 8)²: such a sweep, which no limit ends, takes about a second.
const MOST_SWEPT: u64 = 1 << 32;

impl RecyclingRate {
    /// The filter, or each of two.
    fn each(&self) -> Cycle {
        match *self {
            RecyclingRate::Value(variant, _) => variant.each(),
            RecyclingRate::PublishedPasses(filter)
            | RecyclingRate::ChainSolve(filter)
            | RecyclingRate::Sweep(filter, _)
            | RecyclingRate::ClosedForm(filter, _) => filter.into(),
        }
    }
}

impl Quantity for RecyclingRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.each().check_states(match self {
            RecyclingRate::ChainSolve(_) => MOST_SOLVED_STATES,
            _ if size_of::<A::Number>() > size_of::<f64>() => MOST_WIDE_STATES,
            _ => MOST_STATES,
        })?;
        match *self {
            RecyclingRate::Value(variant, of) => {
                let value = variant.averages(a).named().into_iter().find(|(name, _)| *name == of);
                value.map(|(_, value)| value).ok_or_else(Failure::unpublished)
            }
            RecyclingRate::PublishedPasses(filter) => Ok(published_one_phase(a, filter).rate),
            RecyclingRate::ChainSolve(filter) => Ok(rate_by_elimination(a, filter)),
            RecyclingRate::Sweep(..) | RecyclingRate::ClosedForm(..) => {
                Err(Failure::NoForm("the route is available in double precision only".to_owned()))
            }
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        match *self {
            RecyclingRate::Sweep(filter, phases) => {
                self.each().check_states(MOST_SWEPT / (filter.shape().hashes() + 8).pow(2))?;
                Ok(swept_rate(filter, phases).rate)
            }
            RecyclingRate::ClosedForm(filter, phases) => {
                let domain = "sigma large enough for a cycle to forget its start";
                let at = settled_rate(filter, phases);
                Ok(at.ok_or_else(|| Refused::new("sigma", filter.sigma(), domain))?.rate)
            }
            _ => self.analytic(&Timed(Double)),
        }
    }

    /// Every state divides by one more number of k log2 M bits.
    fn rational_bits(&self) -> f64 {
        let each = self.each();
        (each.most_set() as f64 + 1.0) * each.shape().hashes() as f64 * (each.shape().bits() as f64 + 1.0).log2()
    }
}

/// Σ π_i ρ(i) from the balance equations of the chain on 0 … σ set bits: an overflow returns to 0.
fn rate_by_elimination<A: Arithmetic>(a: &A, filter: SigmaBounded) -> A::Number {
    let last = filter.sigma() as usize;
    let masses = stationary_by_elimination(a, (0..=last).map(|set| row(a, filter, set)).collect());
    a.sum((0..).zip(masses).map(|(set, weight)| weight * false_positive_probability(a, filter.shape(), set)))
}

/// The probabilities of going from `set` bits to 0 … σ.
fn row<A: Arithmetic>(a: &A, filter: SigmaBounded, set: usize) -> Vec<A::Number> {
    let mut row = vec![a.zero(); filter.sigma() as usize + 1];
    for (more, probability) in transitions(a, filter.shape(), set as u64).into_iter().enumerate() {
        let to = if set + more < row.len() { set + more } else { 0 };
        row[to] = row[to].clone() + probability;
    }
    row
}
