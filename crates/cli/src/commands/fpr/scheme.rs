//! `bloomlab fpr --scheme`: the exact rate under a hashing scheme, beside what the formulas assume.

use bloomlab::HashingScheme;
use bloomlab::crosscheck::{
    ArithmeticKind, Computed, Demand, Failure, FilterRate, Limits, Quantity, SchemeRate, TimeBudget, evaluate_within,
    reference_within,
};
use bloomlab::exact::{Certified, Enclosures, Rationals};
use bloomlab::formulas::Formula;
use bloomlab::numbers::{ANSWER_SECONDS, Cost, Double};
use bloomlab::occupancy::Refused;
use bloomlab::schemes::{ExactRate, SchemeLoad, finite_hash};
use serde_json::json;

use super::Options;
use crate::answer::{Answer, Field, Row};
use crate::error::{CommandError, Instead, advised, too_large};
use crate::flag::Flag;
use crate::num::Num;

/// The most items for which the number of distinct hash values is summed over, and the most powers that the rates of all numbers
/// of items up to there may take, about a second; beyond, the rate lies within a bracket.
const MAX_SUMMED: (u64, f64) = (1000, 5e4);

impl Options {
    /// The exact rate under the scheme, that of independent positions, and the classic formula's.
    pub(super) fn under_scheme(&self, items: u64) -> Result<Answer, CommandError> {
        let scheme = self.scheme.scheme()?;
        let load = SchemeLoad::new(scheme, self.bits, items, self.hashes)?;
        let fewer = Instead::Less(&[Flag::Hashes, Flag::Bits]);
        // what the rows may take is what the masks leave
        let masks = ExactRate::cost(load);
        masks
            .within(Cost::of_seconds(ANSWER_SECONDS).holding(1e8), "")
            .map_err(|why| CommandError::refused(why, fewer))?;
        let budget = TimeBudget::new(Limits::default());
        budget.spend(Demand { cost: masks, ..Demand::NOTHING }, ArithmeticKind::F64).ok();
        let rate = ExactRate::new(load).map_err(|why| CommandError::refused(why, fewer))?;
        let arithmetic = self.arithmetic.unwrap_or(ArithmeticKind::Certified);
        let of_independent = FilterRate { formula: Formula::Exact, load: load.independent() };
        let independent = reference_within(&of_independent, &[arithmetic], self.digits.get(), &budget).ok();
        let classic = FilterRate { formula: Formula::Classic, load: load.independent() };
        let classic_arithmetic = self.arithmetic.unwrap_or(ArithmeticKind::F64);
        let evaluated = |quantity: &FilterRate, arithmetic| self.evaluate(quantity, arithmetic, &budget);
        let rows = vec![
            self.scheme_row("exact", scheme, arithmetic, self.exact(rate, arithmetic, &budget), independent.as_ref()),
            self.scheme_row(
                "independent",
                HashingScheme::Independent,
                arithmetic,
                evaluated(&of_independent, arithmetic),
                independent.as_ref(),
            ),
            self.scheme_row(
                "classic",
                HashingScheme::Independent,
                classic_arithmetic,
                evaluated(&classic, classic_arithmetic),
                independent.as_ref(),
            ),
        ];
        Ok(Answer { command: "fpr", inputs: self.scheme_inputs(scheme, items), beside: Vec::new(), rows })
    }

    fn evaluate(
        &self,
        quantity: &impl Quantity,
        arithmetic: ArithmeticKind,
        budget: &TimeBudget,
    ) -> Result<Computed, Failure> {
        evaluate_within(quantity, arithmetic, self.digits.get(), budget)
    }

    /// The exact rate, with the items that share the query's hash where that is finite.
    fn exact(&self, rate: ExactRate, arithmetic: ArithmeticKind, budget: &TimeBudget) -> Result<Computed, Failure> {
        let quantity = SchemeRate(rate);
        let Some(hash_bits) = self.hash.hash_bits else {
            return self.evaluate(&quantity, arithmetic, budget);
        };
        let demand = quantity.demand(&Enclosures::new(64));
        let rate = quantity.0;
        let (items, hashes) = (rate.load().items(), rate.load().hashes() as f64);
        let powers = items as f64 * (rate.powers() as f64 + hashes * hashes);
        let is_short = items <= MAX_SUMMED.0 && powers <= MAX_SUMMED.1;
        let is_summed = is_short && hash_bits <= finite_hash::MAX_SUMMED_HASH_BITS;
        let is_repeated = is_summed || arithmetic == ArithmeticKind::Rational;
        let steps = demand.cost.steps * if is_repeated { items as f64 + 1.0 } else { 1.0 };
        budget.spend(Demand { cost: Cost { steps, ..demand.cost }, ..demand }, arithmetic)?;
        let bits = match arithmetic {
            ArithmeticKind::Rational => {
                let exact = finite_hash::by_distinct_values(&Rationals, &rate, hash_bits)?;
                return Ok(Computed::Rational(exact));
            }
            ArithmeticKind::F64 | ArithmeticKind::F64Naive => {
                return Ok(Computed::Double(
                    finite_hash::bracket(&Double, &rate, hash_bits).map_err(Refused::from)?.value,
                ));
            }
            ArithmeticKind::Mpfr(bits) | ArithmeticKind::Enclosure(bits) => bits,
            ArithmeticKind::Certified => 128 + 4 * self.digits.get() as u32 + 2 * demand.lost_bits as u32,
        };
        let a = Enclosures::new(bits);
        if is_summed {
            return Ok(Computed::Enclosure(finite_hash::by_distinct_values(&a, &rate, hash_bits)?));
        }
        let bracket = finite_hash::bracket(&a, &rate, hash_bits).map_err(Refused::from)?;
        Ok(Computed::Enclosure(bracket.value.widened_by(&bracket.error_bound)))
    }

    fn scheme_row(
        &self,
        formula: &str,
        scheme: HashingScheme,
        arithmetic: ArithmeticKind,
        computed: Result<Computed, Failure>,
        independent: Option<&Certified>,
    ) -> Row {
        let digits = self.digits.get();
        let names = vec![
            ("formula", Field::Text(formula.to_owned())),
            ("scheme", Field::Text(scheme.name().to_owned())),
            ("arithmetic", Field::Text(arithmetic.to_string())),
        ];
        let computed = match computed {
            Ok(computed) => computed,
            Err(failure) => {
                let fewer = too_large(&failure).map(|_| Instead::Less(&[Flag::Hashes, Flag::Items]));
                return Row::failed(names, advised(&failure, fewer));
            }
        };
        let is_enclosure = matches!(computed, Computed::Enclosure(_));
        let excess = independent.map_or(Field::Unknown, |independent| match computed.relative_error(independent) {
            Some(excess) => Field::Brief(Num::difference(&excess, digits, is_enclosure)),
            None => Field::Undefined,
        });
        let numbers = [("rate", Field::Num(Num::of(&computed, digits))), ("excess", excess)];
        Row::new(names.into_iter().chain(numbers).collect())
    }

    fn scheme_inputs(&self, scheme: HashingScheme, items: u64) -> Vec<(&'static str, serde_json::Value)> {
        let mut inputs = vec![("bits", json!(self.bits)), ("items", json!(items)), ("hashes", json!(self.hashes))];
        inputs.extend(self.scheme.inputs(scheme));
        inputs.extend(self.hash.hash_bits.map(|bits| ("hash_bits", json!(bits))));
        inputs.extend(self.arithmetic.map(|arithmetic| ("arithmetic", json!(arithmetic.to_string()))));
        inputs.push(("digits", json!(self.digits.get())));
        inputs
    }
}
