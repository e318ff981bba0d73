//! The rate of a filter by several formulas.

use bloomlab_crosscheck::{Outcome, single_filter};
use bloomlab_evaluation::{ArithmeticKind, FilterRate, evaluate, reference};
use bloomlab_formulas::{Formula, Load};
use bloomlab_occupancy::{ANSWER_SECONDS, Budget};

use super::stored::{FEWER, Positions};
use super::{DERIVED, RateRow, StoredFilter};
use crate::{Effort, Error};

/// How many evaluations of the full length a cross-check may take.
const PARTS: f64 = 10.0;

impl StoredFilter {
    /// The rate by each of `formulas` in an arithmetic, with its relative error against the certified exact rate. Where no arithmetic
    /// is given, the exact rate is certified and the others are in doubles. Certified values have at least `digits` digits.
    ///
    /// # Errors
    /// [`Error::Incompatible`] under a scheme; [`Error::OutOfDomain`] where that is why all the rates are missing. What is missing else
    /// has its reason in its row.
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
        let budget = Budget::of_seconds(ANSWER_SECONDS);
        let exact_in = arithmetic.unwrap_or(ArithmeticKind::Certified);
        let truth = reference(&rate(Formula::Exact), &[exact_in], digits, &budget);
        let row = |&formula: &Formula| {
            let is_exact = formula == Formula::Exact;
            let arithmetic = if is_exact { exact_in } else { arithmetic.unwrap_or(ArithmeticKind::F64) };
            let evaluated = || evaluate(&rate(formula), arithmetic, digits, &budget);
            RateRow::of(formula.name(), None, arithmetic, &truth, is_exact, evaluated)
                .underflowing(|| reference(&rate(formula), &[arithmetic], digits, &budget).ok())
                .advised(FEWER, || {
                    let in_double = evaluate(&rate(formula), ArithmeticKind::F64, digits, &Budget::of_seconds(1.0));
                    in_double.is_ok_and(|value| value.to_f64().is_finite())
                })
        };
        let rows: Vec<_> = formulas.iter().map(row).collect();
        let refused = |row: &RateRow| row.clone().or_out_of_domain().err();
        match rows.iter().map(refused).collect::<Option<Vec<_>>>().and_then(|refused| refused.into_iter().next()) {
            Some(refused) => Err(refused),
            None => Ok(rows),
        }
    }

    /// The rate by every formula in every usual arithmetic, with its errors, the digits that are right, and the time.
    ///
    /// # Errors
    /// [`Error::Incompatible`] under a scheme.
    pub fn crosscheck(self, effort: Effort, digits: usize) -> Result<Vec<Outcome>, Error> {
        let budget = effort.budget(PARTS);
        Ok(single_filter(self.drawn()?, Formula::ALL, &ArithmeticKind::USUAL, digits, &budget))
    }

    fn drawn(self) -> Result<Load, Error> {
        match self.positions {
            Positions::Drawn(load) => Ok(load),
            Positions::Derived(..) => Err(Error::Incompatible { this: "formulas of drawn positions", other: DERIVED }),
        }
    }
}
