//! `bloomlab size`: the smallest filter that keeps a target rate.

mod decision;

use std::cmp::Ordering;

use bloomlab::crosscheck::{ArithmeticKind, FilterRate, Limits, evaluate};
use bloomlab::exact::{Rational, Rationals, certify};
use bloomlab::formulas::sizing::{SizingError, likely_calls, smallest};
use bloomlab::formulas::{Formula, Load};
use bloomlab::numbers::{Analytic, Arithmetic as _};
use bloomlab::{OutOfDomain, Parameter};
use serde_json::json;

use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::{Error, Instead, advised};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;
use decision::Decisions;
pub use decision::Undecided;

/// The targets that are read.
const DECIMAL: &str = "a decimal 0 < target < 1 of at most 10000 characters, its exponent from -10000 to 10000";

/// The fewest bits, over all numbers of hash functions, whose exact rate is at most a target
///
/// Beside them stand the fewest bits by the classic formula, and the exact rate of that filter. Enclosures decide every
/// comparison with the target rigorously.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab size --items 1e6 --target 0.01")]
pub struct Options {
    /// Items to be stored, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// The rate that must not be exceeded, 0 < P < 1, read as an exact decimal
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The sizes.
    ///
    /// # Errors
    /// A target out of domain, no size up to 2^63 − 1, or a comparison that cannot be decided.
    pub fn run(&self) -> Result<Answer, Error> {
        let target = self.target()?;
        let digits = self.digits.get();
        let (best, classic) = (self.smallest(Formula::Exact, &target)?, self.smallest(Formula::Classic, &target)?);
        let fields = vec![
            ("bits", Cell::Count(best.bits())),
            ("hashes", Cell::Count(best.hashes())),
            ("rate", Cell::Num(exact_rate(best, digits)?)),
            ("classic_bits", Cell::Count(classic.bits())),
            ("classic_hashes", Cell::Count(classic.hashes())),
            ("classic_true_rate", Cell::Num(exact_rate(classic, digits)?)),
        ];
        let inputs = vec![("items", json!(self.items)), ("target", json!(self.target)), ("digits", json!(digits))];
        Ok(Answer { command: "size", inputs, beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    fn target(&self) -> Result<Rational, Error> {
        let target = Rational::from_decimal(&self.target).map_err(|_| self.out_of_domain(DECIMAL))?;
        let is_a_rate = target > Rationals.zero() && target < Rationals.one();
        if is_a_rate { Ok(target) } else { Err(self.out_of_domain(DECIMAL)) }
    }

    fn out_of_domain(&self, domain: &'static str) -> Error {
        Error::Text { flag: Flag::Target, text: self.target.clone(), domain }
    }

    /// The smallest size by a formula; of several k with the same m the one with the smallest rate, then the smallest k.
    fn smallest(&self, formula: Formula, target: &Rational) -> Result<Load, Error> {
        let ln_target = certify(20, |a| a.rational(target).ln())?.to_f64();
        if ln_target.abs() < f64::MIN_POSITIVE {
            return Err(self.out_of_domain("target ≤ 1 − 10^-307"));
        }
        let decisions = Decisions::new(formula);
        let (first, calls) = likely_calls(self.items, ln_target)?;
        decisions.ask(first, calls)?;
        let found = smallest(self.items, ln_target, |load| decisions.is_at_most(load, target))
            .map_err(out_of_domain_or_undecided)?;
        let mut loads = found.hashes.into_iter().map(|hashes| Load::new(found.bits, self.items, hashes));
        let mut best = loads
            .next()
            .ok_or_else(|| OutOfDomain::new(Parameter::Items, self.items, "a filter that keeps the target"))??;
        for load in loads {
            let load = load?;
            if decisions.compare(load, best)? == Ordering::Less {
                best = load;
            }
        }
        Ok(best)
    }
}

fn out_of_domain_or_undecided(error: SizingError<Undecided>) -> Error {
    match error {
        SizingError::OutOfDomain(why) => why.into(),
        SizingError::Undecided(why) => why.into(),
    }
}

fn exact_rate(load: Load, digits: usize) -> Result<Num, Error> {
    let rate = FilterRate { formula: Formula::Exact, load };
    match evaluate(&rate, ArithmeticKind::Certified, digits, Limits::default()) {
        Ok(computed) => Ok(Num::of(&computed, digits)),
        Err(failure) => Err(Error::NoRate(advised(&failure, Some(Instead::LargerTarget)))),
    }
}
