//! `bloomlab recycling forgetting`.

use bloomlab::Phases;
use bloomlab::crosscheck::{ArithmeticKind, Computed, Demand, Limits};
use bloomlab::exact::{Enclosures, Multiprecision, Rationals};
use bloomlab::numbers::{Arithmetic, Cost, Double, NaiveDouble};
use bloomlab::occupancy::Bound;
use bloomlab::recycling::{
    Forgetting, MAX_COST, SigmaBounded, TwoPhase, Variant, forgetting_cost, forgetting_one_phase, forgetting_two_phase,
    one_phase_rate, variant_average, variant_forgetting,
};
use serde_json::json;

use super::{Filter, Keeping, Limit};
use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Distances that are shown when none is named.
const SHOWN: u64 = 21;

/// The probability that a filter takes a seen message for new, by the number of new messages in between
///
/// Without --distance, prints distances from 0 to about two cycles.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling forgetting --bits 1000 --hashes 5 --sigma 590 --distance 50
  bloomlab recycling forgetting -m 1000 -k 5 --sigma 250 --phases 2 --format csv
  bloomlab recycling forgetting -m 1000 -k 5 --messages 60 --phases 2 --keeping")]
pub struct Options {
    #[command(flatten)]
    filter: Filter,

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    keeping: Keeping,

    /// Insert the message that ends a cycle into the cleared filter
    #[arg(long)]
    retaining: bool,

    /// New messages between two arrivals of a message; may be repeated
    #[arg(short = 'r', long, value_name = "R", value_parser = parse_size)]
    distance: Vec<u64>,

    /// Arithmetic: f64, f64-naive, mpfr:BITS, rational or enclosure:BITS; BITS from 2 to 1048576
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: ArithmeticKind,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The false-negative rates.
    ///
    /// # Errors
    /// Parameters out of domain, or sizes that take too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let filter = self.model()?;
        let distances = self.distances(filter)?;
        self.check_cost(filter, distances.iter().copied().max().unwrap_or(0))?;
        let rates = self.rates(filter, &distances)?;
        let row = |(distance, rate): (&u64, Num)| {
            Row::new(vec![("distance", Field::Count(*distance)), ("false_negative_rate", Field::Num(rate))])
        };
        let mut inputs = self.filter.inputs(self.limit.input());
        inputs.extend([("keeping", json!(self.keeping.keeping)), ("retaining", json!(self.retaining))]);
        inputs.extend([("arithmetic", json!(self.arithmetic.to_string())), ("digits", json!(self.digits.get()))]);
        let rows = distances.iter().zip(rates).map(row).collect();
        Ok(Answer { command: "recycling forgetting", inputs, beside: Vec::new(), rows })
    }

    fn distances(&self, filter: Forgetful) -> Result<Vec<u64>, CommandError> {
        if !self.distance.is_empty() {
            return Ok(self.distance.clone());
        }
        let step = (2.0 * filter.messages_per_cycle()? / (SHOWN - 1) as f64).ceil().max(1.0) as u64;
        Ok((0..SHOWN).map(|i| i * step).collect())
    }

    /// The model that suits the filter: a faster one where the message that ends a cycle is dropped and forgotten.
    fn model(&self) -> Result<Forgetful, CommandError> {
        let Filter { bits, hashes, kind } = self.filter;
        let bound = self.limit.bound("recycling forgetting")?;
        match (bound, kind.phases) {
            (Bound::Sigma(sigma), Phases::One) if !self.keeping.keeping && !self.retaining => {
                Ok(Forgetful::One(SigmaBounded::new(self.filter.shape()?, sigma)?))
            }
            (Bound::Sigma(sigma), Phases::Two) if !self.keeping.keeping && !self.retaining => {
                Ok(Forgetful::Two(TwoPhase::new(bits, hashes, kind.sampling(), sigma)?))
            }
            _ => Ok(Forgetful::Variant(self.filter.variant(bound, self.keeping.keeping, self.retaining)?)),
        }
    }

    fn check_cost(&self, filter: Forgetful, farthest: u64) -> Result<(), CommandError> {
        let states = filter.states() as f64;
        let width = self.filter.hashes as f64 * (self.filter.bits as f64 + 1.0).log2();
        let demand = |farthest: u64| {
            let rational_bits = (states + farthest as f64 + 2.0) * width;
            Demand { cost: filter.cost(farthest), rational_bits, lost_bits: 0.0 }
        };
        let serves = |demand: Demand, arithmetic| demand.within(Limits::default(), arithmetic).is_ok();
        demand(farthest).within(Limits::default(), self.arithmetic).map_err(|failure| {
            let instead = if serves(demand(farthest), ArithmeticKind::F64) {
                Instead::Arithmetic(ArithmeticKind::F64)
            } else if serves(demand(0), self.arithmetic) {
                Instead::Less(&[Flag::Distance])
            } else {
                Instead::Less(&[Flag::Sigma, Flag::Hashes])
            };
            CommandError::Failed { arithmetic: self.arithmetic, failure: failure.into(), instead: Some(instead) }
        })
    }

    fn rates(&self, filter: Forgetful, distances: &[u64]) -> Result<Vec<Num>, CommandError> {
        let rates = match self.arithmetic {
            ArithmeticKind::F64Naive => filter.rates(&NaiveDouble, distances, Computed::Double),
            ArithmeticKind::F64 => filter.rates(&Double, distances, Computed::Double),
            ArithmeticKind::Mpfr(bits) => filter.rates(&Multiprecision::new(bits), distances, Computed::Multiprecision),
            ArithmeticKind::Rational => filter.rates(&Rationals, distances, Computed::Rational),
            ArithmeticKind::Enclosure(bits) => {
                filter.rates(&Enclosures::of_fixed_precision(bits), distances, Computed::Enclosure)
            }
            ArithmeticKind::Certified => {
                return Err(CommandError::Text {
                    flag: Flag::Arithmetic,
                    text: self.arithmetic.to_string(),
                    domain: "f64, f64-naive, mpfr:BITS, rational or enclosure:BITS",
                });
            }
        };
        let shown = |rate: Computed| match rate.settled() {
            Ok(rate) => Ok(Num::of(&rate, self.digits.get())),
            Err(failure) => {
                Err(CommandError::Failed { arithmetic: self.arithmetic, failure, instead: self.more_bits() })
            }
        };
        rates.into_iter().map(shown).collect()
    }

    /// Where an enclosure settles no digit.
    fn more_bits(&self) -> Option<Instead> {
        match self.arithmetic {
            ArithmeticKind::Enclosure(bits) => {
                Some(Instead::Arithmetic(ArithmeticKind::Enclosure((4 * bits).max(128))))
            }
            _ => None,
        }
    }
}

