//! `bloomlab size`: the smallest filter that keeps a target rate.

mod decision;
mod failing;
mod few_items;
mod like;
mod scheme;

use bloomlab::crosscheck::Computed;
use bloomlab::exact::{Rational, Rationals, certify};
use bloomlab::formulas::sizing::{SizingError, hashes_as_good, likely_calls, smallest, usual_hashes};
use bloomlab::formulas::{Formula, Load};
use bloomlab::numbers::{Analytic, Arithmetic as _};
use bloomlab::occupancy::MAX_SIZE;
use bloomlab::{HashingScheme, OutOfDomain, Parameter};
use serde_json::{Value, json};

use super::scheme_flags::SchemeFlags;
use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;
pub use decision::Undecided;
use decision::{Decisions, enclosing};

/// The targets that are read.
const DECIMAL: &str = "a decimal 0 < target < 1 of at most 10000 characters, its exponent from -10000 to 10000";

/// Bits of the arithmetic that a rate hardly ever needs.
const BITS_TO_SPARE: u32 = 48;

/// Digits beside those asked for that fix the bounds on a rate.
const MORE_DIGITS: usize = 5;

/// The smallest filter, over all numbers of hash functions, whose exact rate is at most a target
///
/// Every comparison with the target is rigorous. With independent positions and no --power-of-two, prints the smallest filter
/// by the classic formula too, and its exact rate.
///
/// With --scheme, positions are derived in that way. In blocks up to 64 hash functions are tried, under double hashing and
/// its kin up to 20. Under double hashing a filter with one bit more can have a higher rate: the answer is the smallest filter
/// that the search found, without a proof that none is smaller.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab size --items 1e6 --target 0.01
  bloomlab size --items 1e6 --target 0.01 --scheme split-block --power-of-two --growth 20
  bloomlab size --items 1000 --target 0.001 --like fastbloom-rs")]
pub struct Options {
    /// Items to store, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// The highest rate allowed, 0 < P < 1, read as an exact decimal
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    #[command(flatten)]
    scheme: SchemeFlags,

    /// Allow only powers of two as the number of bits
    #[arg(long)]
    power_of_two: bool,

    /// Print also the rate when this many per cent more items come than planned
    #[arg(long, value_name = "PERCENT", value_parser = growth)]
    growth: Option<u64>,

    /// Print also the size that this library allocates, and the rate of its filter
    #[arg(long, value_name = "LIBRARY", value_parser = like::parser())]
    like: Option<String>,

    #[command(flatten)]
    digits: Digits,
}

fn growth(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|percent| *percent <= 1_000_000).ok_or("needs a whole number from 0 to 1000000")
}

