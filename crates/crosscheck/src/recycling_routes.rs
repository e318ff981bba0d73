//! The routes to the average rate of a recycling filter.

use bloomlab_numbers::{Arithmetic, Cost};
use bloomlab_recycling::{
    Phases, SigmaBounded, Sweep, TwoPhaseSweep, extrapolated_rate, extrapolation_seconds, false_positive_probability,
    published_one_phase, sweep_seconds, transitions,
};

use crate::{AverageOf, Demand, Failure, Model, Quantity, Route, What};

/// One route to the average rate of a recycling filter, for any arithmetic or for double precision alone.
#[derive(Clone, Copy, Debug)]
pub enum RecyclingRate {
    /// By the visits to each state in turn.
    Visits(Model),
    /// By the papers' formula for what differs from it.
    Published(Model),
    /// One phase, by the papers' three passes: transitions, stationary law, messages per cycle.
    PublishedPasses(SigmaBounded),
    /// One phase, by eliminating the states of the chain one after the other (Grassmann, Taksar and Heyman).
    ChainSolve(SigmaBounded),
    /// By the sweep over all thresholds, in double precision.
    Sweep(SigmaBounded, Phases),
    /// By extrapolation from smaller filters, in double precision.
    Extrapolation(SigmaBounded, Phases),
}

/// The routes that any arithmetic can take, the first of them [`RecyclingRate::Visits`].
pub fn recycling_routes(model: Model) -> Vec<Route<RecyclingRate>> {
    let route = |name, exact, quantity| Route { name, exact, quantity };
    let visits = route("visits", true, RecyclingRate::Visits(model));
    match model {
        Model::OnePhase(filter) => vec![
            visits,
            route("published", true, RecyclingRate::PublishedPasses(filter)),
            route("chain-solve", true, RecyclingRate::ChainSolve(filter)),
        ],
        _ => vec![visits, route("published", false, RecyclingRate::Published(model))],
    }
}

/// The routes in double precision alone.
pub fn recycling_routes_in_double(model: Model) -> Vec<Route<RecyclingRate>> {
    let (each, phases) = match model {
        Model::OnePhase(filter) => (filter, Phases::One),
        Model::TwoPhase(filters) => (filters.each(), Phases::Two),
        Model::Retaining(_) | Model::NBounded(_) => return Vec::new(),
    };
    vec![
        Route { name: "sweep", exact: true, quantity: RecyclingRate::Sweep(each, phases) },
        Route { name: "extrapolation", exact: true, quantity: RecyclingRate::Extrapolation(each, phases) },
    ]
}

impl Quantity for RecyclingRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match *self {
            RecyclingRate::Visits(model) => AverageOf(model, What::Rate).algebraic(a),
            RecyclingRate::Published(model) => AverageOf(model, What::PublishedRate).algebraic(a),
            RecyclingRate::PublishedPasses(filter) => Ok(published_one_phase(a, filter).rate),
            RecyclingRate::ChainSolve(filter) => Ok(rate_by_elimination(a, filter)),
            RecyclingRate::Sweep(..) | RecyclingRate::Extrapolation(..) => {
                Err(Failure::OutOfDomain("the route is one in double precision".to_owned()))
            }
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        let out_of_domain = |error: bloomlab_recycling::Error| match error {
            bloomlab_recycling::Error::TooLarge { .. } => Failure::TooLarge(error.to_string()),
            error => Failure::OutOfDomain(error.to_string()),
        };
        let last = |filter: SigmaBounded| usize::try_from(filter.sigma()).unwrap_or(usize::MAX);
        let point = match *self {
            RecyclingRate::Sweep(filter, Phases::One) => Sweep::new(filter.shape()).nth(last(filter)),
            RecyclingRate::Sweep(filter, Phases::Two) => TwoPhaseSweep::new(filter.shape()).nth(last(filter)),
            RecyclingRate::Extrapolation(filter, phases) => {
                Some(extrapolated_rate(filter, phases).map_err(out_of_domain)?.0)
            }
            _ => return self.analytic(&bloomlab_numbers::Double),
        };
        point.map(|point| point.rate).ok_or_else(|| Failure::OutOfDomain("the sweep ends before sigma".to_owned()))
    }

    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        let of = |filter| AverageOf(Model::OnePhase(filter), What::Rate).demand(a);
        match *self {
            RecyclingRate::Visits(model) | RecyclingRate::Published(model) => AverageOf(model, What::Rate).demand(a),
            RecyclingRate::PublishedPasses(filter) => {
                let (visits, states) = (of(filter), filter.sigma() as f64 + 1.0);
                let numbers = states * (filter.shape().hashes() as f64 + 3.0);
                Demand { cost: Cost { steps: 2.0 * visits.cost.steps, numbers }, ..visits }
            }
            RecyclingRate::ChainSolve(filter) => {
                let (visits, states) = (of(filter), filter.sigma() as f64 + 1.0);
                let steps = visits.cost.steps + states.powi(3) / 1.5;
                Demand { cost: Cost { steps, numbers: states * states }, ..visits }
            }
            // in steps of 10 nanoseconds
            RecyclingRate::Sweep(filter, phases) => in_double(sweep_seconds(filter, phases)),
            RecyclingRate::Extrapolation(filter, phases) => in_double(extrapolation_seconds(filter, phases)),
        }
    }
}

/// The cost of what takes so many seconds in double precision.
fn in_double(seconds: f64) -> Demand {
    Demand { cost: Cost { steps: 1e8 * seconds, numbers: 1e4 }, ..Demand::NOTHING }
}

/// Σ π_i ρ(i) from the balance equations of the chain on 0 … σ set bits: an overflow returns to 0. Every state from the
/// last to the second is eliminated, which only adds, multiplies and divides positive numbers.
fn rate_by_elimination<A: Arithmetic>(a: &A, filter: SigmaBounded) -> A::Number {
    let last = filter.sigma() as usize;
    let mut matrix: Vec<Vec<A::Number>> = (0..=last).map(|set| row(a, filter, set)).collect();
    for n in (1..=last).rev() {
        let (above, below) = matrix.split_at_mut(n);
        let from_n = &below[0];
        let leaves = from_n[..n].iter().fold(a.zero(), |sum, p| sum + p);
        for row in above {
            // visits to n for each visit to the row's state
            row[n] = row[n].clone() / &leaves;
            let through = row[n].clone();
            for (p, q) in row.iter_mut().zip(&from_n[..n]) {
                *p = p.clone() + through.clone() * q;
            }
        }
    }
    let mut law = vec![a.one()];
    for n in 1..=last {
        law.push(law.iter().zip(&matrix).fold(a.zero(), |sum, (weight, row)| sum + weight.clone() * &row[n]));
    }
    let (mut total, mut hit) = (a.zero(), a.zero());
    for (set, weight) in (0..).zip(law) {
        hit = hit + weight.clone() * false_positive_probability(a, filter.shape(), set);
        total = total + weight;
    }
    hit / total
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
