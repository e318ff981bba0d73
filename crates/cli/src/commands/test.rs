//! `bloomlab test`: how many false positives a test of a filter may count.

use bloomlab::{Filter, RateBounds, RateTest};
use serde::Serialize;

use super::scheme_flags::SchemeFlags;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// How many false positives a test of a filter may count before it fails
///
/// The test inserts N items and queries Q others. All queries of one filter meet the same bits, so the count varies more than a
/// binomial one, which is shown beside it. With --ratio R, also prints the power against a rate R times as high (of a two-sided test on
/// both sides), and the least number of queries that detects it by too many false positives. For a static filter (xor, binary fuse) give --static.
///
/// The count is a mixture of binomial ones over the number of set bits: exact for plain filters of up to 4096 bits, static filters and a
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
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u64>,

    /// Items stored, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size, required_unless_present = "static_bits")]
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<u64>,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size, required_unless_present = "static_bits")]
    #[serde(skip_serializing_if = "Option::is_none")]
    hashes: Option<u64>,

    /// Fingerprint bits of a static filter, in place of --bits, --items and --hashes
    #[arg(long = "static", value_name = "BITS", value_parser = parse_size)]
    #[arg(conflicts_with_all = ["bits", "items", "hashes", "without_replacement", "scheme"])]
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    static_bits: Option<u64>,

    /// Queries for items that were not stored
    #[arg(long, value_name = "Q", value_parser = parse_size, required_unless_present = "while_filling")]
    #[serde(skip_serializing_if = "Option::is_none")]
    queries: Option<u64>,

    /// The queries are the items, each asked before it is inserted
    #[arg(long, conflicts_with_all = ["queries", "filters", "static_bits"])]
    while_filling: bool,

    /// A bound that is given, in place of one at --alpha: prints the probability of more false positives
    #[arg(long, value_name = "C", value_parser = parse_size, conflicts_with_all = ["alpha", "two_sided", "ratio", "power"])]
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
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
    /// The bounds.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let mut test = self.tested()?.spread_over(self.filters)?.at_level(self.alpha)?.with_power(self.power)?;
        if self.two_sided {
            test = test.two_sided();
        }
        if let Some(ratio) = self.ratio {
            test = test.against(ratio)?;
        }
        if let Some(bound) = self.bound {
            let exceeds = Field::Brief(Num::double(test.exceeds(bound)?, self.digits.get()));
            let rows = vec![Row::new([("bound", Field::Count(bound)), ("exceeds", exceeds)])];
            return Ok(Answer::new("test", Inputs::of(self), rows));
        }
        let bounds = test.bounds()?;
        let rows = vec![Row::new(self.fields(&bounds))];
        Ok(Answer { command: "test", inputs: Inputs::of(self), beside: assertions(&bounds), rows })
    }

    fn tested(&self) -> Result<RateTest, CommandError> {
        if let Some(bits) = self.static_bits {
            return Ok(RateTest::of_static(bits, self.queries.unwrap_or_default())?);
        }
        let [bits, items, hashes] = [self.bits, self.items, self.hashes].map(Option::unwrap_or_default);
        let mut filter = Filter::new(bits, hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        if let Some(scheme) = self.scheme.given()? {
            filter = filter.under(scheme)?;
        }
        let filter = filter.holding(items)?;
        Ok(if self.while_filling {
            RateTest::while_filling(filter)?
        } else {
            RateTest::of(filter, self.queries.unwrap_or_default())?
        })
    }

    fn fields(&self, bounds: &RateBounds) -> Vec<(&'static str, Field)> {
        let number = |value| Field::Brief(Num::double(value, self.digits.get()));
        let mut fields = vec![
            ("expected", number(bounds.expected)),
            ("standard_deviation", number(bounds.standard_deviation)),
            ("upper", Field::Count(bounds.upper)),
            ("lower", bounds.lower.map_or(Field::Undefined, Field::Count)),
            ("alpha", number(bounds.alpha)),
            ("binomial_upper", Field::Count(bounds.binomial_upper)),
            ("binomial_alpha", number(bounds.binomial_alpha)),
            ("least_ratio", bounds.least_ratio.map_or(Field::Undefined, number)),
        ];
        if let Some(power) = bounds.power {
            fields.push(("power", number(power)));
            fields.push(("least_queries", bounds.least_queries.map_or(Field::Undefined, Field::Count)));
        }
        fields.push(("kind", Field::Text(if bounds.is_exact { "exact" } else { "approximate" }.to_owned())));
        fields
    }
}

/// A line for a test, by language.
fn assertions(bounds: &RateBounds) -> Vec<(&'static str, Field)> {
    let fails = bounds.upper.saturating_add(1);
    let about = if bounds.is_exact { "" } else { "about " };
    let why = format!("a correct filter fails with probability {about}{:.1e}", bounds.alpha);
    let inside = match bounds.lower {
        Some(least) => format!("{least} <= positives && positives < {fails}"),
        None => format!("positives < {fails}"),
    };
    let (pythonic, outside) = match bounds.lower {
        Some(least) => {
            (format!("{least} <= positives < {fails}"), format!("positives < {least} || positives >= {fails}"))
        }
        None => (format!("positives < {fails}"), format!("positives >= {fails}")),
    };
    let lines = [
        ("rust", format!("assert!({inside}); // {why}")),
        ("python", format!("assert {pythonic}  # {why}")),
        ("java", format!("assertTrue({inside}); // {why}")),
        ("cpp", format!("assert({inside}); // {why}")),
        ("go", format!("if {outside} {{ t.Errorf(\"%d false positives\", positives) }} // {why}")),
    ];
    lines.into_iter().map(|(language, line)| (language, Field::Text(line))).collect()
}
