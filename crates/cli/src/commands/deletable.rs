//! `bloomlab deletable`: filters from which items can sometimes be deleted.

use bloomlab::crosscheck::{
    ArithmeticKind, DeletableMeasure, DeletableValue, Demand, Failure, Limits, Quantity, TimeBudget, evaluate_within,
};
use bloomlab::deletable::Parameters;
use bloomlab::exact::Rationals;
use bloomlab::numbers::{Double, TooLarge};
use bloomlab::occupancy::DeletableKind;
use bloomlab::occupancy::search::last;
use clap::ValueEnum;
use serde_json::{Value, json};

use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead};
use crate::flag::Flag;
use crate::num::{Num, probability};
use crate::size_argument::parse_size;

/// How often an item can be deleted, and the false-positive rate before and after deletions
///
/// The values are exact for the filter as built. With --deleted R, N + R items are inserted and R of them deleted: deletability and rate
/// are those of N + R items, rate_after_deletions is that of the N that stay.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab deletable --filter dfp --bits 2^18 --items 2^14 --hashes 4
  bloomlab deletable -f dlbf --region-bits 8 -m 2^18 -n 2^14 -k 4 --deleted 3000 --arithmetic certified")]
pub struct Options {
    #[command(flatten)]
    stored: Stored,

    /// Arithmetic: f64, f64-naive, mpfr:BITS, rational, enclosure:BITS or certified; BITS from 2 to 1048576
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: ArithmeticKind,

    #[command(flatten)]
    digits: Digits,
}

/// The quantities by the names of their fields.
const MEASURES: [(&str, DeletableMeasure); 3] = [
    ("deletability", DeletableMeasure::Deletability),
    ("rate", DeletableMeasure::Rate),
    ("rate_after_deletions", DeletableMeasure::RateAfterDeletions),
];

/// A filter and what is in it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Stored {
    /// The filter
    #[arg(short = 'f', long, value_enum)]
    filter: FilterName,

    /// Memory in bits, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Items in the filter at the end, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// Hash functions, k, at most 32
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Items inserted and then deleted, r
    #[arg(short = 'r', long, value_name = "R", default_value = "0", value_parser = parse_size)]
    deleted: u64,

    /// Bits of a region, at most 1024; for dlbf only
    #[arg(short = 'b', long, value_name = "B", value_parser = parse_size)]
    region_bits: Option<u64>,
}

impl Stored {
    /// The validated parameters.
    pub(super) fn parameters(&self) -> Result<Parameters, CommandError> {
        Ok(Parameters::new(self.kind()?, self.bits, self.items, self.deleted, self.hashes)?)
    }

    /// The filter's name, with its cells.
    pub(super) fn fields(&self, parameters: &Parameters) -> Vec<(&'static str, Field)> {
        vec![("filter", Field::Text(self.filter.name())), ("cells", Field::Count(parameters.cells()))]
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

    fn kind(&self) -> Result<DeletableKind, CommandError> {
        match (self.filter, self.region_bits) {
            (FilterName::Dlbf, Some(region_bits)) => Ok(DeletableKind::Dlbf { region_bits }),
            (FilterName::Dlbf, None) => {
                Err(CommandError::Incomplete { given: format!("{} dlbf", Flag::Filter), needed: &[Flag::RegionBits] })
            }
            (filter, Some(_)) => Err(CommandError::Contradiction {
                flag: Flag::RegionBits,
                other: Flag::Filter,
                value: filter.name(),
                needed: "dlbf",
            }),
            (FilterName::Dfp, None) => Ok(DeletableKind::Dfp),
            (FilterName::Tbf, None) => Ok(DeletableKind::TBF),
            (FilterName::TbfPacked, None) => Ok(DeletableKind::TBF_PACKED),
            (FilterName::Qbf, None) => Ok(DeletableKind::Qbf),
        }
    }
}

/// The filters by the names of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FilterName {
    /// Deletable fingerprint, two bits a cell (Kwon et al.)
    Dfp,
    /// Ternary, two bits a cell
    Tbf,
    /// Ternary, five cells to a byte
    TbfPacked,
    /// Quaternary, two bits a cell
    Qbf,
    /// Regions with a collision bitmap; needs --region-bits
    Dlbf,
}

