//! `bloomlab recycling forgetting`.

use bloomlab_crosscheck::{Arithmetic, AverageOf, Computed, Demand, Limits, Model, Quantity, What, evaluate};
use bloomlab_exact::{Enclosures, Multiprecision, Rationals};
use bloomlab_numbers::{Cost, Double, NaiveDouble};
use bloomlab_recycling::{Forgetting, forgetting_one_phase, forgetting_two_phase};
use serde_json::json;

use super::{Kind, failed};
use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::Error;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Distances that are shown when none is named.
const SHOWN: u64 = 21;

/// How often a message is taken for a new one, against the number of new messages since it was seen
///
/// Without --distance: from 0 to about two cycles.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling forgetting --bits 1000 --hashes 5 --sigma 590 --distance 50
  bloomlab recycling forgetting -m 1000 -k 5 --sigma 250 --phases 2 --format csv")]
pub struct Options {
    /// Bits in all, M
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Recycle when a message would set more than so many bits of a filter
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    sigma: u64,

    /// New messages between two arrivals of a message (may be repeated)
    #[arg(short = 'r', long, value_name = "R", value_parser = parse_size)]
    distance: Vec<u64>,

    #[command(flatten)]
    kind: Kind,

    /// f64, mpfr:BITS, rational or enclosure:BITS
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: Arithmetic,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The false-negative rates.
    ///
    /// # Errors
    /// Parameters out of domain, or sizes that take too long.
    pub fn run(&self) -> Result<Answer, Error> {
        let model = self.kind.model(self.bits, self.hashes, self.sigma, false)?;
        let distances = self.distances(model)?;
        let farthest = distances.iter().copied().max().unwrap_or(0);
        self.check_cost(model, farthest)?;
        let rates = self.rates(model, farthest)?;
        let row = |distance: &u64| {
            let rate = Cell::Num(rates[*distance as usize].clone());
            Row::new(vec![("distance", Cell::Count(*distance)), ("false_negative_rate", rate)])
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
        let rows = distances.iter().map(row).collect();
        Ok(Answer { command: "recycling forgetting", inputs, beside: Vec::new(), rows })
    }

    fn distances(&self, model: Model) -> Result<Vec<u64>, Error> {
        if !self.distance.is_empty() {
            return Ok(self.distance.clone());
        }
        let cycle =
            evaluate(&AverageOf(model, What::Messages), Arithmetic::F64, 17, Limits::default()).map_err(failed)?;
        let Computed::Double(cycle) = cycle else { return Ok(Vec::new()) };
        let step = (2.0 * cycle / (SHOWN - 1) as f64).ceil().max(1.0) as u64;
        Ok((0..SHOWN).map(|i| i * step).collect())
    }

    /// Every state at every distance, for every number of distinct positions.
    fn check_cost(&self, model: Model, farthest: u64) -> Result<(), Error> {
        let average = AverageOf(model, What::Rate).demand(&Double);
        let (k, states, distances) = (self.hashes as f64, self.sigma as f64 + 1.0, farthest as f64 + 2.0);
        let steps = average.cost.steps + 4.0 * states * k * k * distances;
        let numbers = average.cost.numbers + 2.0 * k * (states + distances);
        let rational_bits = distances * k * (self.bits as f64 + 1.0).log2() + average.rational_bits;
        let demand = Demand { cost: Cost { steps, numbers }, rational_bits, lost_bits: 0.0 };
        demand.within(Limits::default(), self.arithmetic).map_err(|why| failed(why.into()))
    }

    fn rates(&self, model: Model, farthest: u64) -> Result<Vec<Num>, Error> {
        let digits = self.digits.get();
        Ok(match self.arithmetic {
            Arithmetic::F64Naive => rates(&NaiveDouble, model, farthest, |rate| Num::double(*rate, digits)),
            Arithmetic::F64 => rates(&Double, model, farthest, |rate| Num::double(*rate, digits)),
            Arithmetic::Mpfr(bits) => {
                rates(&Multiprecision::new(bits), model, farthest, |rate| Num::multiprecision(rate, digits))
            }
            Arithmetic::Rational => rates(&Rationals, model, farthest, |rate| Num::rational(rate, digits)),
            Arithmetic::Enclosure(bits) => {
                rates(&Enclosures::new(bits), model, farthest, |rate| Num::bracketed(rate, digits))
            }
            Arithmetic::Certified => {
                let why =
                    "--arithmetic certified is out of range here: needs f64, mpfr:BITS, rational or enclosure:BITS";
                return Err(Error::Domain(why.to_owned()));
            }
        })
    }
}

fn rates<A: bloomlab_numbers::Arithmetic>(
    a: &A,
    model: Model,
    farthest: u64,
    show: impl Fn(&A::Number) -> Num,
) -> Vec<Num> {
    let forgetting: Vec<Forgetting<A::Number>> = match model {
        Model::OnePhase(filter) => forgetting_one_phase(a, filter, farthest),
        Model::TwoPhase(filters) => forgetting_two_phase(a, filters, farthest),
        Model::Retaining(_) | Model::NBounded(_) => Vec::new(), // no flag asks for them
    };
    forgetting.iter().map(|at| show(&at.false_negative_rate)).collect()
}
