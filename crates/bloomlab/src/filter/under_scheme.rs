//! The rate of a filter under a scheme, beside that of independent positions.

use bloomlab_evaluation::{
    ArithmeticKind, Computed, Demand, Failure, FilterRate, Quantity, SchemeRate, evaluate, reference,
};
use bloomlab_exact::{Certified, Enclosures, NotCertified, Rationals};
use bloomlab_formulas::{
    Formula,
    walks::{ExactRate, HashingScheme, SchemeLoad, finite_hash},
};
use bloomlab_numbers::{ANSWER_SECONDS, Budget, Cost, Refused};

use super::stored::Positions;
use super::{RateRow, StoredFilter};
use crate::Error;

impl StoredFilter {
    /// The exact rate under the filter's scheme, the exact rate of independent positions and that of the classic formula, each with
    /// its excess over that of independent positions. Where no arithmetic is given, exact rates are certified and the classic one is
    /// in doubles.
    ///
    /// ```
    /// use bloomlab::{Filter, HashingScheme};
    ///
    /// let rows = Filter::new(1024, 7)?.under(HashingScheme::Double)?.holding(102)?.beside_independent(None, 17)?;
    /// assert_eq!(rows.map(|row| row.formula), ["exact", "independent", "classic"]);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn beside_independent(self, arithmetic: Option<ArithmeticKind>, digits: usize) -> Result<[RateRow; 3], Error> {
        let Positions::Derived(load, hash_bits) = self.positions else {
            return Err(Error::Incompatible {
                this: "the rates beside those of independent positions",
                other: "drawn positions",
            });
        };
        let budget = Budget::of_seconds(ANSWER_SECONDS);
        let rate = SchemeRate(ExactRate::new(load)?);

        let of_independent = |formula| FilterRate { formula, load: load.independent() };
        let exact_in = arithmetic.unwrap_or(ArithmeticKind::Certified);
        let independent = reference(&of_independent(Formula::Exact), &[exact_in], digits, &budget);
        let row = |formula, scheme, arithmetic, evaluated: &dyn Fn(ArithmeticKind) -> Result<Computed, Failure>| {
            let is_truth = formula == "independent";
            let row = RateRow::of(formula, Some(scheme), arithmetic, &independent, is_truth, || evaluated(arithmetic));
            row.underflowing(|| certified_near(evaluated, digits))
        };
        let classic_in = arithmetic.unwrap_or(ArithmeticKind::F64);
        Ok([
            row("exact", load.scheme(), exact_in, &|arithmetic| match hash_bits {
                None => evaluate(&rate, arithmetic, digits, &budget),
                Some(hash_bits) => with_hash(&rate, hash_bits, arithmetic, digits, &budget),
            }),
            row("independent", HashingScheme::Independent, exact_in, &|arithmetic| {
                evaluate(&of_independent(Formula::Exact), arithmetic, digits, &budget)
            }),
            row("classic", HashingScheme::Independent, classic_in, &|arithmetic| {
                evaluate(&of_independent(Formula::Classic), arithmetic, digits, &budget)
            }),
        ])
    }
}

/// What a formula gives in certified arithmetic.
fn certified_near(evaluated: &dyn Fn(ArithmeticKind) -> Result<Computed, Failure>, digits: usize) -> Option<Certified> {
    match evaluated(ArithmeticKind::Certified).ok()? {
        Computed::Enclosure(enclosure) => Some(Certified { enclosure, bits: 64 + 4 * digits as u32 }),
        _ => None,
    }
}

/// The certified rate with positions from one hash.
pub(super) fn certified(load: SchemeLoad, hash_bits: u64, digits: usize) -> Result<Certified, Error> {
    let rate = SchemeRate(ExactRate::new(load)?);
    let bits = first_precision(&rate, digits);
    let a = Enclosures::new(bits);
    let enclosure = match finite_hash::is_summed(&rate.0, hash_bits) {
        true => finite_hash::by_distinct_values(&a, &rate.0, hash_bits)?,
        false => {
            let within = finite_hash::bounded(&a, &rate.0, hash_bits)?;
            within.value.widened_by(&within.error_bound)
        }
    };
    match enclosure.is_narrower_than(digits) {
        true => Ok(Certified { enclosure, bits }),
        false => Err(NotCertified { digits, bits, enclosure }.into()),
    }
}

fn first_precision(rate: &SchemeRate, digits: usize) -> u32 {
    128 + 4 * digits as u32 + 2 * rate.demand(&Enclosures::new(64)).lost_bits as u32
}

/// The rate with positions from one hash: with the items that share the query's.
fn with_hash(
    rate: &SchemeRate,
    hash_bits: u64,
    arithmetic: ArithmeticKind,
    digits: usize,
    budget: &Budget,
) -> Result<Computed, Failure> {
    let demand = rate.demand(&Enclosures::new(64));
    let is_summed = finite_hash::is_summed(&rate.0, hash_bits);
    let evaluations = match is_summed || arithmetic == ArithmeticKind::Rational {
        true => rate.0.load().items() as f64 + 1.0,
        // at the mean and beside it, and with all items
        false => 4.0,
    };
    let cost = Cost { steps: demand.cost.steps * evaluations, ..demand.cost };
    Demand { cost, ..demand }.spend(budget, arithmetic)?;
    let bits = match arithmetic {
        ArithmeticKind::Rational => {
            return Ok(Computed::Rational(finite_hash::by_distinct_values(&Rationals, &rate.0, hash_bits)?));
        }
        ArithmeticKind::F64 | ArithmeticKind::F64Naive => {
            return Ok(Computed::Double(finite_hash::finite_rate_in_double(rate.0.load(), hash_bits)?));
        }
        ArithmeticKind::Mpfr(bits) | ArithmeticKind::Enclosure(bits) => bits,
        ArithmeticKind::Certified => first_precision(rate, digits),
    };
    let a = Enclosures::new(bits);
    if is_summed {
        return Ok(Computed::Enclosure(finite_hash::by_distinct_values(&a, &rate.0, hash_bits)?));
    }
    let within = finite_hash::bounded(&a, &rate.0, hash_bits).map_err(Refused::from)?;
    Computed::Enclosure(within.value.widened_by(&within.error_bound)).settled()
}
