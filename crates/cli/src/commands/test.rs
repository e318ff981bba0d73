//! `bloomlab test`: how many false positives a test of a filter may count.

use bloomlab::{Certainty, Filter, RateBounds, RateTest};
use serde::Serialize;

use super::scheme_flags::SchemeFlags;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// How many false positives a test of a filter may count before it fails
///
/// The test inserts N items and queries Q others. All queries of one filter meet the same bits, so the count varies more than a
/// binomial one, which is shown beside it. With --ratio R, also prints the power against a rate R times as high (of a two-sided test on
/// both sides), and the least number of queries that detects it by too many false positives. For a static filter (xor, binary fuse) give --static.
///
/// The kind of an answer is exact (independent positions, blocks, static filters, a filter for each query), bound (slices, few blocks,
/// distinct positions of many items) or approximate (double hashing and other walks); proven bounds of a walk are printed below it where
/// they are of use.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab test --bits 9586 --items 1000 --hashes 7 --queries 10k
  bloomlab test -m 9586 -n 1000 -k 7 --queries 100k --ratio 1.5 --two-sided
  bloomlab test -m 2^20 -n 100k -k 8 --scheme split-block --queries 200k --filters 10
  bloomlab test --static 8 --queries 1M --alpha 1e-9")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size, required_unless_present = "static_bits")]
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
    #[arg(long, value_name = "Q", value_parser = parse_size)]
    queries: u64,

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
    ///
    /// # Errors
    /// Parameters out of domain, or what takes too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let mut test = self.tested()?.spread_over(self.filters)?.at_level(self.alpha)?.with_power(self.power)?;
        if self.two_sided {
            test = test.two_sided();
        }
        if let Some(ratio) = self.ratio {
            test = test.against(ratio)?;
        }
        let bounds = test.bounds()?;
        let mut rows = vec![Row::new(self.fields(&bounds))];
        if bounds.certainty == Certainty::Approximate {
            rows.extend(test.proven_bounds()?.map(|proven| Row::new(self.fields(&proven))));
        }
        let mut beside = assertions(&bounds);
        let refused = bounds.least_queries_refused.map(CommandError::from);
        beside.extend(refused.map(|why| ("least_queries", Field::Text(why.to_string()))));
        Ok(Answer { command: "test", inputs: Inputs::of(self), beside, rows })
    }

    fn tested(&self) -> Result<RateTest, CommandError> {
        if let Some(bits) = self.static_bits {
            return Ok(RateTest::of_static(bits, self.queries)?);
        }
        let [bits, items, hashes] = [self.bits, self.items, self.hashes].map(Option::unwrap_or_default);
        let mut filter = Filter::new(bits, hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        if let Some(scheme) = self.scheme.given()? {
            filter = filter.under(scheme)?;
        }
        Ok(RateTest::of(filter.holding(items)?, self.queries)?)
    }

    fn fields(&self, bounds: &RateBounds) -> Vec<(&'static str, Field)> {
        let number = |value| Field::Brief(Num::double(value, self.digits.get()));
        let mut fields = vec![
            ("expected", number(bounds.expected)),
            ("standard_deviation", bounds.standard_deviation.map_or(Field::Undefined, number)),
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
        fields.push(("kind", Field::Text(bounds.certainty.name().to_owned())));
        fields
    }
}

/// A line for a test, by language.
fn assertions(bounds: &RateBounds) -> Vec<(&'static str, Field)> {
    let fails = bounds.upper.saturating_add(1);
    let about = match bounds.certainty {
        Certainty::Bound => "at most ",
        Certainty::Approximate => "about ",
        _ => "",
    };
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
