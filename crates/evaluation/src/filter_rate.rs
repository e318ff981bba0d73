//! The rates of one filter as quantities that can be evaluated in any arithmetic.

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_formulas::accuracy::EXACT_LEAST;
use bloomlab_formulas::moments::Expansion;
use bloomlab_formulas::observed::{self, ObservedFill};
use bloomlab_formulas::{Formula, Load, christensen};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Double};
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{Advice, Budget, Cost, Parameter, Sampling};

use crate::{ArithmeticKind, Demand, Failure, Quantity};

/// Bits of the moments that doubles are weighed against: with as many, most comparisons are decided.
const BITS_OF_DOUBLES: u32 = 32;

/// The rate that a formula gives for a filter and its items.
#[derive(Clone, Copy, Debug)]
pub struct FilterRate {
    /// The formula.
    pub formula: Formula,
    /// The filter and its items.
    pub load: Load,
}

impl Quantity for FilterRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        Ok(self.formula.algebraic_rate(a, self.load)?)
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        Ok(self.formula.rate(a, self.load)?)
    }

    /// By the recursion of Christensen et al., eq. 8: no digit cancels, and each of kn balls costs a term four roundings, the sum and the
    /// powers no more than as many again and k. The bound is four times as large.
    fn bounded(&self, budget: &Budget) -> Result<Option<Bounded<f64>>, Failure> {
        let cost = christensen::recursion_cost(self.load);
        // where many items take longer than their first moments, those decide
        if !self.has_moments() || cost.steps > self.moments(BITS_OF_DOUBLES).2.steps {
            return Ok(None);
        }
        budget.spend(cost, Advice::Nothing)?;
        let value = christensen::by_recursion(&Double, self.load);
        let roundings = 8.0 * (2.0 * self.load.balls() as f64 + self.load.hashes() as f64 + 8.0);
        // smaller rates have terms that are subnormal
        Ok((value > EXACT_LEAST).then_some(Bounded { value, error_bound: roundings * f64::EPSILON * value }))
    }

    /// The exact rate by its first moments: a dozen terms where the alternating sum has k², and loses 2k bits.
    fn enclosed(&self, bits: u32, budget: &Budget) -> Result<Enclosure, Failure> {
        if !self.has_moments() {
            let demand = self.demand(&Enclosures::new(bits));
            let precision = bits.saturating_add(demand.lost());
            demand.spend(budget, ArithmeticKind::Enclosure(precision))?;
            return self.analytic(&Enclosures::new(precision));
        }
        let (expansion, precision, cost) = self.moments(bits);
        budget.spend(cost, Advice::smaller(&[Parameter::Hashes, Parameter::Items, Parameter::Bits]))?;
        let rate = expansion.rate(&Enclosures::new(precision));
        Ok(rate.value.widened_by(&rate.error_bound))
    }

    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        if !self.formula.covers(self.load.sampling()) {
            return Demand::NOTHING;
        }
        Demand {
            cost: self.formula.cost(a, self.load),
            rational_bits: self.rational_bits(),
            lost_bits: self.lost_bits(a),
        }
    }
}

impl FilterRate {
    /// Whether the rate is the exact one with replacement.
    fn has_moments(&self) -> bool {
        self.formula == Formula::Exact && self.load.sampling() == Sampling::WithReplacement
    }

    /// The first moments for a rate of about `bits` bits, the precision that they need, and what they take.
    fn moments(&self, bits: u32) -> (Expansion, u32, Cost) {
        let expansion = Expansion::new(self.load, bits);
        let precision = expansion.precision(bits);
        let demand = Demand { cost: expansion.cost(), ..Demand::NOTHING };
        (expansion, precision, demand.cost_in(ArithmeticKind::Enclosure(precision)))
    }

    /// The bits of the common denominator, which is m^(k(n+1)) except where a power is taken of a power.
    fn rational_bits(&self) -> f64 {
        let (bits, hashes) = (self.load.bits() as f64, self.load.hashes() as f64);
        let digits_of_m = (bits + 1.0).log2().ceil();
        let denominator = (self.load.balls() as f64 + hashes) * digits_of_m;
        match self.formula {
            Formula::Classic | Formula::ClassicLimit => denominator * hashes,
            Formula::Bloom1970 => (self.load.items() as f64 * hashes + hashes) * digits_of_m,
            // m! beside the powers
            Formula::ChristensenClosed => denominator + 3.0 * bits * digits_of_m,
            _ => denominator,
        }
    }

    /// Σ_t C(k, t) terms of alternating sign for a rate of about fill^k; eq. 18 and 20 lose about a bit for each of m.
    fn lost_bits<A: Arithmetic>(&self, a: &A) -> f64 {
        let (bits, hashes, balls) = (self.load.bits() as f64, self.load.hashes() as f64, self.load.balls() as f64);
        if balls == 0.0 {
            return 0.0;
        }
        let alternates = match self.formula {
            Formula::InclusionExclusion => true,
            Formula::Exact => a.tolerates_cancellation(),
            _ => false,
        };
        match self.formula {
            _ if alternates => hashes * (1.0 - libm::log2(-libm::expm1(-balls / bits))),
            Formula::ChristensenClosed | Formula::BoseStirling => bits,
            _ => 0.0,
        }
    }
}

/// The rate of a filter whose set bits were counted.
#[derive(Clone, Copy, Debug)]
pub struct ObservedRate(pub ObservedFill);

impl Quantity for ObservedRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        Ok(observed::rate(a, self.0))
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        let (shape, cost) = (self.0.shape(), observed::cost(self.0));
        let factors = match shape.sampling() {
            Sampling::WithReplacement => shape.hashes() as f64,
            Sampling::WithoutReplacement => cost.steps,
        };
        Demand { cost, rational_bits: factors * (shape.bits() as f64 + 1.0).log2().ceil(), lost_bits: 0.0 }
    }
}