/// A filter, by the model that suits it.
#[derive(Clone, Copy, Debug)]
enum Forgetful {
    One(SigmaBounded),
    Two(TwoPhase),
    Variant(Variant),
}

impl Forgetful {
    fn messages_per_cycle(self) -> Result<f64, CommandError> {
        let each = match self {
            Forgetful::One(filter) => filter,
            Forgetful::Two(filters) => filters.each(),
            Forgetful::Variant(variant) => {
                variant.cost().within(MAX_COST, "").map_err(|error| CommandError::refused(error, SMALLER))?;
                return Ok(variant_average(&Double, variant).messages_per_cycle);
            }
        };
        let (at, _) = one_phase_rate(each)?;
        Ok(at.messages_per_cycle)
    }

    /// The numbers of set bits that a cycle goes through.
    fn states(self) -> u64 {
        match self {
            Forgetful::One(filter) => filter.sigma() + 1,
            Forgetful::Two(filters) => filters.each().sigma() + 1,
            Forgetful::Variant(variant) => variant.each().most_set() + 1,
        }
    }

    fn cost(self, farthest: u64) -> Cost {
        match self {
            Forgetful::One(filter) => forgetting_cost(filter, farthest),
            Forgetful::Two(filters) => forgetting_cost(filters.each(), farthest),
            Forgetful::Variant(variant) => variant.forgetting_cost(farthest),
        }
    }

    /// The false-negative rates at these distances.
    fn rates<A: Arithmetic>(self, a: &A, distances: &[u64], computed: impl Fn(A::Number) -> Computed) -> Vec<Computed> {
        let farthest = distances.iter().copied().max().unwrap_or(0);
        let forgetting: Vec<Forgetting<A::Number>> = match self {
            Forgetful::One(filter) => forgetting_one_phase(a, filter, farthest),
            Forgetful::Two(filters) => forgetting_two_phase(a, filters, farthest),
            Forgetful::Variant(variant) => variant_forgetting(a, variant).take(farthest as usize + 1).collect(),
        };
        distances.iter().map(|&distance| computed(forgetting[distance as usize].false_negative_rate.clone())).collect()
    }
}

/// What to try where a single cycle is too long.
const SMALLER: Instead = Instead::Less(&[Flag::Bits, Flag::Sigma]);
