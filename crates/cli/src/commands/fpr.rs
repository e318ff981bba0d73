//! `bloomlab fpr`: the false-positive rate of one filter.

mod fingerprints;

use bloomlab::crosscheck::{ArithmeticKind, Outcome};
use bloomlab::{Filter, Formula, HashingScheme, RateTest};
use clap::builder::PossibleValuesParser;
use serde::Serialize;

use super::shared::{Digits, SchemeFlags};
use super::test::kind;
use crate::answer::{Answer, Field, Row, failed, text_if_given};
use crate::error::{CommandError, failure};
use crate::items_argument::{ItemsArgument, parse_items, quantile};
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};
use fingerprints::Fingerprinted;

/// The false-positive rate of one filter, exact and certified, and by the usual formulas
///
/// Without --formula, prints the exact rate, the classic formula, its limit and Bloom's formula of 1970. Without
/// --arithmetic, the exact rate is certified and the formulas are in f64. Relative errors are against the certified exact
/// rate.
///
/// With --scheme or --hash-bits, prints the exact rate with positions derived in that way, then the rates of independent
/// positions and of the classic formula, each with its excess over independent positions.
///
/// With --asked Q, a query asks for Q items, and is positive if all are reported; with --any Q, if any is. The kind is exact, or
/// approximate if the number of set bits is taken as normal.
///
/// With --filter, the rate of a filter of fingerprints of given bits. `highest_load` is the load from which insertions fail in simulations.
///
/// With --items LOW..HIGH, all equally likely, prints the rate with the median and with the largest number.
#[derive(Debug, clap::Args, Serialize)]
#[command(group = clap::ArgGroup::new("content").args(["items", "bits_set"]).required(true))]
#[command(after_help = "Examples:
  bloomlab fpr --bits 2^20 --items 100k --hashes 7
  bloomlab fpr -m 32 -n 4 -k 5 --formula all --arithmetic rational --digits 30
  bloomlab fpr -m 1024 -n 102 -k 7 --scheme double
  bloomlab fpr -m 10M -n 500k..2M -k 7
  bloomlab fpr -m 80056 -n 10k -k 5 --scheme overlapping --block-bits 64 --stride 8
  bloomlab fpr -m 2048 -n 400 -k 3 --asked 4
  bloomlab fpr --filter cuckoo --slots 2^20 --fingerprint-bits 16 -n 1M
  bloomlab fpr -m 1024 --bits-set 512 -k 7 --without-replacement --format json")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits, required_unless_present = "filter")]
    bits: Option<u64>,

    /// Items stored, n; LOW..HIGH if they are not known
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_items)]
    items: Option<ItemsArgument>,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size, required_unless_present = "filter")]
    hashes: Option<u64>,

    /// Bits found set, instead of --items
    #[arg(long, value_name = "B", value_parser = parse_size)]
    #[arg(conflicts_with_all = ["formula", "scheme", "hash_bits"])]
    bits_set: Option<u64>,

    /// A formula, or all of them; may be repeated
    #[arg(short = 'f', long, value_name = "NAME", value_parser = formula_names())]
    #[arg(conflicts_with_all = ["scheme", "hash_bits"])]
    formula: Vec<String>,

    /// Arithmetic: f64, f64-naive, mpfr:BITS, rational, enclosure:BITS or certified; BITS from 2 to 1048576
    #[arg(short = 'a', long)]
    #[serde(serialize_with = "text_if_given")]
    arithmetic: Option<ArithmeticKind>,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long, conflicts_with_all = ["scheme", "hash_bits"])]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    /// Derive all positions of an item from one hash of this many bits, up to 256
    #[arg(long, value_name = "H", value_parser = parse_size)]
    hash_bits: Option<u64>,

    /// Items of a query that is positive if all are reported, none of them stored
    #[arg(long, value_name = "Q", value_parser = parse_size)]
    #[arg(conflicts_with_all = ["formula", "arithmetic", "scheme", "hash_bits", "without_replacement"])]
    asked: Option<u64>,

    /// Items of a query that is positive if any is reported, none of them stored
    #[arg(long, value_name = "Q", value_parser = parse_size)]
    #[arg(conflicts_with_all = ["formula", "arithmetic", "hash_bits", "bits_set", "asked"])]
    any: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    fingerprints: Fingerprinted,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

/// The name of all formulas.
const ALL: &str = "all";