impl Options {
    /// The sizes.
    ///
    /// # Errors
    /// A target out of domain, no size up to 2^63 − 1, or a comparison that cannot be decided.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let target = self.target()?;
        let digits = self.digits.get();
        let scheme = self.scheme.scheme()?;
        if scheme != HashingScheme::Independent {
            return self.under_scheme(scheme, &target);
        }
        let best = self.smallest(Formula::Exact, &target)?;
        let best = if self.power_of_two { self.rounded_up(best)? } else { best };
        let mut fields = vec![
            ("bits", Field::Count(best.bits())),
            ("hashes", Field::Count(best.hashes())),
            ("rate", Field::Num(exact_rate(best, digits)?)),
        ];
        if !self.power_of_two {
            let classic = self.smallest(Formula::Classic, &target)?;
            fields.extend([
                ("classic_bits", Field::Count(classic.bits())),
                ("classic_hashes", Field::Count(classic.hashes())),
                ("classic_true_rate", Field::Num(exact_rate(classic, digits)?)),
            ]);
        }
        if let Some(items) = self.items_after_growth()? {
            let grown = Load::new(best.bits(), items, best.hashes())?;
            fields.push(("rate_after_growth", Field::Num(exact_rate(grown, digits)?)));
        }
        fields.extend(self.like_library()?);
        Ok(Answer { command: "size", inputs: self.inputs(scheme), beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    fn inputs(&self, scheme: HashingScheme) -> Vec<(&'static str, Value)> {
        let mut inputs = vec![("items", json!(self.items)), ("target", json!(self.target))];
        if self.scheme.is_given() || self.power_of_two {
            inputs.extend(self.scheme.inputs(scheme));
            inputs.push(("power_of_two", json!(self.power_of_two)));
        }
        inputs.extend(self.growth.map(|growth| ("growth", json!(growth))));
        inputs.extend(self.like.iter().map(|like| ("like", json!(like))));
        inputs.push(("digits", json!(self.digits.get())));
        inputs
    }

    /// The items when `--growth` per cent more come, rounded up.
    fn items_after_growth(&self) -> Result<Option<u64>, CommandError> {
        let grown = |growth| u128::from(self.items) * u128::from(100 + growth);
        let Some(items) = self.growth.map(|growth| grown(growth).div_ceil(100)) else { return Ok(None) };
        let too_many = || OutOfDomain::new(Parameter::Items, self.items, "items after growth ≤ 2^63 − 1");
        Ok(Some(u64::try_from(items).map_err(|_| too_many())?))
    }

    fn target(&self) -> Result<Rational, CommandError> {
        let target = Rational::from_decimal(&self.target).map_err(|_| self.out_of_domain(DECIMAL))?;
        let is_a_rate = target > Rationals.zero() && target < Rationals.one();
        if is_a_rate { Ok(target) } else { Err(self.out_of_domain(DECIMAL)) }
    }

    /// ln P.
    fn ln(&self, target: &Rational) -> Result<f64, CommandError> {
        let ln_target = certify(20, |a| a.rational(target).ln())?.to_f64();
        let is_below_one = ln_target.abs() >= f64::MIN_POSITIVE;
        if is_below_one { Ok(ln_target) } else { Err(self.out_of_domain("target ≤ 1 − 10^-307")) }
    }

    fn out_of_domain(&self, domain: &'static str) -> CommandError {
        CommandError::Text { flag: Flag::Target, text: self.target.clone(), domain }
    }

    /// The smallest size by a formula; of several k with the same m the one with the smallest rate, then the smallest k.
    fn smallest(&self, formula: Formula, target: &Rational) -> Result<Load, CommandError> {
        let ln_target = self.ln(target)?;
        let decisions = Decisions::new(formula);
        let (first, calls) = likely_calls(self.items, ln_target)?;
        decisions.ask(first, calls)?;
        let found = smallest(self.items, ln_target, |load| decisions.is_at_most(load, target))
            .map_err(out_of_domain_or_undecided)?;
        let loads: Result<Vec<_>, _> =
            found.hashes.into_iter().map(|hashes| Load::new(found.bits, self.items, hashes)).collect();
        let lowest = decisions.lowest(loads?)?;
        Ok(lowest.ok_or_else(|| self.too_many_items("a filter that keeps the target"))?)
    }

    /// The next power of two of bits, with the k of the lowest rate.
    fn rounded_up(&self, found: Load) -> Result<Load, CommandError> {
        let bits = found.bits().next_power_of_two();
        if bits > MAX_SIZE {
            return Err(self.too_many_items("bits ≤ 2^62 to keep the target").into());
        }
        if self.items == 0 {
            return Ok(found);
        }
        let usual = Load::new(bits, self.items, usual_hashes(bits as f64 / self.items as f64))?;
        let ln_rate = certify(20, |a| enclosing(usual, a.bits()).ln())?.to_f64();
        let hashes = hashes_as_good(bits, self.items, ln_rate);
        let decisions = Decisions::new(Formula::Exact);
        // every rate is computed, and of the largest k that takes up to twice its estimate
        decisions.ask(usual, 2 * (hashes.end() - hashes.start()))?;
        let loads: Result<Vec<_>, _> = hashes.map(|hashes| Load::new(bits, self.items, hashes)).collect();
        Ok(decisions.lowest(loads?)?.unwrap_or(usual))
    }

    fn too_many_items(&self, domain: &'static str) -> OutOfDomain {
        OutOfDomain::new(Parameter::Items, self.items, domain)
    }
}

fn out_of_domain_or_undecided(error: SizingError<Undecided>) -> CommandError {
    match error {
        SizingError::OutOfDomain(why) => why.into(),
        SizingError::Undecided(why) => why.into(),
    }
}

fn exact_rate(load: Load, digits: usize) -> Result<Num, CommandError> {
    let enclosed = |bits: u32| {
        let soon = enclosing(load, bits - BITS_TO_SPARE);
        if soon.is_narrower_than(digits + MORE_DIGITS) { soon } else { enclosing(load, bits) }
    };
    let rate = certify(digits, |a| enclosed(a.bits()))?.enclosure;
    Ok(Num::of(&Computed::Enclosure(rate), digits))
}
