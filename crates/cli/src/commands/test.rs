//! `bloomlab test`: how many false positives a test of a filter may count.

use bloomlab::{RateBounds, RateTest};
use serde::Serialize;

use super::shared::{Digits, SchemeFlags};
use crate::answer::{Answer, Field, Row, UNDEFINED};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// How many false positives a test of a filter may count before it fails
///
/// The test inserts N items and queries Q others. All queries of one filter meet the same bits, so the count varies more than a
/// binomial one, which is shown next to it. With --ratio R, also prints the power against a rate R times as high (of a two-sided test on
/// both sides), and the least number of queries that detects it by too many false positives. For a static filter (xor, binary fuse) give --static.
///
/// The count is a mixture of binomial ones over the number of set bits: exact for plain filters of up to 2^15 bits, static filters and a
/// filter for each query; of others the set bits, or the mean over the blocks, are normal or nearly so, and the mean is exact. With --bound,
/// prints how often a correct filter fails a bound that is given; with --while-filling, every item is a query before it is inserted.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab test --bits 9586 --items 1000 --hashes 7 --queries 10k
  bloomlab test -m 9586 -n 1000 -k 7 --queries 100k --ratio 1.5 --two-sided
  bloomlab test -m 2^20 -n 100k -k 8 --scheme split-block --queries 200k --filters 10
  bloomlab test -m 9586 -n 1000 -k 7 --queries 10k --bound 120
  bloomlab test -m 9586 -n 1000 -k 7 --while-filling
  bloomlab test --static 8 --queries 1M --alpha 1e-9")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits, required_unless_present = "static_bits")]
    bits: Option<u64>,

    /// Items stored, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size, required_unless_present = "static_bits")]
    items: Option<u64>,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size, required_unless_present = "static_bits")]
    hashes: Option<u64>,

    /// Fingerprint bits of a static filter, in place of --bits, --items and --hashes
    #[arg(long = "static", value_name = "BITS", value_parser = parse_size)]
    #[arg(conflicts_with_all = ["bits", "items", "hashes", "without_replacement", "scheme"])]
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    static_bits: Option<u64>,

    /// Queries for items that were not stored
    #[arg(long, value_name = "Q", value_parser = parse_size, required_unless_present = "while_filling")]
    queries: Option<u64>,

    /// The queries are the items, each asked before it is inserted
    #[arg(long, conflicts_with_all = ["queries", "filters", "static_bits"])]
    while_filling: bool,

    /// A bound that is given, in place of one at --alpha: prints the probability of more false positives
    #[arg(long, value_name = "C", value_parser = parse_size, conflicts_with_all = ["alpha", "two_sided", "ratio", "power"])]
    bound: Option<u64>,

    /// Filters that the queries are spread over, evenly; as many as queries: a filter for each
    #[arg(long, value_name = "F", default_value = "1", value_parser = parse_size)]
    filters: u64,

    /// The probability with which a correct filter may fail
    #[arg(long, value_name = "P", default_value_t = RateTest::USUAL_ALPHA)]
    alpha: f64,

    /// Fail on too few false positives as well
    #[arg(long)]
    two_sided: bool,

    /// Also print the power against a rate this many times as high
    #[arg(long, value_name = "R")]
    ratio: Option<f64>,

    /// The probability with which the test should detect such a rate
    #[arg(long, value_name = "P", default_value_t = RateTest::USUAL_POWER)]
    power: f64,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long, conflicts_with = "scheme")]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let mut test = self.tested()?;
        (test.filters, test.alpha, test.two_sided) = (self.filters, self.alpha, self.two_sided);
        (test.ratio, test.power) = (self.ratio, self.power);
        if let Some(bound) = self.bound {
            let (exceeds, expected, is_exact) = test.exceeds(bound)?;
            let row = vec![
                ("expected", self.number(expected)),
                ("bound", Field::Count(bound)),
                ("exceeds", self.number(exceeds)),
                kind(is_exact),
            ];
            return Ok(Answer::new("test", self, vec![row]));
        }
        let bounds = test.bounds()?;
        Ok(Answer::new("test", self, vec![self.fields(&bounds)]).beside(assertions(&bounds)))
    }

    fn tested(&self) -> Result<RateTest, CommandError> {
        let queries = self.queries.unwrap_or_default();
        if let Some(bits) = self.static_bits {
            return Ok(RateTest::of_static(bits, queries)?);
        }
        let [bits, items, hashes] = [self.bits, self.items, self.hashes].map(Option::unwrap_or_default);
        let filter = self.scheme.filter(bits, hashes, self.without_replacement)?.holding(items)?;
        Ok(if self.while_filling { RateTest::while_filling(filter)? } else { RateTest::of(filter, queries)? })
    }

    fn number(&self, value: f64) -> Field {
        Num::double(value, self.digits.digits).in_brief()
    }

    fn fields(&self, bounds: &RateBounds) -> Row {
        let number = |value| self.number(value);
        let count = |value: Option<u64>| value.map_or(UNDEFINED, Field::Count);
        let mut fields = vec![
            ("expected", number(bounds.expected)),
            ("standard_deviation", number(bounds.standard_deviation)),
            ("upper", Field::Count(bounds.upper)),
            ("lower", count(bounds.lower)),
            ("alpha", number(bounds.alpha)),
            ("binomial_upper", Field::Count(bounds.binomial_upper)),
            ("binomial_alpha", number(bounds.binomial_alpha)),
            ("least_ratio", bounds.least_ratio.map_or(UNDEFINED, number)),
        ];
        if let Some(power) = bounds.power {
            fields.extend([("power", number(power)), ("least_queries", count(bounds.least_queries))]);
        }
        fields.push(kind(bounds.is_exact));
        fields
    }
}

/// The kind of a probability.
pub fn kind(is_exact: bool) -> (&'static str, Field) {
    ("kind", Field::text(if is_exact { "exact" } else { "approximate" }))
}

/// A line for a test, by language.
fn assertions(bounds: &RateBounds) -> Row {
    let fails = bounds.upper.saturating_add(1);
    let about = if bounds.is_exact { "" } else { "about " };
    let why = format!("a correct filter fails with probability {about}{:.1e}", bounds.alpha);
    let at_least = |text: &dyn Fn(u64) -> String| bounds.lower.map_or_else(String::new, text);
    let inside = at_least(&|least| format!("{least} <= positives && ")) + &format!("positives < {fails}");
    let pythonic = at_least(&|least| format!("{least} <= ")) + &format!("positives < {fails}");
    let outside = at_least(&|least| format!("positives < {least} || ")) + &format!("positives >= {fails}");
    vec![
        ("rust", Field::Text(format!("assert!({inside}); // {why}"))),
        ("python", Field::Text(format!("assert {pythonic}  # {why}"))),
        ("java", Field::Text(format!("assertTrue({inside}); // {why}"))),
        ("cpp", Field::Text(format!("assert({inside}); // {why}"))),
        ("go", Field::Text(format!("if {outside} {{ t.Errorf(\"%d false positives\", positives) }} // {why}"))),
    ]
}
