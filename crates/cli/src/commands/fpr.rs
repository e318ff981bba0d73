//! `bloomlab fpr`: the false-positive rate of one filter.

mod scheme;

use bloomlab::crosscheck::{
    ArithmeticKind, Computed, Failure, FilterRate, Limits, ObservedRate, Quantity, TimeBudget, evaluate_within,
    reference_within,
};
use bloomlab::exact::Certified;
use bloomlab::formulas::observed::ObservedFill;
use bloomlab::formulas::{Formula, Load};
use bloomlab::numbers::Double;
use bloomlab::occupancy::{Sampling, Shape};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

use super::scheme_flags::{HashFlags, SchemeFlags};
use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead, advised, too_large};
use crate::flag::Flag;
use crate::num::{Num, probability};
use crate::size_argument::parse_size;

/// The false-positive rate of one filter, exact and certified, and by the usual formulas
///
/// Without --formula, prints the exact rate, the classic formula, its limit and Bloom's formula of 1970. Without
/// --arithmetic, the exact rate is certified and the formulas are in f64. Relative errors are against the certified exact
/// rate.
///
/// With --scheme or --hash-bits, prints the exact rate with positions derived in that way, then the rates of independent
/// positions and of the classic formula, each with its excess over independent positions.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab fpr --bits 2^20 --items 100k --hashes 7
  bloomlab fpr -m 32 -n 4 -k 5 --formula all --arithmetic rational --digits 30
  bloomlab fpr -m 1024 -n 102 -k 7 --scheme double
  bloomlab fpr -m 1024 --bits-set 512 -k 7 --without-replacement --format json")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Items stored, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size, required_unless_present = "bits_set")]
    items: Option<u64>,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Bits found set, instead of --items
    #[arg(short = 'b', long, value_name = "B", value_parser = parse_size)]
    #[arg(conflicts_with_all = ["items", "formula", "scheme", "hash_bits"])]
    bits_set: Option<u64>,

    /// A formula, or all of them; may be repeated
    #[arg(short = 'f', long, value_name = "NAME", value_parser = formula_parser())]
    #[arg(conflicts_with_all = ["scheme", "hash_bits"])]
    formula: Vec<FormulaChoice>,

    /// Arithmetic: f64, f64-naive, mpfr:BITS, rational, enclosure:BITS or certified; BITS from 2 to 1048576
    #[arg(short = 'a', long)]
    arithmetic: Option<ArithmeticKind>,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long, conflicts_with_all = ["scheme", "hash_bits"])]
    without_replacement: bool,

    #[command(flatten)]
    scheme: SchemeFlags,

    #[command(flatten)]
    hash: HashFlags,

    #[command(flatten)]
    digits: Digits,
}

/// One formula or all of them.
#[derive(Clone, Copy, Debug)]
enum FormulaChoice {
    All,
    One(Formula),
}

fn formula_parser() -> impl TypedValueParser<Value = FormulaChoice> {
    let names = Formula::ALL.iter().map(|formula| formula.name()).chain(["all"]);
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        "all" => Ok(FormulaChoice::All),
        name => name.parse().map(FormulaChoice::One),
    })
}

