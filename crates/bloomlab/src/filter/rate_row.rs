//! The rate by one formula in one arithmetic, beside the certified exact rate.

use bloomlab_evaluation::{ArithmeticKind, Computed, Failure, Unanswered};
use bloomlab_exact::{Certified, Enclosure, Rationals};
use bloomlab_numbers::Arithmetic as _;
use bloomlab_occupancy::Advice;
use bloomlab_schemes::HashingScheme;

use crate::Error;

/// A rate by one formula, in one arithmetic.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[must_use]
pub struct RateRow {
    /// The formula's name.
    pub formula: &'static str,
    /// How positions are derived, where that is part of the question.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::scheme"))]
    pub scheme: Option<HashingScheme>,
    /// The arithmetic.
    pub arithmetic: ArithmeticKind,
    /// The rate, or the reason why it is missing.
    pub rate: Result<Compared, Unanswered>,
}

/// A rate, and its difference from the rate that it is compared with.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Compared {
    /// The rate.
    pub value: Computed,
    /// (rate − exact rate)/exact rate; under a scheme, (rate − rate of independent positions)/rate of independent positions.
    pub difference: Difference,
}

/// A relative difference.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Difference {
    /// It lies within these bounds.
    Within(Enclosure),
    /// The rate is compared with 0, and is not 0.
    Undefined,
    /// The rate to compare with is not known.
    Unknown,
}

impl RateRow {
    /// The row of a formula that gives the true rate itself (`is_truth`) or another one. What is certified already is not evaluated
    /// a second time.
    pub(super) fn of(
        formula: &'static str,
        scheme: Option<HashingScheme>,
        arithmetic: ArithmeticKind,
        truth: &Result<Certified, Failure>,
        is_truth: bool,
        evaluate: impl FnOnce() -> Result<Computed, Failure>,
    ) -> Self {
        let value = match (is_truth && arithmetic == ArithmeticKind::Certified, truth) {
            (true, Ok(truth)) => Ok(Computed::Enclosure(truth.enclosure.clone())),
            (true, Err(failure)) => Err(failure.clone()),
            (false, _) => evaluate(),
        };
        let compared = value.and_then(Computed::probability).and_then(|value| match (underflows(&value), truth) {
            (true, Ok(truth)) if is_truth && !is_zero(truth) => Err(Failure::Underflow(truth.clone())),
            _ => Ok(Compared { difference: Difference::of(&value, truth.as_ref().ok()), value }),
        });
        Self { formula, scheme, arithmetic, rate: compared.map_err(Unanswered::from) }
    }

    /// The row, where a value of 0 means that the formula underflows unless its own `certified` value is 0.
    pub(super) fn underflowing(self, certified: impl FnOnce() -> Option<Certified>) -> Self {
        let Some(certified) = self.rate.as_ref().ok().filter(|at| underflows(&at.value)).and_then(|_| certified())
        else {
            return self;
        };
        if is_zero(&certified) { self } else { Self { rate: Err(Failure::Underflow(certified).into()), ..self } }
    }

    /// The row with advice where its rate takes too long: doubles where they serve, else what is `smaller`.
    pub(super) fn advised(self, smaller: Advice, doubles_serve: impl FnOnce() -> bool) -> Self {
        let advised = |why: Unanswered| match why.failure.too_large() {
            Some(_) if self.arithmetic != ArithmeticKind::F64 && doubles_serve() => why.advising(Advice::InDouble),
            Some(_) => why.advising(smaller),
            None => why,
        };
        Self { rate: self.rate.map_err(advised), ..self }
    }

    /// The parameter out of its domain as an error, where that is why the rate is missing.
    pub(super) fn or_out_of_domain(self) -> Result<Self, Error> {
        match self.rate.as_ref().err().and_then(|why| why.failure.out_of_domain()) {
            Some(why) => Err(why.clone().into()),
            None => Ok(self),
        }
    }
}

impl Difference {
    fn of(value: &Computed, truth: Option<&Certified>) -> Self {
        match truth.map(|truth| value.relative_error(truth)) {
            Some(Some(difference)) => Difference::Within(difference),
            Some(None) => Difference::Undefined,
            None => Difference::Unknown,
        }
    }
}

fn underflows(value: &Computed) -> bool {
    matches!(value, Computed::Double(0.0))
}

fn is_zero(value: &Certified) -> bool {
    value.enclosure.contains(&Rationals.zero())
}
