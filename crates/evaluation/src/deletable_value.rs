//! Deletability and rates of a filter from which items can be deleted, in any arithmetic.

use bloomlab_deletable::{Parameters, costs, finite, in_f64, published};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Cost, Double};

use crate::{Demand, Failure, Quantity};

/// A number that describes a filter from which items can be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum DeletableMeasure {
    /// [`finite::deletability`].
    Deletability,
    /// [`finite::rate`].
    Rate,
    /// [`finite::rate_after_deletions`].
    RateAfterDeletions,
    /// [`published::published_dlbf_deletability`]; 0 for other filters.
    PublishedDeletability,
}

/// One quantity of one filter.
#[derive(Clone, Copy, Debug)]
pub struct DeletableValue(pub Parameters, pub DeletableMeasure);

impl Quantity for DeletableValue {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let DeletableValue(p, measure) = self;
        match measure {
            DeletableMeasure::Deletability => Ok(finite::deletability(a, p)),
            DeletableMeasure::Rate => Ok(finite::rate(a, p)),
            DeletableMeasure::RateAfterDeletions => Ok(finite::rate_after_deletions(a, p)),
            DeletableMeasure::PublishedDeletability => Err(Failure::Transcendental),
        }
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match self.1 {
            DeletableMeasure::PublishedDeletability => {
                Ok(published::published_dlbf_deletability(a, &self.0).unwrap_or(a.zero()))
            }
            _ => self.algebraic(a),
        }
    }

    /// By the route that keeps its digits.
    fn double(&self) -> Result<f64, Failure> {
        let DeletableValue(p, measure) = self;
        Ok(match measure {
            DeletableMeasure::Rate => in_f64::rate(p)?,
            DeletableMeasure::RateAfterDeletions => in_f64::rate_after_deletions(p)?,
            DeletableMeasure::Deletability => in_f64::deletability(p)?,
            DeletableMeasure::PublishedDeletability => self.analytic(&Double)?,
        })
    }

    /// In fixed precision by the more expensive of two routes: that of double precision, and that of every other arithmetic.
    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        let DeletableValue(p, measure) = self;
        let before = p.before_deletions();
        let (finite, double) = match measure {
            DeletableMeasure::Deletability => (costs::deletability(p), costs::deletability_in_f64(p)),
            DeletableMeasure::Rate => (costs::rate(&before), costs::rate_in_f64(&before)),
            DeletableMeasure::RateAfterDeletions => (costs::rate(p), costs::rate_in_f64(p)),
            DeletableMeasure::PublishedDeletability => (Cost::of_steps(3072.0), Cost::of_steps(3072.0)),
        };
        if a.tolerates_cancellation() {
            return demand_of(p, finite);
        }
        let numbers = finite.numbers.max(double.numbers);
        demand_of(p, Cost { steps: finite.steps.max(double.steps), numbers })
    }
}

/// The rationals of a filter are as large as C^(2k(n + r)). Nothing that cancels loses more than guard digits hold.
pub fn demand_of(p: &Parameters, cost: Cost) -> Demand {
    let positions = (p.hashes() as f64 + 1.0) * (p.inserted() as f64 + 1.0);
    let rational_bits = 2.0 * positions * (p.cells() as f64 + 1.0).log2();
    Demand { cost, rational_bits, lost_bits: 0.0 }
}