fn formula_names() -> PossibleValuesParser {
    Formula::ALL.iter().map(|formula| formula.name()).chain([ALL]).collect::<Vec<_>>().into()
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let digits = self.digits.digits;
        // a query for items of which all are to be reported has the positions of all of them
        let all = self.bits_set.and(self.asked).unwrap_or(1);
        let mut filter = match (self.bits, self.hashes) {
            (Some(bits), Some(hashes)) => {
                self.scheme.filter(bits, hashes.saturating_mul(all), self.without_replacement)?
            }
            _ => Filter::new(1, 1)?,
        };
        if let Some(bits) = self.hash_bits {
            filter = filter.hash_bits(bits)?;
        }
        let known = match &self.items {
            Some(ItemsArgument::Range(least, most, text)) => return self.between(filter, (*least, *most), text),
            Some(ItemsArgument::Known(items)) => *items,
            None => 0,
        };
        if let Some(row) = self.several(filter, known)?.or(self.fingerprints.row(known, digits)?) {
            return Ok(Answer::new("fpr", self, vec![row]));
        }
        let scheme = self.scheme.given()?.or(self.hash_bits.map(|_| HashingScheme::Independent));
        let rows = match (self.bits_set, known) {
            (Some(set), _) => {
                let arithmetic = self.arithmetic.unwrap_or(ArithmeticKind::Certified);
                vec![filter.with_bits_set(set)?.evaluated(arithmetic, digits)?]
            }
            (None, items) if scheme.is_some() => {
                filter.holding(items)?.beside_independent(self.arithmetic, digits)?.into()
            }
            (None, items) => filter.holding(items)?.by_formulas(&self.formulas(), self.arithmetic, digits)?,
        };
        // whatever else there is, the exact rate is what was asked for
        let exact = rows.iter().position(|row| row.formula == Formula::Exact.name());
        let rows = rows.iter().map(|row| fields(row, scheme, digits)).collect();
        Ok(Answer::new("fpr", self, rows).requiring("no exact rate", exact))
    }

    /// The rate of queries for several items, if they are asked for.
    fn several(&self, filter: Filter, items: u64) -> Result<Option<Row>, CommandError> {
        let digits = self.digits.digits;
        let (name, asked, rate, is_exact) = match (self.asked, self.any) {
            (Some(asked), _) if self.bits_set.is_none() => {
                let rate = filter.holding(items)?.certified_all_of(asked, digits)?;
                ("asked", asked, Num::bracketed(&rate.enclosure, digits).field(), true)
            }
            (_, Some(any)) => {
                let (rate, _, is_exact) = RateTest::of(filter.holding(items)?, any)?.exceeds(0)?;
                ("any", any, Num::double(rate, digits).in_brief(), is_exact)
            }
            _ => return Ok(None),
        };
        Ok(Some(vec![(name, Field::Count(asked)), ("rate", rate), kind(is_exact)]))
    }

    /// The rate with the median of the items and at worst, in double precision.
    fn between(&self, filter: Filter, (least, most): (u64, u64), text: &str) -> Result<Answer, CommandError> {
        let given = [
            ("--formula", !self.formula.is_empty()),
            ("--arithmetic", self.arithmetic.is_some()),
            ("--hash-bits", self.hash_bits.is_some()),
            ("--filter", self.bits.is_none()),
            ("--asked", self.asked.is_some()),
            ("--any", self.any.is_some()),
        ];
        CommandError::with_a_range(&given, text)?;
        let row = |items: u64| {
            Ok(vec![
                ("formula", Field::text(Formula::Exact.name())),
                ("items", Field::Count(items)),
                ("arithmetic", Field::text(ArithmeticKind::F64)),
                ("rate", Num::double(filter.holding(items)?.rate()?, self.digits.digits).field()),
            ])
        };
        let rows = [quantile(least, most, 0.5), most].into_iter().map(row).collect::<Result<_, CommandError>>()?;
        Ok(Answer::new("fpr", self, rows))
    }

    fn formulas(&self) -> Vec<Formula> {
        if self.formula.is_empty() {
            return vec![Formula::Exact, Formula::Classic, Formula::ClassicLimit, Formula::Bloom1970];
        }
        let mut formulas = Vec::new();
        for name in &self.formula {
            let named = if name == ALL { Formula::ALL.to_vec() } else { name.parse().into_iter().collect() };
            formulas.extend(named.into_iter().filter(|formula| !formulas.contains(formula)).collect::<Vec<_>>());
        }
        formulas
    }
}

/// A rate; if positions are derived by a scheme, with its excess over that of independent positions.
fn fields(row: &Outcome, scheme: Option<HashingScheme>, digits: usize) -> Row {
    let mut fields = vec![("formula", Field::text(row.formula))];
    let is_exact = row.formula == Formula::Exact.name();
    let of_row = scheme.map(|scheme| if is_exact { scheme } else { HashingScheme::Independent });
    fields.extend(of_row.map(|scheme| ("scheme", Field::text(scheme.name()))));
    fields.push(("arithmetic", Field::text(row.arithmetic)));
    let rate = match &row.result {
        Ok(rate) => rate,
        Err(why) => return failed(fields, failure(why)),
    };
    let name = if scheme.is_some() { "excess" } else { "relative_error" };
    let difference = Num::difference(&rate.relative_error, digits, rate.value.is_enclosure());
    fields.extend([("rate", Num::of(&rate.value, digits).field()), (name, difference)]);
    fields
}
