//! `bloomlab deletable`: filters from which items can sometimes be deleted.

use bloomlab_crosscheck::{Arithmetic, DeletableValue, Limits, Wanted, evaluate};
use bloomlab_deletable::{Filter, MOST_HASHES, MOST_REGION_BITS, ParameterError, Parameters};
use serde_json::{Value, json};

use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::Error;
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
    #[command(flatten)]
    stored: Stored,

    /// f64, mpfr:BITS, rational, enclosure:BITS or certified
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: Arithmetic,

    #[command(flatten)]
    digits: Digits,
}

/// A filter and what is in it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Stored {
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
}

impl Stored {
    /// The validated parameters.
    pub(super) fn parameters(&self) -> Result<Parameters, Error> {
        let parameters = Parameters::new(self.kind()?, self.bits, self.items, self.deleted, self.hashes);
        parameters.map_err(|error| Error::Domain(self.out_of_domain(error)))
    }

    /// The filter's name, with its cells.
    pub(super) fn fields(&self, parameters: &Parameters) -> Vec<(&'static str, Cell)> {
        vec![("filter", Cell::Text(self.filter.name().to_owned())), ("cells", Cell::Count(parameters.cells()))]
    }

    /// By the names of the flags.
    pub(super) fn inputs(&self) -> Vec<(&'static str, Value)> {
        let mut inputs = vec![
            ("filter", json!(self.filter.name())),
            ("bits", json!(self.bits)),
            ("items", json!(self.items)),
            ("hashes", json!(self.hashes)),
            ("deleted", json!(self.deleted)),
        ];
        inputs.extend(self.region_bits.map(|bits| ("region_bits", json!(bits))));
        inputs
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

    /// The flags behind a parameter outside its domain.
    fn out_of_domain(&self, error: ParameterError) -> String {
        let Self { bits, items, hashes, deleted, .. } = self;
        match error {
            ParameterError::Bits { least, .. } => {
                let regions = self.region_bits.map(|bits| format!(" with --region-bits {bits}")).unwrap_or_default();
                format!(
                    "--bits {bits} is out of range: --filter {}{regions} needs at least {least}",
                    self.filter.name()
                )
            }
            ParameterError::Hashes { .. } => format!("--hashes {hashes} is out of range: needs 1 … {MOST_HASHES}"),
            ParameterError::NoItems => {
                format!("--items {items} with --deleted {deleted}: at least one item must be inserted")
            }
            ParameterError::Positions { .. } => format!(
                "--hashes {hashes} with --items {items} and --deleted {deleted} is out of range: k(n + r) must be at most \
                 2^63 − 1"
            ),
            ParameterError::RegionBits { region_bits } => {
                format!("--region-bits {region_bits} is out of range: needs 1 … {MOST_REGION_BITS}")
            }
            error @ ParameterError::FingerprintBits { .. } => error.to_string(), // no filter here has them
        }
    }
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
        let p = self.stored.parameters()?;
        let mut fields = self.stored.fields(&p);
        let all = [
            ("deletability", Wanted::Deletability),
            ("rate", Wanted::Rate),
            ("rate_after_deletions", Wanted::RateAfterDeletions),
        ];
        for (name, what) in all {
            fields.push((name, Cell::Num(self.number(&p, what)?)));
        }
        if self.stored.filter == Kind::Dlbf {
            // an exponential, which rationals lack
            let published = self.number(&p, Wanted::PublishedDeletability).map_or(Cell::Undefined, Cell::Num);
            fields.push(("published_deletability", published));
        }
        let mut inputs = self.stored.inputs();
        inputs.push(("arithmetic", json!(self.arithmetic.to_string())));
        inputs.push(("digits", json!(self.digits.get())));
        Ok(Answer { command: "deletable", inputs, beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    fn number(&self, p: &Parameters, what: Wanted) -> Result<Num, Error> {
        let digits = self.digits.get();
        let value = evaluate(&DeletableValue(*p, what), self.arithmetic, digits, Limits::default());
        let failed = |failure| Error::Failed(format!("--arithmetic {}: {failure}", self.arithmetic));
        value.map(|value| Num::of(&value, digits)).map_err(failed)
    }
}
