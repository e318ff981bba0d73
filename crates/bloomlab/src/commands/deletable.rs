//! `bloomlab deletable`: filters from which items can sometimes be deleted.

use deletable::{Filter, Parameters, double, finite, published};
use formulas::Precision;
use numbers::AnalyticArithmetic;
use serde_json::json;

use crate::answer::{Answer, Cell, Row};
use crate::arithmetic::Arithmetic;
use crate::cost::Cost;
use crate::digits::Digits;
use crate::error::Error;
use crate::evaluate::{Failure, Quantity, evaluate};
use crate::num::Num;
use crate::size_argument::parse_size;

/// How often an item can be deleted, and the false-positive rate before and after deletions
///
/// Exact for the filter as built. With --deleted R: N + R items were inserted and R of them deleted; deletability and rate
/// are those at N + R, rate_after_deletions that of the N that stay.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab deletable --filter dfp --bits 2^18 --items 2^14 --hashes 4
  bloomlab deletable -f dlbf --region-bits 8 -m 2^18 -n 2^14 -k 4 --deleted 3000 --arithmetic certified")]
pub struct Options {
    /// The filter
    #[arg(short = 'f', long, value_enum)]
    filter: Kind,

    /// Memory in bits, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Items that stay, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Items inserted and deleted again, r
    #[arg(short = 'r', long, value_name = "R", default_value = "0", value_parser = parse_size)]
    deleted: u64,

    /// Bits of a region, for dlbf
    #[arg(short = 'b', long, value_name = "B", value_parser = parse_size)]
    region_bits: Option<u64>,

    /// f64, mpfr:BITS, rational, enclosure:BITS or certified
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: Arithmetic,

    #[command(flatten)]
    digits: Digits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Two-bit fingerprints (Kwon et al.)
    Dfp,
    /// Ternary cells of two bits
    Tbf,
    /// Ternary cells, five to a byte
    TbfPacked,
    /// Quaternary cells
    Qbf,
    /// Regions with a collision bitmap; needs --region-bits
    Dlbf,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Dfp => "dfp",
            Kind::Tbf => "tbf",
            Kind::TbfPacked => "tbf-packed",
            Kind::Qbf => "qbf",
            Kind::Dlbf => "dlbf",
        }
    }
}

impl Options {
    /// The answer.
    ///
    /// # Errors
    /// Parameters out of domain, or digits the arithmetic does not have.
    pub fn run(&self) -> Result<Answer, Error> {
        let domain = |error: deletable::ParameterError| Error::Domain(error.to_string());
        let p = Parameters::new(self.kind()?, self.bits, self.items, self.deleted, self.hashes).map_err(domain)?;
        let mut fields = vec![("filter", Cell::Text(self.filter.name().to_owned())), ("cells", Cell::Count(p.cells()))];
        let all = [
            ("deletability", What::Deletability),
            ("rate", What::Rate),
            ("rate_after_deletions", What::RateAfterDeletions),
        ];
        for (name, what) in all {
            fields.push((name, Cell::Num(self.number(&p, what)?)));
        }
        if self.filter == Kind::Dlbf {
            let digits = self.digits.get();
            fields.push((
                "published_deletability",
                match evaluate(&Of(p, What::PublishedDeletability), self.arithmetic, digits) {
                    Ok(value) => Cell::Num(value.num(digits)),
                    Err(_) => Cell::Undefined, // an exponential, which rationals lack
                },
            ));
        }
        let mut inputs = vec![
            ("filter", json!(self.filter.name())),
            ("bits", json!(self.bits)),
            ("items", json!(self.items)),
            ("hashes", json!(self.hashes)),
            ("deleted", json!(self.deleted)),
        ];
        inputs.extend(self.region_bits.map(|bits| ("region_bits", json!(bits))));
        inputs.push(("arithmetic", json!(self.arithmetic.to_string())));
        inputs.push(("digits", json!(self.digits.get())));
        Ok(Answer { command: "deletable", inputs, beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    fn kind(&self) -> Result<Filter, Error> {
        match (self.filter, self.region_bits) {
            (Kind::Dlbf, Some(region_bits)) => Ok(Filter::DlBf { region_bits }),
            (Kind::Dlbf, None) => Err(Error::Domain("--filter dlbf needs --region-bits".to_owned())),
            (filter, Some(bits)) => {
                let name = filter.name();
                Err(Error::Domain(format!("--region-bits {bits} needs --filter dlbf, got --filter {name}")))
            }
            (Kind::Dfp, None) => Ok(Filter::DFp),
            (Kind::Tbf, None) => Ok(Filter::Tbf),
            (Kind::TbfPacked, None) => Ok(Filter::TbfPacked),
            (Kind::Qbf, None) => Ok(Filter::Qbf),
        }
    }

    /// In doubles by the route that keeps its digits.
    fn number(&self, p: &Parameters, what: What) -> Result<Num, Error> {
        let digits = self.digits.get();
        let of = Of(*p, what);
        if self.arithmetic == Arithmetic::F64 {
            of.cost(Precision::Fixed)
                .check(Arithmetic::F64, 64)
                .map_err(|failure| Error::Failed(failure.to_string()))?;
            let value = match what {
                What::Rate => double::rate(p),
                What::RateAfterDeletions => double::rate_after_deletions(p),
                What::Deletability | What::PublishedDeletability => double::deletability(p),
            };
            return value.map(|value| Num::double(value, digits)).map_err(|why| Error::Failed(why.to_string()));
        }
        let value = evaluate(&of, self.arithmetic, digits).map_err(|failure| Error::Failed(failure.to_string()))?;
        Ok(value.num(digits))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Deletability,
    Rate,
    RateAfterDeletions,
    PublishedDeletability,
}

/// One quantity of one filter.
struct Of(Parameters, What);

impl Quantity for Of {
    fn algebraic<A: numbers::Arithmetic>(&self, a: &A, _: Precision) -> Result<A::Number, Failure> {
        let Of(p, what) = self;
        match what {
            What::Deletability => Ok(finite::deletability(a, p)),
            What::Rate => Ok(finite::rate(a, p)),
            What::RateAfterDeletions => Ok(finite::rate_after_deletions(a, p)),
            What::PublishedDeletability => Err(Failure::OutOfDomain("needs an exponential".to_owned())),
        }
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure> {
        match self.1 {
            What::PublishedDeletability => Ok(published::published_dlbf_deletability(a, &self.0).unwrap_or(a.zero())),
            _ => self.algebraic(a, precision),
        }
    }

    fn cost(&self, _: Precision) -> Cost {
        let Of(p, _) = self;
        let k = p.hashes() as f64 + 1.0;
        let cells = match p.filter() {
            // sets of cells in up to k regions
            Filter::DlBf { region_bits } => k * region_bits as f64,
            _ => k,
        };
        let steps = 64.0 * k * k * cells * cells;
        let positions = k * p.inserted() as f64 + k;
        Cost { steps, numbers: 8.0 * k * cells, rational_bits: 2.0 * positions * (p.cells() as f64 + 1.0).log2() }
    }
}
