//! `bloomlab occupancy`: how many bins the balls occupy.

use std::cell::RefCell;

use bloomlab::crosscheck::{ArithmeticKind, Demand, Failure, Limits, TimeBudget};
use bloomlab::exact::{Certified, Enclosure, Enclosures, NotCertified, certify_at_most};
use bloomlab::numbers::{ANSWER_SECONDS, Arithmetic as _};
use bloomlab::occupancy::{BallsInBins, contour, crowded, law};
use serde_json::{Value, json};

use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::Error;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The values of K shown on either side of the mode.
const AROUND_MODE: u64 = 20;

/// The balls in a bin from which on Bonferroni's inequalities settle every digit with [`CROWDED_TERMS`] terms.
const CROWDED: u64 = 1000;

/// Each further term is smaller by a factor of at most 2^63·e^−1000 < 10^−415.
const CROWDED_TERMS: u64 = 32;

/// The time of one answer, in seconds. The estimate of a contour is about three times too high.
const MAX_SECONDS: f64 = 3.0 * ANSWER_SECONDS;

/// P(N, M, K): the probability that N balls thrown into M bins occupy exactly K of them
///
/// Without --occupied, the answer is the mean and the variance of the number of occupied bins, and its probabilities around
/// the mode. All values are certified.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab occupancy --balls 700k --bins 2^20
  bloomlab occupancy -N 20 -M 32 -K 15 --digits 40 --format json")]
pub struct Options {
    /// Balls thrown, N
    #[arg(short = 'N', long, value_name = "N", value_parser = parse_size)]
    balls: u64,

    /// Bins, M
    #[arg(short = 'M', long, value_name = "M", value_parser = parse_size)]
    bins: u64,

    /// Bins that are occupied, K
    #[arg(short = 'K', long, value_name = "K", value_parser = parse_size)]
    occupied: Option<u64>,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The probabilities.
    ///
    /// # Errors
    /// Sizes out of domain, or a mean that cannot be certified.
    pub fn run(&self) -> Result<Answer, Error> {
        let shape = BallsInBins::new(self.balls, self.bins)?;
        let digits = self.digits.get();
        let budget = TimeBudget::new(Limits::each(MAX_SECONDS).in_all(MAX_SECONDS));
        let (mut beside, occupied) = match self.occupied {
            Some(occupied) => (Vec::new(), occupied..=occupied),
            None => {
                let mean = self.certify(digits.max(30), |a| law::mean(a, shape))?;
                let variance = match self.certify(digits, |a| variance(a, shape)) {
                    Ok(variance) => Cell::Num(Num::bracketed(&variance.enclosure, digits)),
                    Err(why) => Cell::Failed(why.to_string()),
                };
                let beside = vec![("mean", Cell::Num(Num::bracketed(&mean.enclosure, digits))), ("variance", variance)];
                let mode = self.mode(shape, &mean, &budget);
                let least = u64::from(self.balls > 0);
                let first = mode.saturating_sub(AROUND_MODE).max(least);
                (beside, first..=mode.saturating_add(AROUND_MODE).min(shape.most_occupied()))
            }
        };
        let rows: Vec<Row> = occupied.map(|occupied| self.row(shape, occupied, &budget)).collect();
        if self.occupied.is_none() {
            // how much of the distribution the rows are
            let shown = rows.iter().filter_map(|row| row.get("probability")).map(Cell::double).sum();
            beside.push(("shown_probability", Cell::Brief(Num::double(shown, digits))));
        }
        Ok(Answer { command: "occupancy", inputs: self.inputs(), beside, rows })
    }

    fn row(&self, shape: BallsInBins, occupied: u64, budget: &TimeBudget) -> Row {
        let digits = self.digits.get();
        let name = ("occupied", Cell::Count(occupied));
        match self.probability(shape, occupied, digits, budget) {
            Ok(value) => Row::new(vec![name, ("probability", Cell::Num(Num::bracketed(&value.enclosure, digits)))]),
            Err(Failure::TooLarge(error)) => Row::failed(vec![name], error.instead("fewer --digits would do")),
            Err(error) => Row::failed(vec![name], error),
        }
    }

    /// The law is log-concave, being that of a sum of independent indicators; its mode is the mean rounded down or up.
    fn mode(&self, shape: BallsInBins, mean: &Certified, budget: &TimeBudget) -> u64 {
        let below = whole_part(&mean.decimal(30)).min(shape.most_occupied());
        let above = (below + 1).min(shape.most_occupied());
        let probability = |occupied| self.probability(shape, occupied, 5, budget).map_or(0.0, |value| value.to_f64());
        let [below_probability, above_probability] = [below, above].map(probability);
        if above_probability > below_probability { above } else { below }
    }

    fn probability(
        &self,
        shape: BallsInBins,
        occupied: u64,
        digits: usize,
        budget: &TimeBudget,
    ) -> Result<Certified, Failure> {
        let is_crowded = occupied > 0 && shape.balls() / occupied >= CROWDED;
        let refused = RefCell::new(None);
        let certified = self.certify(digits, |a| {
            let cost = if is_crowded { crowded::cost(CROWDED_TERMS) } else { contour::cost(shape, occupied, a.bits()) };
            if let Err(why) = budget.spend(Demand { cost, ..Demand::NOTHING }, ArithmeticKind::Enclosure(a.bits())) {
                refused.replace(Some(why));
                return a.one() / a.zero(); // the whole line ends the search
            }
            let bounded = if is_crowded {
                crowded::probability(a, shape, occupied, CROWDED_TERMS)
            } else {
                contour::probability(a, shape, occupied, a.bits())
            };
            bounded.value.widened_by(&bounded.error_bound)
        });
        match refused.into_inner() {
            Some(why) => Err(why),
            None => Ok(certified?),
        }
    }

    /// What is not settled with eight times the bits of the digits and of the sizes is out of MPFR's range.
    fn certify(&self, digits: usize, formula: impl Fn(&Enclosures) -> Enclosure) -> Result<Certified, NotCertified> {
        certify_at_most(digits, 8 * (64 + 4 * digits as u32 + 128), formula)
    }

    fn inputs(&self) -> Vec<(&'static str, Value)> {
        let mut inputs = vec![("balls", json!(self.balls)), ("bins", json!(self.bins))];
        inputs.extend(self.occupied.map(|occupied| ("occupied", json!(occupied))));
        inputs.push(("digits", json!(self.digits.get())));
        inputs
    }
}

/// The variance. For at most one ball it is exactly 0, which no enclosure of the formula shows.
fn variance(a: &Enclosures, shape: BallsInBins) -> Enclosure {
    if shape.balls() <= 1 { a.zero() } else { law::variance(a, shape) }
}

/// The whole part of a decimal of 30 digits, which is written without an exponent from 10^-5 to 10^21.
fn whole_part(decimal: &str) -> u64 {
    if decimal.contains('e') { 0 } else { decimal.split('.').next().and_then(|whole| whole.parse().ok()).unwrap_or(0) }
}
