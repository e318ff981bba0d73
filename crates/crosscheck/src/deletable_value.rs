//! Deletability and rates of a filter from which items can be deleted, in any arithmetic.

use bloomlab_deletable::{Parameters, double, finite, published};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Cost, Double};
use bloomlab_occupancy::DeletableKind;

use crate::{Demand, Failure, Quantity};

/// A number that describes a filter from which items can be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            DeletableMeasure::Rate => double::rate(p)?,
            DeletableMeasure::RateAfterDeletions => double::rate_after_deletions(p)?,
            DeletableMeasure::Deletability => double::deletability(p)?,
            DeletableMeasure::PublishedDeletability => self.analytic(&Double)?,
        })
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        let DeletableValue(p, _) = self;
        let k = p.hashes() as f64 + 1.0;
        let (steps, numbers) = match p.kind() {
            // sets of cells in up to k regions: k = 5, b = 1024 and k = 24, b = 8 take 2 s in double precision
            DeletableKind::Dlbf { region_bits } => {
                let b = region_bits as f64;
                (k.powi(5) * (b * b + 8.0 * b) / 10.0, 16.0 * k * k * b)
            }
            // a Markov chain on the number of cells in each of three classes: k = 32 takes 2 s
            DeletableKind::Qbf => (64.0 * k.powi(4) + k.powi(6) / 4.0, k.powi(5) / 4.0),
            _ => (64.0 * k.powi(4), 8.0 * k * k),
        };
        let positions = k * p.inserted() as f64 + k;
        let rational_bits = 2.0 * positions * (p.cells() as f64 + 1.0).log2();
        Demand { cost: Cost { steps, numbers }, rational_bits, lost_bits: 0.0 }
    }
}
