//! `bloomlab recycling forgetting`.

use bloomlab::Phases;
use bloomlab::crosscheck::{ArithmeticKind, Computed, Demand, Limits};
use bloomlab::exact::{Enclosures, Multiprecision, Rationals};
use bloomlab::numbers::{Double, NaiveDouble};
use bloomlab::recycling::{
    Forgetting, SigmaBounded, TwoPhase, forgetting_cost, forgetting_one_phase, forgetting_two_phase, one_phase_rate,
};
use serde_json::json;

use super::{Filter, Threshold};
use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::{Error, Instead};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Distances that are shown when none is named.
const SHOWN: u64 = 21;

/// The probability that a message is taken for new though it was seen, by the number of new messages in between
///
/// Without --distance, the answer goes from 0 to about two cycles.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling forgetting --bits 1000 --hashes 5 --sigma 590 --distance 50
  bloomlab recycling forgetting -m 1000 -k 5 --sigma 250 --phases 2 --format csv")]
pub struct Options {
    #[command(flatten)]
    filter: Filter,

    #[command(flatten)]
    threshold: Threshold,

    /// New messages between two arrivals of a message (may be repeated)
    #[arg(short = 'r', long, value_name = "R", value_parser = parse_size)]
    distance: Vec<u64>,

    /// f64, f64-naive, mpfr:BITS, rational or enclosure:BITS; BITS from 2 to 1048576
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
    pub fn run(&self) -> Result<Answer, Error> {
        let Filter { bits, hashes, kind } = self.filter;
        let sigma = self.threshold.sigma;
        let filter = match kind.phases {
            Phases::One => Forgetful::One(SigmaBounded::new(self.filter.shape()?, sigma)?),
            Phases::Two => Forgetful::Two(TwoPhase::new(bits, hashes, kind.sampling(), sigma)?),
        };
        let distances = self.distances(filter)?;
        self.check_cost(filter, distances.iter().copied().max().unwrap_or(0))?;
        let rates = self.rates(filter, &distances)?;
        let row = |(distance, rate): (&u64, Num)| {
            Row::new(vec![("distance", Cell::Count(*distance)), ("false_negative_rate", Cell::Num(rate))])
        };
        let mut inputs = self.filter.inputs([("sigma", json!(sigma))]);
        inputs.extend([("arithmetic", json!(self.arithmetic.to_string())), ("digits", json!(self.digits.get()))]);
        let rows = distances.iter().zip(rates).map(row).collect();
        Ok(Answer { command: "recycling forgetting", inputs, beside: Vec::new(), rows })
    }

    fn distances(&self, filter: Forgetful) -> Result<Vec<u64>, Error> {
        if !self.distance.is_empty() {
            return Ok(self.distance.clone());
        }
        let too_large = |refused| Error::refused(refused, Instead::Less(&[Flag::Hashes, Flag::Bits]));
        let (at, _) = one_phase_rate(filter.each()).map_err(too_large)?;
        let step = (2.0 * at.messages_per_cycle / (SHOWN - 1) as f64).ceil().max(1.0) as u64;
        Ok((0..SHOWN).map(|i| i * step).collect())
    }

    fn check_cost(&self, filter: Forgetful, farthest: u64) -> Result<(), Error> {
        let (each, distances) = (filter.each(), farthest as f64 + 2.0);
        let states = each.sigma() as f64 + 1.0;
        let rational_bits = (states + distances) * self.filter.hashes as f64 * (self.filter.bits as f64 + 1.0).log2();
        let demand = Demand { cost: forgetting_cost(each, farthest), rational_bits, lost_bits: 0.0 };
        let serves = |demand: Demand, arithmetic| demand.within(Limits::default(), arithmetic).is_ok();
        demand.within(Limits::default(), self.arithmetic).map_err(|failure| {
            let nearest = Demand { cost: forgetting_cost(each, 0), ..demand };
            let instead = if serves(demand, ArithmeticKind::F64) {
                Instead::Arithmetic(ArithmeticKind::F64)
            } else if serves(nearest, self.arithmetic) {
                Instead::Less(&[Flag::Distance])
            } else {
                Instead::Less(&[Flag::Sigma, Flag::Hashes])
            };
            Error::Failed { arithmetic: self.arithmetic, failure: failure.into(), instead: Some(instead) }
        })
    }

    fn rates(&self, filter: Forgetful, distances: &[u64]) -> Result<Vec<Num>, Error> {
        let rates = match self.arithmetic {
            ArithmeticKind::F64Naive => filter.rates(&NaiveDouble, distances, Computed::Double),
            ArithmeticKind::F64 => filter.rates(&Double, distances, Computed::Double),
            ArithmeticKind::Mpfr(bits) => filter.rates(&Multiprecision::new(bits), distances, Computed::Multiprecision),
            ArithmeticKind::Rational => filter.rates(&Rationals, distances, Computed::Rational),
            ArithmeticKind::Enclosure(bits) => {
                filter.rates(&Enclosures::of_fixed_precision(bits), distances, Computed::Enclosure)
            }
            ArithmeticKind::Certified => {
                return Err(Error::Text {
                    flag: Flag::Arithmetic,
                    text: self.arithmetic.to_string(),
                    domain: "f64, f64-naive, mpfr:BITS, rational or enclosure:BITS",
                });
            }
        };
        let shown = |rate: Computed| match rate.settled() {
            Ok(rate) => Ok(Num::of(&rate, self.digits.get())),
            Err(failure) => Err(Error::Failed { arithmetic: self.arithmetic, failure, instead: self.more_bits() }),
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

/// One filter or two.
#[derive(Clone, Copy, Debug)]
enum Forgetful {
    One(SigmaBounded),
    Two(TwoPhase),
}

impl Forgetful {
    fn each(self) -> SigmaBounded {
        match self {
            Forgetful::One(filter) => filter,
            Forgetful::Two(filters) => filters.each(),
        }
    }

    /// The false-negative rates at these distances.
    fn rates<A: bloomlab::numbers::Arithmetic>(
        self,
        a: &A,
        distances: &[u64],
        computed: impl Fn(A::Number) -> Computed,
    ) -> Vec<Computed> {
        let farthest = distances.iter().copied().max().unwrap_or(0);
        let forgetting: Vec<Forgetting<A::Number>> = match self {
            Forgetful::One(filter) => forgetting_one_phase(a, filter, farthest),
            Forgetful::Two(filters) => forgetting_two_phase(a, filters, farthest),
        };
        distances.iter().map(|&distance| computed(forgetting[distance as usize].false_negative_rate.clone())).collect()
    }
}
