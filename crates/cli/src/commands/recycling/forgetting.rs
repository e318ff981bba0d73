//! `bloomlab recycling forgetting`.

use bloomlab::crosscheck::{ArithmeticKind, Demand, Limits};
use bloomlab::exact::{Enclosures, Multiprecision, Rationals};
use bloomlab::numbers::{Double, NaiveDouble};
use bloomlab::occupancy::{Phases, Shape};
use bloomlab::recycling::{
    Forgetting, SigmaBounded, TwoPhase, forgetting_cost, forgetting_one_phase, forgetting_two_phase, one_phase_rate,
};
use serde_json::json;

use super::Kind;
use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::Error;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Distances that are shown when none is named.
const SHOWN: u64 = 21;

/// The probability that a message is taken for a new one, by the number of new messages since it was seen
///
/// Without --distance: from 0 to about two cycles.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling forgetting --bits 1000 --hashes 5 --sigma 590 --distance 50
  bloomlab recycling forgetting -m 1000 -k 5 --sigma 250 --phases 2 --format csv")]
pub struct Options {
    /// Bits of memory, M; two phases share them equally
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Recycle when a message would set more than S bits of a filter
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    sigma: u64,

    /// New messages between two arrivals of a message (may be repeated)
    #[arg(short = 'r', long, value_name = "R", value_parser = parse_size)]
    distance: Vec<u64>,

    #[command(flatten)]
    kind: Kind,

    /// f64, mpfr:BITS, rational or enclosure:BITS
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
        let (sampling, phases) = (self.kind.sampling(), self.kind.phases());
        let filter = match phases {
            Phases::One => Filter::One(SigmaBounded::new(Shape::new(self.bits, self.hashes, sampling)?, self.sigma)?),
            Phases::Two => Filter::Two(TwoPhase::new(self.bits, self.hashes, sampling, self.sigma)?),
        };
        let distances = self.distances(filter)?;
        self.check_cost(filter, distances.iter().copied().max().unwrap_or(0))?;
        let rates = self.rates(filter, &distances)?;
        let row = |(distance, rate): (&u64, Num)| {
            Row::new(vec![("distance", Cell::Count(*distance)), ("false_negative_rate", Cell::Num(rate))])
        };
        let inputs = vec![
            ("bits", json!(self.bits)),
            ("hashes", json!(self.hashes)),
            ("sigma", json!(self.sigma)),
            ("phases", json!(self.kind.phases)),
            ("without_replacement", json!(self.kind.without_replacement)),
            ("arithmetic", json!(self.arithmetic.to_string())),
            ("digits", json!(self.digits.get())),
        ];
        let rows = distances.iter().zip(rates).map(row).collect();
        Ok(Answer { command: "recycling forgetting", inputs, beside: Vec::new(), rows })
    }

    fn distances(&self, filter: Filter) -> Result<Vec<u64>, Error> {
        if !self.distance.is_empty() {
            return Ok(self.distance.clone());
        }
        let (at, _) = one_phase_rate(filter.each())?;
        let step = (2.0 * at.messages_per_cycle / (SHOWN - 1) as f64).ceil().max(1.0) as u64;
        Ok((0..SHOWN).map(|i| i * step).collect())
    }

    fn check_cost(&self, filter: Filter, farthest: u64) -> Result<(), Error> {
        let (each, distances) = (filter.each(), farthest as f64 + 2.0);
        let states = each.sigma() as f64 + 1.0;
        let rational_bits = (states + distances) * self.hashes as f64 * (self.bits as f64 + 1.0).log2();
        let demand = Demand { cost: forgetting_cost(each, farthest), rational_bits, lost_bits: 0.0 };
        demand.within(Limits::default(), self.arithmetic).map_err(|failure| {
            let nearest = Demand { cost: forgetting_cost(each, 0), ..demand };
            let instead = match nearest.within(Limits::default(), self.arithmetic) {
                Ok(()) => "try a smaller --distance",
                Err(_) => "try fewer --bits or a smaller --sigma",
            };
            failure.instead(instead).into()
        })
    }

    fn rates(&self, filter: Filter, distances: &[u64]) -> Result<Vec<Num>, Error> {
        let digits = self.digits.get();
        Ok(match self.arithmetic {
            ArithmeticKind::F64Naive => filter.rates(&NaiveDouble, distances, |rate| Num::double(*rate, digits)),
            ArithmeticKind::F64 => filter.rates(&Double, distances, |rate| Num::double(*rate, digits)),
            ArithmeticKind::Mpfr(bits) => {
                filter.rates(&Multiprecision::new(bits), distances, |rate| Num::multiprecision(rate, digits))
            }
            ArithmeticKind::Rational => filter.rates(&Rationals, distances, |rate| Num::rational(rate, digits)),
            ArithmeticKind::Enclosure(bits) => {
                filter.rates(&Enclosures::new(bits), distances, |rate| Num::bracketed(rate, digits))
            }
            ArithmeticKind::Certified => {
                let why =
                    "--arithmetic certified is out of range here: needs f64, mpfr:BITS, rational or enclosure:BITS";
                return Err(Error::Domain(why.to_owned()));
            }
        })
    }
}

/// One filter or two.
#[derive(Clone, Copy, Debug)]
enum Filter {
    One(SigmaBounded),
    Two(TwoPhase),
}

impl Filter {
    fn each(self) -> SigmaBounded {
        match self {
            Filter::One(filter) => filter,
            Filter::Two(filters) => filters.each(),
        }
    }

    /// The false-negative rates at these distances.
    fn rates<A: bloomlab::numbers::Arithmetic>(
        self,
        a: &A,
        distances: &[u64],
        show: impl Fn(&A::Number) -> Num,
    ) -> Vec<Num> {
        let farthest = distances.iter().copied().max().unwrap_or(0);
        let forgetting: Vec<Forgetting<A::Number>> = match self {
            Filter::One(filter) => forgetting_one_phase(a, filter, farthest),
            Filter::Two(filters) => forgetting_two_phase(a, filters, farthest),
        };
        distances.iter().map(|&distance| show(&forgetting[distance as usize].false_negative_rate)).collect()
    }
}
