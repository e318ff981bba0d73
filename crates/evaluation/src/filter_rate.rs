//! The rates of one filter as quantities that can be evaluated in any arithmetic.

use bloomlab_formulas::{
    Formula, Load,
    observed::{self, ObservedFill},
};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Sampling};

use crate::{Demand, Failure, Quantity};

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
