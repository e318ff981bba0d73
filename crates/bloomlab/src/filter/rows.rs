//! The rate of a filter by several formulas, each in one arithmetic next to the certified exact rate.

use std::time::Duration;

use bloomlab_crosscheck::{ArithmeticKind, Computed, Failure, FilterRate, Outcome, evaluate, reference, single_filter};
use bloomlab_exact::{Certified, Enclosure};
use bloomlab_formulas::{Formula, Load, walks::HashingScheme};

use super::stored::Positions;
use super::{DERIVED, StoredFilter};
use crate::Error;

/// The most that a rate in an arithmetic that was asked for may take.
pub(super) const LIMIT: Duration = Duration::from_secs(4);

impl StoredFilter {
    /// The rate by each of `formulas` in an arithmetic, with its relative error against the certified exact rate. If no arithmetic
    /// is given, the exact rate is certified and the others are in doubles. Certified values have at least `digits` digits.
    ///
    /// ```
    /// use bloomlab::{Filter, Formula};
    ///
    /// let rows = Filter::new(32, 5)?.holding(4)?.by_formulas(&[Formula::Exact, Formula::Classic], None, 17)?;
    /// assert_eq!(rows[0].rate.as_ref().unwrap().value.to_f64(), 0.025_221_852_307_293_578);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn by_formulas(
        self,
        formulas: &[Formula],
        arithmetic: Option<ArithmeticKind>,
        digits: usize,
    ) -> Result<Vec<RateRow>, Error> {
        let load = self.drawn()?;
        let rate = |formula| FilterRate { formula, load };
        let exact_in = arithmetic.unwrap_or(ArithmeticKind::Certified);
        let truth = reference(&rate(Formula::Exact), &[exact_in], digits, LIMIT).ok();
        let row = |&formula: &Formula| {
            let is_exact = formula == Formula::Exact;
            let arithmetic = if is_exact { exact_in } else { arithmetic.unwrap_or(ArithmeticKind::F64) };
            let evaluated = |arithmetic| evaluate(&rate(formula), arithmetic, digits, LIMIT);
            RateRow::of(formula.name(), None, arithmetic, truth.as_ref(), evaluated)
        };
        let rows: Vec<_> = formulas.iter().map(row).collect();
        let refused = |row: &RateRow| row.clone().or_out_of_domain().err();
        match rows.iter().map(refused).collect::<Option<Vec<_>>>().and_then(|refused| refused.into_iter().next()) {
            Some(refused) => Err(refused),
            None => Ok(rows),
        }
    }

    /// The rate by every formula in every usual arithmetic, with its errors, the digits that are right, and the time. One evaluation may
    /// take `limit`, all together ten times as long.
    pub fn crosscheck(self, digits: usize, limit: Duration) -> Result<Vec<Outcome>, Error> {
        Ok(single_filter(self.drawn()?, Formula::ALL, &ArithmeticKind::USUAL, digits, limit))
    }

    fn drawn(self) -> Result<Load, Error> {
        match self.positions {
            Positions::Drawn(load) => Ok(load),
            Positions::Derived(..) => Err(Error::Incompatible { this: "formulas of drawn positions", other: DERIVED }),
        }
    }
}

/// A rate by one formula, in one arithmetic.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[must_use]
pub struct RateRow {
    /// The formula's name.
    pub formula: &'static str,
    /// How positions are derived, if that is part of the question.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::scheme"))]
    pub scheme: Option<HashingScheme>,
    /// The arithmetic.
    pub arithmetic: ArithmeticKind,
    /// The rate, or the reason why it is missing.
    pub rate: Result<Compared, Failure>,
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
    /// The row of a formula, by its values in the arithmetics, and its difference from `truth`.
    pub(super) fn of(
        formula: &'static str,
        scheme: Option<HashingScheme>,
        arithmetic: ArithmeticKind,
        truth: Option<&Certified>,
        evaluated: impl Fn(ArithmeticKind) -> Result<Computed, Failure>,
    ) -> Self {
        let compared = || {
            let value = evaluated(arithmetic)?.probability()?;
            if matches!(value, Computed::Double(0.0))
                && let Ok(Computed::Enclosure(certified)) = evaluated(ArithmeticKind::Certified)
                && !certified.contains_zero()
            {
                return Err(Failure::Underflow(certified.decimal(2)));
            }
            let difference = match truth.map(|truth| value.relative_error(truth)) {
                Some(Some(difference)) => Difference::Within(difference),
                Some(None) => Difference::Undefined,
                None => Difference::Unknown,
            };
            Ok(Compared { value, difference })
        };
        Self { formula, scheme, arithmetic, rate: compared() }
    }

    /// The parameter out of its domain as an error, if that is why the rate is missing.
    pub(super) fn or_out_of_domain(self) -> Result<Self, Error> {
        match self.rate {
            Err(Failure::Refused(why)) => Err(why.into()),
            _ => Ok(self),
        }
    }
}
