//! The rates as quantities that can be evaluated in any arithmetic.

use bloomlab_formulas::observed::{self, ObservedFill};
use bloomlab_formulas::{DistinctShape, Formula, Precision, Shape, coverage, exact as facade, inclusion_exclusion};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic};

use crate::{Cost, Failure, Quantity};

/// One filter and how the positions of its items are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// m, n, k.
    pub shape: Shape,
    /// The sizes once more, when an item's positions are distinct.
    pub distinct: Option<DistinctShape>,
}

impl Filter {
    /// Positions drawn with replacement.
    pub fn with_replacement(shape: Shape) -> Self {
        Self { shape, distinct: None }
    }

    /// Positions drawn without replacement.
    ///
    /// # Errors
    /// [`bloomlab_formulas::ShapeError::MoreHashesThanBits`] when k > m.
    pub fn without_replacement(shape: Shape) -> Result<Self, bloomlab_formulas::ShapeError> {
        Ok(Self { shape, distinct: Some(shape.without_replacement()?) })
    }
}

/// What a formula says about a filter.
#[derive(Clone, Copy, Debug)]
pub struct FilterRate {
    /// The formula.
    pub formula: Formula,
    /// The filter.
    pub filter: Filter,
}

impl FilterRate {
    /// Whether the formula gives the exact rate.
    pub fn is_exact(&self) -> bool {
        !self.is_approximation() && self.formula != Formula::ChristensenTable
    }

    fn is_approximation(&self) -> bool {
        matches!(self.formula, Formula::Classic | Formula::ClassicLimit | Formula::Bloom1970)
    }

    /// What the formula says without replacement; the approximations make no difference and are not asked.
    fn distinct_rate<A: Arithmetic>(
        &self,
        a: &A,
        shape: DistinctShape,
        precision: Precision,
    ) -> Result<A::Number, Failure> {
        match self.formula {
            Formula::Exact => Ok(facade::rate_without_replacement(a, shape, precision)?),
            Formula::InclusionExclusion => Ok(inclusion_exclusion::rate_without_replacement(a, shape)),
            Formula::Coverage => Ok(coverage::rate_without_replacement(a, shape)),
            formula => Err(Failure::OutOfDomain(format!("{formula} has no form without replacement"))),
        }
    }
}

impl Quantity for FilterRate {
    fn algebraic<A: Arithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure> {
        match self.filter.distinct {
            Some(shape) if !self.is_approximation() => self.distinct_rate(a, shape, precision),
            _ => Ok(self.formula.algebraic_rate(a, self.filter.shape, precision)?),
        }
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure> {
        match self.filter.distinct {
            Some(shape) if !self.is_approximation() => self.distinct_rate(a, shape, precision),
            _ => Ok(self.formula.rate(a, self.filter.shape, precision)?),
        }
    }

    fn cost(&self, precision: Precision) -> Cost {
        let (m, k, balls) =
            (self.filter.shape.bits() as f64, self.filter.shape.hashes() as f64, self.filter.shape.balls() as f64);
        let targets = k.min(m) + 1.0;
        let digits_of_m = (m + 1.0).log2().ceil();
        // the common denominator is m^(k(n+1)), except where a power is taken of a power
        let rational_bits = (balls + k) * digits_of_m;
        let (numbers, rational_bits) = match self.formula {
            Formula::Classic | Formula::ClassicLimit => (4.0, rational_bits * k),
            Formula::Bloom1970 => (4.0, (self.filter.shape.items() as f64 * k + k) * digits_of_m),
            Formula::ChristensenRecursion => (4.0 * balls.min(m), rational_bits),
            Formula::ChristensenTable | Formula::ChristensenTableRepaired => (4.0 * balls, rational_bits),
            // m! beside the powers
            Formula::ChristensenClosed => (6.0 * m, rational_bits + 3.0 * m * digits_of_m),
            Formula::BoseStirling => (6.0 * m, rational_bits),
            Formula::InclusionExclusion => (4.0 * targets, rational_bits),
            Formula::Exact | Formula::Coverage => (2.0 * targets * targets, rational_bits),
        };
        // Σ_t C(k, t) terms of alternating sign for a rate of about fill^k; eq. 18, 20 lose about a bit for each of m
        let fill = -libm::expm1(-balls / m);
        let lost_bits = match (self.formula, precision) {
            (Formula::InclusionExclusion, _) | (Formula::Exact, Precision::Adaptive) => k * (1.0 - libm::log2(fill)),
            (Formula::ChristensenClosed | Formula::BoseStirling, _) => m,
            _ => 0.0,
        };
        let lost_bits = if balls > 0.0 { lost_bits } else { 0.0 };
        let steps = match (self.filter.distinct, self.formula, precision) {
            (Some(_), Formula::Coverage, _) | (Some(_), Formula::Exact, Precision::Fixed) => {
                k * k * (k / 6.0 + 1.0) * 64.0
            }
            // k powers, of up to 64 multiplications, for each term
            (Some(_), Formula::InclusionExclusion | Formula::Exact, _) => k * (k + 1.0) * 16.0,
            // no form without replacement: refused at once
            (Some(_), _, _) if !self.is_approximation() => {
                return Cost { steps: 0.0, numbers: 0.0, rational_bits: 0.0, lost_bits: 0.0 };
            }
            // a power, of up to 64 squarings and products
            _ if self.is_approximation() => 128.0,
            _ => self.formula.steps(self.filter.shape, precision) as f64,
        };
        Cost { steps, numbers, rational_bits, lost_bits }
    }
}

/// The rate of a filter whose set bits were counted.
#[derive(Clone, Copy, Debug)]
pub struct ObservedRate {
    /// The filter.
    pub fill: ObservedFill,
    /// Whether a query's positions are distinct.
    pub distinct: bool,
    /// The factors of the rate without replacement, at most.
    pub factors: u64,
    /// m and k.
    pub sizes: (u64, u64),
}

impl Quantity for ObservedRate {
    fn algebraic<A: Arithmetic>(&self, a: &A, _: Precision) -> Result<A::Number, Failure> {
        if self.distinct {
            Ok(observed::rate_without_replacement(a, self.fill)?)
        } else {
            Ok(observed::rate(a, self.fill))
        }
    }

    fn cost(&self, _: Precision) -> Cost {
        let (bits, hashes) = self.sizes;
        let factors = if self.distinct { self.factors } else { hashes } as f64;
        let steps = if self.distinct { factors } else { 64.0 };
        let rational_bits = factors * (bits as f64 + 1.0).log2().ceil();
        Cost { steps, numbers: 4.0, rational_bits, lost_bits: 0.0 }
    }
}
