//! The rate of a filter by several formulas, each in one arithmetic next to the certified exact rate.

use std::time::{Duration, Instant};

use bloomlab_exact::Certified;
use bloomlab_formulas::{
    Formula, Load,
    walks::{ExactRate, finite_hash::finite_rate_in_double},
};

use super::stored::enclosed;
use super::{DERIVED, ObservedFilter, StoredFilter};
use crate::crosscheck::{
    ArithmeticKind, Checked, Computed, Difference, Failure, FilterRate, ObservedRate, Outcome, SchemeRate, evaluate,
    reference, single_filter,
};
use crate::error::Error;

/// The most that a rate in an arithmetic that was asked for may take.
const LIMIT: Duration = Duration::from_secs(4);

impl ObservedFilter {
    /// The rate in an arithmetic, with its relative error; `digits` significant digits of what is certified.
    pub fn evaluated(self, arithmetic: ArithmeticKind, digits: usize) -> Result<Outcome, Error> {
        let rate = ObservedRate(self.0);
        let truth = reference(&rate, &[arithmetic], digits, LIMIT).ok();
        let evaluated = |arithmetic| evaluate(&rate, arithmetic, digits, LIMIT);
        let row = outcome("observed-fill", arithmetic, truth.as_ref(), evaluated);
        refusal(&row).map_or(Ok(row), Err)
    }
}

impl StoredFilter {
    /// The rate by each of `formulas` in an arithmetic, with its relative error against the certified exact rate. If no arithmetic
    /// is given, the exact rate is certified and the others are in doubles. Certified values have at least `digits` digits.
    pub fn by_formulas(
        self,
        formulas: &[Formula],
        arithmetic: Option<ArithmeticKind>,
        digits: usize,
    ) -> Result<Vec<Outcome>, Error> {
        let load = self.drawn()?;
        let exact_in = arithmetic.unwrap_or(ArithmeticKind::Certified);
        let truth = reference(&FilterRate { formula: Formula::Exact, load }, &[exact_in], digits, LIMIT).ok();
        let row = |&formula: &Formula| {
            let is_exact = formula == Formula::Exact;
            let arithmetic = if is_exact { exact_in } else { arithmetic.unwrap_or(ArithmeticKind::F64) };
            outcome(formula.name(), arithmetic, truth.as_ref(), by(formula, load, digits))
        };
        let rows: Vec<_> = formulas.iter().map(row).collect();
        let refused = rows.iter().map(refusal).collect::<Option<Vec<_>>>();
        refused.and_then(|refused| refused.into_iter().next()).map_or(Ok(rows), Err)
    }

    /// The exact rate under the filter's scheme, the exact rate of independent positions and that of the classic formula, each with
    /// its excess over that of independent positions. If no arithmetic is given, exact rates are certified and the classic one is
    /// in doubles.
    pub fn beside_independent(self, arithmetic: Option<ArithmeticKind>, digits: usize) -> Result<[Outcome; 3], Error> {
        let load = self.load;
        let rate = self.derived.map(ExactRate::new).transpose()?.map(SchemeRate);
        let exact_in = arithmetic.unwrap_or(ArithmeticKind::Certified);
        let truth = reference(&FilterRate { formula: Formula::Exact, load }, &[exact_in], digits, LIMIT).ok();
        let independent = by(Formula::Exact, load, digits);
        let exact = |arithmetic| match (&rate, self.filter.hash_bits) {
            (None, _) => independent(arithmetic),
            (Some(rate), None) => evaluate(rate, arithmetic, digits, LIMIT),
            (Some(rate), Some(hash_bits)) => with_hash(&rate.0, hash_bits, arithmetic, digits),
        };
        let classic_in = arithmetic.unwrap_or(ArithmeticKind::F64);
        Ok([
            outcome("exact", exact_in, truth.as_ref(), exact),
            outcome("independent", exact_in, truth.as_ref(), &independent),
            outcome("classic", classic_in, truth.as_ref(), by(Formula::Classic, load, digits)),
        ])
    }

    /// The rate by every formula in every usual arithmetic, with its errors, the digits that are right, and the time. One evaluation may
    /// take `limit`, all together ten times as long.
    pub fn crosscheck(self, digits: usize, limit: Duration) -> Result<Vec<Outcome>, Error> {
        Ok(single_filter(self.drawn()?, Formula::ALL, &ArithmeticKind::USUAL, digits, limit))
    }

    fn drawn(self) -> Result<Load, Error> {
        match self.derived {
            None => Ok(self.load),
            Some(_) => Err(Error::Incompatible { this: "formulas of drawn positions", other: DERIVED }),
        }
    }
}

/// The rate by a formula in any arithmetic.
fn by(formula: Formula, load: Load, digits: usize) -> impl Fn(ArithmeticKind) -> Result<Computed, Failure> {
    move |arithmetic| evaluate(&FilterRate { formula, load }, arithmetic, digits, LIMIT)
}

/// The rate with positions from one hash: with the items that share the query's.
fn with_hash(rate: &ExactRate, hash_bits: u64, arithmetic: ArithmeticKind, digits: usize) -> Result<Computed, Failure> {
    match arithmetic {
        ArithmeticKind::F64 => Ok(Computed::Double(finite_rate_in_double(rate.load(), hash_bits)?)),
        // as many digits as the bounds leave
        ArithmeticKind::Certified => Computed::Enclosure(enclosed(rate, hash_bits, digits)?.enclosure).settled(),
        other => Err(Failure::NoForm(format!("positions from one hash need f64 or certified, not {other}"))),
    }
}

/// A rate in an arithmetic, with its difference from `truth` alone.
fn outcome(
    formula: &'static str,
    arithmetic: ArithmeticKind,
    truth: Option<&Certified>,
    evaluated: impl Fn(ArithmeticKind) -> Result<Computed, Failure>,
) -> Outcome {
    let start = Instant::now();
    let checked = || {
        let value = evaluated(arithmetic)?.probability()?;
        if matches!(value, Computed::Double(0.0))
            && let Ok(Computed::Enclosure(certified)) = evaluated(ArithmeticKind::Certified)
            && !certified.contains_zero()
        {
            return Err(Failure::Underflow(certified.decimal(2)));
        }
        let relative_error = Difference::of(truth.map(|truth| value.relative_error(truth)));
        Ok(Checked { value, relative_error, model_error: Difference::Unknown, correct_digits: None })
    };
    let result = checked();
    Outcome { formula, arithmetic, seconds: start.elapsed().as_secs_f64(), result }
}

/// The parameter out of its domain, if that is why the rate is missing.
fn refusal(row: &Outcome) -> Option<Error> {
    match &row.result {
        Err(Failure::Refused(why)) => Some(why.clone().into()),
        _ => None,
    }
}
