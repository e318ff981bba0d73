//! The routes to the average rate of a recycling filter.

use bloomlab_numbers::{Arithmetic, Cost, Double};
use bloomlab_occupancy::Phases;
use bloomlab_recycling::{
    SigmaBounded, extrapolated_rate, extrapolation_cost, false_positive_probability, published_one_phase,
    stationary_by_elimination, sweep_cost, swept_rate, transitions,
};

use crate::{Candidate, Demand, Failure, Quantity, RecyclingAverage, RecyclingValue, SigmaBoundedModel};

/// One route to the average rate of a recycling filter, for any arithmetic or for double precision alone.
#[derive(Clone, Copy, Debug)]
pub enum RecyclingRate {
    /// By the visits to each state in turn.
    Visits(SigmaBoundedModel),
    /// By the papers' formula, which is not exact.
    Published(SigmaBoundedModel),
    /// One phase, by the papers' three passes: transitions, stationary law, messages per cycle.
    PublishedPasses(SigmaBounded),
    /// One phase, by eliminating the states of the chain one after the other.
    ChainSolve(SigmaBounded),
    /// By the sweep over all thresholds, in double precision.
    Sweep(SigmaBounded, Phases),
    /// By extrapolation from smaller filters, in double precision.
    Extrapolation(SigmaBounded, Phases),
}

/// The routes that any arithmetic can take, the first of them [`RecyclingRate::Visits`].
pub fn recycling_routes(filter: SigmaBoundedModel) -> Vec<Candidate<RecyclingRate>> {
    let route = |name, exact, quantity| Candidate { name, exact, quantity };
    let visits = route("visits", true, RecyclingRate::Visits(filter));
    match filter {
        SigmaBoundedModel::OnePhase(filter) => vec![
            visits,
            route("published", true, RecyclingRate::PublishedPasses(filter)),
            route("chain-solve", true, RecyclingRate::ChainSolve(filter)),
        ],
        _ => vec![visits, route("published", false, RecyclingRate::Published(filter))],
    }
}

/// The routes in double precision alone.
pub fn recycling_routes_in_double(filter: SigmaBoundedModel) -> Vec<Candidate<RecyclingRate>> {
    let (each, phases) = match filter {
        SigmaBoundedModel::OnePhase(filter) => (filter, Phases::One),
        SigmaBoundedModel::TwoPhase(filters) => (filters.each(), Phases::Two),
        SigmaBoundedModel::Retaining(_) => return Vec::new(),
    };
    vec![
        Candidate { name: "sweep", exact: true, quantity: RecyclingRate::Sweep(each, phases) },
        Candidate { name: "extrapolation", exact: true, quantity: RecyclingRate::Extrapolation(each, phases) },
    ]
}

impl Quantity for RecyclingRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match *self {
            RecyclingRate::Visits(filter) => RecyclingValue(filter, RecyclingAverage::Rate).algebraic(a),
            RecyclingRate::Published(filter) => RecyclingValue(filter, RecyclingAverage::PublishedRate).algebraic(a),
            RecyclingRate::PublishedPasses(filter) => Ok(published_one_phase(a, filter).rate),
            RecyclingRate::ChainSolve(filter) => Ok(rate_by_elimination(a, filter)),
            RecyclingRate::Sweep(..) | RecyclingRate::Extrapolation(..) => Err(Failure::OnlyInDouble),
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        match *self {
            RecyclingRate::Sweep(filter, phases) => Ok(swept_rate(filter, phases).rate),
            RecyclingRate::Extrapolation(filter, phases) => {
                let (at, _) = extrapolated_rate(filter, phases)?;
                Ok(at.rate)
            }
            _ => self.analytic(&Double),
        }
    }

    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        let of = |filter| RecyclingValue(filter, RecyclingAverage::Rate).demand(a);
        match *self {
            RecyclingRate::Visits(filter) | RecyclingRate::Published(filter) => of(filter),
            RecyclingRate::PublishedPasses(filter) => {
                let (visits, states) = (of(SigmaBoundedModel::OnePhase(filter)), filter.sigma() as f64 + 1.0);
                let numbers = states * (filter.shape().hashes() as f64 + 3.0);
                Demand { cost: Cost { steps: 2.0 * visits.cost.steps, numbers }, ..visits }
            }
            RecyclingRate::ChainSolve(filter) => {
                let (visits, states) = (of(SigmaBoundedModel::OnePhase(filter)), filter.sigma() as f64 + 1.0);
                let steps = visits.cost.steps + states.powi(3) / 1.5;
                Demand { cost: Cost { steps, numbers: states * states }, ..visits }
            }
            RecyclingRate::Sweep(filter, phases) => in_double(sweep_cost(filter, phases)),
            RecyclingRate::Extrapolation(filter, phases) => in_double(extrapolation_cost(filter, phases)),
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
    let law = stationary_by_elimination(a, (0..=last).map(|set| row(a, filter, set)).collect());
    a.sum((0..).zip(law).map(|(set, weight)| weight * false_positive_probability(a, filter.shape(), set)))
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
