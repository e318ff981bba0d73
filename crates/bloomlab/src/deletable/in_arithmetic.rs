//! All numbers of a filter in any arithmetic.

use bloomlab_evaluation::{ArithmeticKind, Computed, DeletableMeasure, DeletableValue, Failure, evaluate};
use bloomlab_numbers::{ANSWER_SECONDS, Budget, DeletableKind};

use super::StoredDeletable;

/// The numbers of a filter, computed in one arithmetic.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DeletableNumbers {
    /// The probability that a stored item can be deleted.
    pub deletability: Computed,
    /// The false-positive rate before the deletions.
    pub rate: Computed,
    /// The false-positive rate after the deletions.
    pub rate_after_deletions: Computed,
    /// The deletability of a DlBF as published. Other filters have none, and rationals lack its exponential.
    pub published_deletability: Option<Computed>,
}

/// The number that is missing, and why.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[error("{measure}: {why}")]
pub struct MissingMeasure {
    /// The number.
    pub measure: DeletableMeasure,
    /// Why it is missing.
    pub why: Box<Failure>,
}

impl StoredDeletable {
    /// [`in_arithmetic`](Self::in_arithmetic) certified: every number has `digits` certified significant digits.
    ///
    /// ```
    /// use bloomlab::{Deletable, DeletableKind};
    ///
    /// let numbers = Deletable::new(DeletableKind::Qbf, 1 << 12, 3)?.holding(100)?.certified(20)?;
    /// assert!((numbers.rate.to_f64() - 0.002_533).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certified(&self, digits: usize) -> Result<DeletableNumbers, MissingMeasure> {
        self.in_arithmetic(ArithmeticKind::Certified, digits)
    }

    /// Deletability and rates in an arithmetic, `digits` of them certified where that is the arithmetic.
    pub fn in_arithmetic(&self, arithmetic: ArithmeticKind, digits: usize) -> Result<DeletableNumbers, MissingMeasure> {
        let budget = Budget::of_seconds(ANSWER_SECONDS);
        let number = |measure| {
            let value = evaluate(&DeletableValue(self.parameters, measure), arithmetic, digits, &budget);
            value.and_then(Computed::probability).map_err(|why| MissingMeasure { measure, why: Box::new(why) })
        };
        Ok(DeletableNumbers {
            deletability: number(DeletableMeasure::Deletability)?,
            rate: number(DeletableMeasure::Rate)?,
            rate_after_deletions: number(DeletableMeasure::RateAfterDeletions)?,
            published_deletability: match self.parameters.kind() {
                DeletableKind::Dlbf { .. } => number(DeletableMeasure::PublishedDeletability).ok(),
                _ => None,
            },
        })
    }
}