impl Options {
    /// The rates.
    ///
    /// # Errors
    /// Sizes out of domain.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let rows = match (self.bits_set, self.items) {
            (None, Some(items)) if self.scheme.is_given() || self.hash.hash_bits.is_some() => {
                return self.under_scheme(items);
            }
            (Some(set), _) => self.observed(set)?,
            (None, items) => self.stored(items.unwrap_or_default())?,
        };
        Ok(Answer { command: "fpr", inputs: self.inputs(), beside: Vec::new(), rows })
    }

    fn shape(&self) -> Result<Shape, CommandError> {
        let sampling = if self.without_replacement { Sampling::WithoutReplacement } else { Sampling::WithReplacement };
        Ok(Shape::new(self.bits, self.hashes, sampling)?)
    }

    fn stored(&self, items: u64) -> Result<Vec<Row>, CommandError> {
        let load = Load::holding(self.shape()?, items)?;
        let rate = |formula| FilterRate { formula, load };
        let budget = TimeBudget::new(Limits::default());
        let truth = self.truth(&rate(Formula::Exact), &budget);
        let row = |formula| {
            let arithmetic = self.arithmetic.unwrap_or(match formula {
                Formula::Exact => ArithmeticKind::Certified,
                _ => ArithmeticKind::F64,
            });
            self.row(formula.name(), &rate(formula), arithmetic, truth.as_ref(), &budget)
        };
        Ok(self.formulas().into_iter().map(row).collect())
    }

    fn observed(&self, set: u64) -> Result<Vec<Row>, CommandError> {
        let rate = ObservedRate(ObservedFill::new(self.shape()?, set)?);
        let arithmetic = self.arithmetic.unwrap_or(ArithmeticKind::Certified);
        let budget = TimeBudget::new(Limits::default());
        let truth = self.truth(&rate, &budget);
        Ok(vec![self.row("observed-fill", &rate, arithmetic, truth.as_ref(), &budget)])
    }

    /// The certified exact rate. Where it fails, relative errors are unknown and the row of the exact rate says why.
    fn truth(&self, exact: &impl Quantity, budget: &TimeBudget) -> Option<Certified> {
        let arithmetic = self.arithmetic.unwrap_or(ArithmeticKind::Certified);
        reference_within(exact, &[arithmetic], self.digits.get(), budget).ok()
    }

    fn row(
        &self,
        name: &str,
        rate: &impl Quantity,
        arithmetic: ArithmeticKind,
        truth: Option<&Certified>,
        budget: &TimeBudget,
    ) -> Row {
        let digits = self.digits.get();
        let names =
            vec![("formula", Field::Text(name.to_owned())), ("arithmetic", Field::Text(arithmetic.to_string()))];
        let computed = match evaluate_within(rate, arithmetic, digits, budget).and_then(probability) {
            Ok(computed) => computed,
            Err(failure) => return Row::failed(names, advised(&failure, self.instead(rate, arithmetic, &failure))),
        };
        let is_enclosure = matches!(computed, Computed::Enclosure(_));
        let error = truth.map_or(Field::Unknown, |truth| match computed.relative_error(truth) {
            Some(error) => Field::Brief(Num::difference(&error, digits, is_enclosure)),
            None => Field::Undefined,
        });
        let numbers = [("rate", Field::Num(Num::of(&computed, digits))), ("relative_error", error)];
        Row::new(names.into_iter().chain(numbers).collect())
    }

    /// What to try where a rate is missing.
    fn instead(&self, rate: &impl Quantity, arithmetic: ArithmeticKind, failure: &Failure) -> Option<Instead> {
        match failure {
            Failure::NoSettledDigit(_) => Some(Instead::Arithmetic(ArithmeticKind::Certified)),
            _ if too_large(failure).is_none() => None,
            _ if arithmetic != ArithmeticKind::F64
                && rate.demand(&Double).within(Limits::default(), ArithmeticKind::F64).is_ok()
                && rate.double().is_ok_and(f64::is_finite) =>
            {
                Some(Instead::Arithmetic(ArithmeticKind::F64))
            }
            _ if self.bits_set.is_some() => Some(Instead::Less(&[Flag::Hashes])),
            _ => Some(Instead::Less(&[Flag::Hashes, Flag::Items])),
        }
    }

    fn formulas(&self) -> Vec<Formula> {
        if self.formula.is_empty() {
            return vec![Formula::Exact, Formula::Classic, Formula::ClassicLimit, Formula::Bloom1970];
        }
        let choice = |choice: &FormulaChoice| match choice {
            FormulaChoice::All => Formula::ALL.to_vec(),
            FormulaChoice::One(formula) => vec![*formula],
        };
        let mut formulas = Vec::new();
        for formula in self.formula.iter().flat_map(choice) {
            if !formulas.contains(&formula) {
                formulas.push(formula);
            }
        }
        formulas
    }

    fn inputs(&self) -> Vec<(&'static str, Value)> {
        let mut inputs = vec![("bits", json!(self.bits))];
        inputs.extend(self.items.map(|items| ("items", json!(items))));
        inputs.push(("hashes", json!(self.hashes)));
        inputs.extend(self.bits_set.map(|set| ("bits_set", json!(set))));
        if self.bits_set.is_none() {
            inputs.push(("formula", self.formulas().into_iter().map(Formula::name).collect()));
        }
        inputs.extend(self.arithmetic.map(|arithmetic| ("arithmetic", json!(arithmetic.to_string()))));
        inputs.push(("without_replacement", json!(self.without_replacement)));
        inputs.push(("digits", json!(self.digits.get())));
        inputs
    }
}