impl FilterName {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

impl Options {
    /// The answer.
    ///
    /// # Errors
    /// Parameters out of domain, or digits the arithmetic does not have.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let p = self.stored.parameters()?;
        let mut fields = self.stored.fields(&p);
        self.check(&p)?;
        let budget = TimeBudget::new(Limits::default());
        for (name, measure) in MEASURES {
            fields.push((name, Field::Num(self.number(&p, measure, &budget)?)));
        }
        if self.stored.filter == FilterName::Dlbf {
            // an exponential, which rationals lack
            let published = self.number(&p, DeletableMeasure::PublishedDeletability, &budget);
            let published = published.map_or(Field::Undefined, Field::Num);
            fields.push(("published_deletability", published));
        }
        let mut inputs = self.stored.inputs();
        inputs.push(("arithmetic", json!(self.arithmetic.to_string())));
        inputs.push(("digits", json!(self.digits.get())));
        Ok(Answer { command: "deletable", inputs, beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    /// Refuses what would take too long, all quantities together.
    ///
    /// # Errors
    /// The error names arguments to try.
    fn check(&self, p: &Parameters) -> Result<(), CommandError> {
        self.affords(p, self.arithmetic).map_err(|failure| {
            let serves =
                |hashes| self.with_hashes(p, hashes).is_some_and(|p| self.affords(&p, self.arithmetic).is_ok());
            let instead = match p.hashes() {
                // double precision always has digits, but for a DlBF
                _ if self.affords(p, ArithmeticKind::F64).is_ok() && self.stored.filter != FilterName::Dlbf => {
                    Instead::Arithmetic(ArithmeticKind::F64)
                }
                hashes if hashes > 1 && serves(1) => Instead::Hashes(last(1, hashes, serves)),
                _ if self.stored.filter == FilterName::Dlbf => Instead::Less(&[Flag::Items, Flag::RegionBits]),
                _ => Instead::Less(&[Flag::Items, Flag::Bits]),
            };
            CommandError::Failed { arithmetic: self.arithmetic, failure: failure.into(), instead: Some(instead) }
        })
    }

    fn with_hashes(&self, p: &Parameters, hashes: u64) -> Option<Parameters> {
        Parameters::new(p.kind(), p.bits(), p.items(), p.deleted(), hashes).ok()
    }

    /// Whether there is time for all quantities together, at the precision that certified arithmetic begins with.
    fn affords(&self, p: &Parameters, arithmetic: ArithmeticKind) -> Result<(), TooLarge> {
        let demands = MEASURES.map(|(_, measure)| match arithmetic {
            ArithmeticKind::Rational | ArithmeticKind::Enclosure(_) | ArithmeticKind::Certified => {
                DeletableValue(*p, measure).demand(&Rationals)
            }
            _ => DeletableValue(*p, measure).demand(&Double),
        });
        let cost = demands.iter().fold(Demand::NOTHING.cost, |cost, demand| cost.then(demand.cost));
        let together = Demand { cost, ..demands[0] };
        let arithmetic = match arithmetic {
            ArithmeticKind::Certified => ArithmeticKind::Enclosure(together.first_precision(self.digits.get())),
            other => other,
        };
        together.within(Limits::default(), arithmetic)
    }

    fn number(&self, p: &Parameters, measure: DeletableMeasure, budget: &TimeBudget) -> Result<Num, CommandError> {
        let digits = self.digits.get();
        let value =
            evaluate_within(&DeletableValue(*p, measure), self.arithmetic, digits, budget).and_then(probability);
        value.map(|value| Num::of(&value, digits)).map_err(|failure| {
            let instead = self.instead(p, &failure);
            CommandError::Failed { arithmetic: self.arithmetic, failure, instead }
        })
    }

    /// What to try where a quantity is missing.
    fn instead(&self, p: &Parameters, failure: &Failure) -> Option<Instead> {
        let certified = ArithmeticKind::Certified;
        match failure {
            Failure::NotInDouble(_) | Failure::NoSettledDigit(_) | Failure::NoProbability(_)
                if self.affords(p, certified).is_ok() =>
            {
                Some(Instead::Arithmetic(certified))
            }
            Failure::NoProbability(_) if self.affords(p, ArithmeticKind::F64).is_ok() => {
                Some(Instead::Arithmetic(ArithmeticKind::F64))
            }
            Failure::NotInDouble(_) | Failure::NoSettledDigit(_) | Failure::TooLarge(_) => {
                Some(Instead::Less(&[Flag::Hashes]))
            }
            _ => None,
        }
    }
}
