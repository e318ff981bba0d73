//! Averages and forgetting of recycling filters of every kind, in any arithmetic.

use bloomlab_exact::{Enclosure, Enclosures, Multiprecision, Rationals};
use bloomlab_numbers::{Arithmetic, Budget, Cost, Double, NaiveDouble};
use bloomlab_recycling::{Averages, RecyclingMeasure, Variant};

use crate::evaluate::GUARD_DIGITS;
use crate::{ArithmeticKind, Computed, Demand, Failure, Quantity, evaluate};

/// An average of a recycling filter as a quantity.
#[derive(Clone, Copy, Debug)]
pub struct RecyclingValue(pub Variant, pub RecyclingMeasure);

impl Quantity for RecyclingValue {
    /// [`Failure::Unpublished`] for what the papers do not have of this filter.
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.0.averages(a).get(self.1).ok_or(Failure::Unpublished)
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        demand(self.0, self.0.cost(), 0)
    }
}

/// Every state divides by one more number of k log2 M bits, and so does every message that is followed.
fn demand(variant: Variant, cost: Cost, messages: u64) -> Demand {
    let (each, shape) = (variant.each(), variant.each().shape());
    let states = each.most_set() as f64 + messages as f64 + 1.0;
    let rational_bits = states * shape.hashes() as f64 * (shape.bits() as f64 + 1.0).log2();
    Demand { cost, rational_bits, lost_bits: 0.0 }
}

/// What has exponents enough for the smallest rates.
const WIDE: ArithmeticKind = ArithmeticKind::Mpfr(128);

/// The averages of a recycling filter: in double precision at any size by the route that suits it, or in MPFR of 128 bits where
/// doubles do not hold one of them; in every other arithmetic from the states of the filter itself.
pub fn recycling_averages(
    variant: Variant,
    arithmetic: ArithmeticKind,
    digits: usize,
    budget: &Budget,
) -> Result<Averages<Computed>, Box<Failure>> {
    let arithmetic = match arithmetic {
        ArithmeticKind::F64 => {
            let averages = variant.averages_in_double().map_err(Failure::from)?;
            if averages.hold() {
                return averages.try_map(|value| Ok(Computed::Double(value)));
            }
            WIDE
        }
        other => other,
    };
    let value = |measure| evaluate(&RecyclingValue(variant, measure), arithmetic, digits, budget);
    Ok(variant.measures().try_map(value)?)
}

/// The false-negative rates of a recycling filter at some reuse distances; in certified arithmetic with `digits` digits, and some
/// more.
pub fn recycling_forgetting(
    variant: Variant,
    distances: &[u64],
    arithmetic: ArithmeticKind,
    digits: usize,
    budget: &Budget,
) -> Result<Vec<Computed>, Box<Failure>> {
    let farthest = distances.iter().copied().max().unwrap_or(0);
    let demand = demand(variant, variant.forgetting_cost(farthest), farthest);
    demand.check(budget, arithmetic).map_err(Failure::from)?;
    let computed: Vec<Computed> = match arithmetic {
        ArithmeticKind::F64Naive => map(rates(&NaiveDouble, variant, distances), Computed::Double),
        ArithmeticKind::F64 => map(rates(&Double, variant, distances), Computed::Double),
        ArithmeticKind::Mpfr(bits) => {
            map(rates(&Multiprecision::new(bits), variant, distances), Computed::Multiprecision)
        }
        ArithmeticKind::Rational => map(rates(&Rationals, variant, distances), Computed::Rational),
        ArithmeticKind::Enclosure(bits) => {
            map(rates(&Enclosures::of_fixed_precision(bits), variant, distances), Computed::Enclosure)
        }
        ArithmeticKind::Certified => map(certified(variant, distances, demand, digits, budget)?, Computed::Enclosure),
    };
    Ok(computed.into_iter().map(Computed::settled).collect::<Result<_, Failure>>()?)
}

/// The rates at these distances.
fn rates<A: Arithmetic>(a: &A, variant: Variant, distances: &[u64]) -> Vec<A::Number> {
    let farthest = distances.iter().copied().max().unwrap_or(0);
    let rates = variant.forgetting(a, farthest);
    distances.iter().map(|&distance| rates[distance as usize].false_negative_rate.clone()).collect()
}

fn map<N>(values: Vec<N>, computed: impl Fn(N) -> Computed) -> Vec<Computed> {
    values.into_iter().map(computed).collect()
}

/// All rates at a precision that fixes the digits of each, which is doubled until it does or the budget is spent.
fn certified(
    variant: Variant,
    distances: &[u64],
    demand: Demand,
    digits: usize,
    budget: &Budget,
) -> Result<Vec<Enclosure>, Failure> {
    let mut bits = demand.first_precision(digits);
    loop {
        demand.spend(budget, ArithmeticKind::Enclosure(bits))?;
        let rates = rates(&Enclosures::new(bits), variant, distances);
        if rates.iter().all(|rate| rate.is_narrower_than(digits + GUARD_DIGITS)) {
            return Ok(rates);
        }
        bits = bits.saturating_mul(2);
    }
}
