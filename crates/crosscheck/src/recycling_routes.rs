//! The routes to the average rate of a recycling filter.

use bloomlab_evaluation::{ArithmeticKind, Demand, Failure, Quantity, RecyclingValue, reference};
use bloomlab_exact::Certified;
use bloomlab_numbers::{Arithmetic, Budget, Cost, Double, Ending, OutOfDomain, Parameter, Phases, Retention};
use bloomlab_recycling::{
    Published, RecyclingMeasure, SigmaBounded, Variant, false_positive_probability, published_one_phase, settled_cost,
    settled_rate, stationary_by_elimination, sweep_cost, swept_rate, transitions,
};

use crate::{Candidate, Outcome, crosscheck};

/// One route to the average rate of a recycling filter, for any arithmetic or for double precision alone.
#[derive(Clone, Copy, Debug)]
pub enum RecyclingRate {
    /// By the visits to each state in turn; or what the papers say of the rate, which need not be exact.
    Value(RecyclingValue),
    /// One phase, by the papers' three passes: transitions, stationary distribution, messages per cycle.
    PublishedPasses(SigmaBounded),
    /// One phase, by eliminating the states of the chain one after the other.
    ChainSolve(SigmaBounded),
    /// By the sweep over all thresholds, in double precision.
    Sweep(SigmaBounded, Phases),
    /// In closed form, where what the first messages of a cycle leave in it has died out, in double precision.
    ClosedForm(SigmaBounded, Phases),
}

/// The certified average rate of a recycling filter, where the budget allows it, and every route to it in every arithmetic that it has.
pub fn recycling_filter(variant: Variant, digits: usize, budget: &Budget) -> (Option<Certified>, Vec<Outcome>) {
    let all = &ArithmeticKind::USUAL;
    let truth = reference(&RecyclingValue(variant, RecyclingMeasure::Rate), all, digits, budget).ok();
    let mut outcomes = crosscheck(&recycling_routes(variant), all, truth.as_ref(), digits, budget);
    let doubles = recycling_routes_in_double(variant);
    outcomes.extend(crosscheck(&doubles, &[ArithmeticKind::F64], truth.as_ref(), digits, budget));
    (truth, outcomes)
}

/// The routes that any arithmetic can take, the first of them by visits.
pub fn recycling_routes(variant: Variant) -> Vec<Candidate<RecyclingRate>> {
    let route = |name, exact, quantity| Candidate { name, exact, quantity };
    let value = |measure| RecyclingRate::Value(RecyclingValue(variant, measure));
    let mut routes = vec![route("visits", true, value(RecyclingMeasure::Rate))];
    match (one_filter(variant), variant.measures().published) {
        (Some((filter, Phases::One)), _) => routes.extend([
            route("published", true, RecyclingRate::PublishedPasses(filter)),
            route("chain-solve", true, RecyclingRate::ChainSolve(filter)),
        ]),
        (_, Published::Rate(published)) => routes.push(route("published", false, value(published))),
        (_, Published::Bounds { f_o, f_a, f_w }) => {
            routes.extend([("f_o", f_o), ("f_a", f_a), ("f_w", f_w)].map(|(name, of)| route(name, false, value(of))));
        }
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

impl Quantity for RecyclingRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match *self {
            RecyclingRate::Value(value) => value.algebraic(a),
            RecyclingRate::PublishedPasses(filter) => Ok(published_one_phase(a, filter).rate),
            RecyclingRate::ChainSolve(filter) => Ok(rate_by_elimination(a, filter)),
            RecyclingRate::Sweep(..) | RecyclingRate::ClosedForm(..) => Err(Failure::OnlyInDouble),
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        match *self {
            RecyclingRate::Sweep(filter, phases) => Ok(swept_rate(filter, phases).rate),
            RecyclingRate::ClosedForm(filter, phases) => {
                let domain = "sigma large enough for a cycle to forget its start";
                let at = settled_rate(filter, phases);
                Ok(at.ok_or_else(|| OutOfDomain::new(Parameter::Sigma, filter.sigma(), domain))?.rate)
            }
            _ => self.analytic(&Double),
        }
    }

    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        let visits =
            |filter: SigmaBounded| RecyclingValue(Variant::one_phase(filter.into()), RecyclingMeasure::Rate).demand(a);
        match *self {
            RecyclingRate::Value(value) => value.demand(a),
            RecyclingRate::PublishedPasses(filter) => {
                let (visits, states) = (visits(filter), filter.sigma() as f64 + 1.0);
                let numbers = states * (filter.shape().hashes() as f64 + 3.0);
                Demand { cost: Cost { steps: 2.0 * visits.cost.steps, numbers }, ..visits }
            }
            RecyclingRate::ChainSolve(filter) => {
                let (visits, states) = (visits(filter), filter.sigma() as f64 + 1.0);
                let steps = visits.cost.steps + states.powi(3) / 1.5;
                Demand { cost: Cost { steps, numbers: states * states }, ..visits }
            }
            RecyclingRate::Sweep(filter, phases) => in_double(sweep_cost(filter, phases)),
            RecyclingRate::ClosedForm(filter, phases) => in_double(settled_cost(filter, phases)),
        }
    }
}

/// The demand of a route in double precision alone.
fn in_double(cost: Cost) -> Demand {
    Demand { cost, ..Demand::NOTHING }
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
