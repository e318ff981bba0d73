//! All numbers of a filter in any arithmetic.

use bloomlab_deletable::Parameters;
use bloomlab_evaluation::{
    ArithmeticKind, Computed, DeletableMeasure, DeletableValue, Demand, Failure, Quantity as _, Unanswered, evaluate,
};
use bloomlab_exact::Rationals;
use bloomlab_numbers::Double;
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, DeletableKind, Parameter, TooLarge};

use super::{StoredDeletable, smaller};

/// What is certified of every filter.
const MEASURES: [DeletableMeasure; 3] =
    [DeletableMeasure::Deletability, DeletableMeasure::Rate, DeletableMeasure::RateAfterDeletions];

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
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MissingMeasure {
    /// The number; `None` where all of them together are too large.
    pub measure: Option<DeletableMeasure>,
    /// Why it is missing, and what to try.
    pub why: Box<Unanswered>,
}

impl std::fmt::Display for MissingMeasure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.measure {
            Some(measure) => write!(f, "{measure}: {}", self.why),
            None => self.why.fmt(f),
        }
    }
}

impl std::error::Error for MissingMeasure {}

impl StoredDeletable {
    /// [`in_arithmetic`](Self::in_arithmetic) certified: every number has `digits` certified significant digits.
    ///
    /// # Errors
    /// As [`in_arithmetic`](Self::in_arithmetic).
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

    /// Deletability and rates in an arithmetic, `digits` of them certified where that is what is asked for.
    ///
    /// # Errors
    /// [`MissingMeasure`] before any work where all numbers together take longer than an answer may, and where the arithmetic does not
    /// give one of them.
    pub fn in_arithmetic(&self, arithmetic: ArithmeticKind, digits: usize) -> Result<DeletableNumbers, MissingMeasure> {
        let question = Question { filter: self.parameters, arithmetic, digits };
        question.check().map_err(|why| MissingMeasure { measure: None, why })?;
        let budget = Budget::of_seconds(ANSWER_SECONDS);
        let number = |measure| {
            let missing = |why| MissingMeasure { measure: Some(measure), why };
            question.number(measure, &budget).map_err(missing)
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

/// What is asked, and how.
#[derive(Clone, Copy, Debug)]
struct Question {
    filter: Parameters,
    arithmetic: ArithmeticKind,
    digits: usize,
}

impl Question {
    /// Refuses what would take too long, all numbers together, at the precision that certified arithmetic begins with.
    fn check(&self) -> Result<(), Box<Unanswered>> {
        let Err(refused) = self.affords(&self.filter, self.arithmetic) else { return Ok(()) };
        let is_region = matches!(self.filter.kind(), DeletableKind::Dlbf { .. });
        // double precision always has digits, but for a DlBF
        let advice = match !is_region && self.affords(&self.filter, ArithmeticKind::F64).is_ok() {
            true => Advice::InDouble,
            false => smaller(&self.filter, |p| self.affords(p, self.arithmetic).is_ok()),
        };
        Err(Box::new(Unanswered { failure: refused.into(), advice }))
    }

    fn affords(&self, p: &Parameters, arithmetic: ArithmeticKind) -> Result<(), TooLarge> {
        let demands = MEASURES.map(|measure| match arithmetic {
            ArithmeticKind::Rational | ArithmeticKind::Enclosure(_) | ArithmeticKind::Certified => {
                DeletableValue(*p, measure).demand(&Rationals)
            }
            _ => DeletableValue(*p, measure).demand(&Double),
        });
        let cost = demands.iter().fold(Demand::NOTHING.cost, |cost, demand| cost.then(demand.cost));
        let together = Demand { cost, ..demands[0] };
        let arithmetic = match arithmetic {
            ArithmeticKind::Certified => ArithmeticKind::Enclosure(together.first_precision(self.digits)),
            other => other,
        };
        together.check(&Budget::of_seconds(ANSWER_SECONDS), arithmetic)
    }

    fn number(&self, measure: DeletableMeasure, budget: &Budget) -> Result<Computed, Box<Unanswered>> {
        let value = evaluate(&DeletableValue(self.filter, measure), self.arithmetic, self.digits, budget);
        value.and_then(Computed::probability).map_err(|failure| {
            let advice = self.instead(&failure);
            Box::new(Unanswered { failure, advice })
        })
    }

    /// What to try where a number is missing.
    fn instead(&self, failure: &Failure) -> Advice {
        let affords = |arithmetic| self.affords(&self.filter, arithmetic).is_ok();
        match failure {
            Failure::NotInDouble(_) | Failure::NoSettledDigit(_) | Failure::NoProbability(_)
                if affords(ArithmeticKind::Certified) =>
            {
                Advice::Certified
            }
            Failure::NoProbability(_) if affords(ArithmeticKind::F64) => Advice::InDouble,
            Failure::NotInDouble(_) | Failure::NoSettledDigit(_) | Failure::TooLarge(_) => {
                Advice::smaller(&[Parameter::Hashes])
            }
            _ => Advice::Nothing,
        }
    }
}
