//! `bloomlab occupancy`: how many bins the balls occupy.

use std::cell::RefCell;

use bloomlab::crosscheck::{ArithmeticKind, Demand, Failure, Limits, TimeBudget};
use bloomlab::exact::{Certified, Enclosure, Enclosures, NotCertified, certify_at_most};
use bloomlab::numbers::{Arithmetic as _, Cost, Double};
use bloomlab::occupancy::search::last;
use bloomlab::occupancy::{BallsInBins, contour, crowded, law};
use serde_json::{Value, json};

use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead, advised, too_large};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The values of K shown on either side of the mode.
const AROUND_MODE: u64 = 20;

/// The balls in a bin from which on Bonferroni's inequalities settle every digit with [`CROWDED_TERMS`] terms.
const CROWDED: u64 = 1000;

/// Each further term is smaller by a factor of at most 2^63·e^−1000 < 10^−415.
const CROWDED_TERMS: u64 = 32;

/// The decimal exponent of an upper bound from which on down the value is beyond MPFR's exponents.
const LEAST_EXPONENT: f64 = -3.2322e8;

/// P(N, M, K): the probability that N balls thrown into M bins occupy exactly K of them
///
/// Without --occupied, prints the mean and the variance of the number of occupied bins, and its probabilities around the
/// mode. All values are certified.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab occupancy --balls 700k --bins 2^20
  bloomlab occupancy -N 20 -M 32 -K 15 --digits 40 --format json")]
pub struct Options {
    /// Balls, N
    #[arg(short = 'N', long, value_name = "N", value_parser = parse_size)]
    balls: u64,

    /// Bins, M
    #[arg(short = 'M', long, value_name = "M", value_parser = parse_size)]
    bins: u64,

    /// Occupied bins, K
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
    pub fn run(&self) -> Result<Answer, CommandError> {
        let shape = BallsInBins::new(self.balls, self.bins)?;
        let digits = self.digits.get();
        let budget = TimeBudget::new(Limits::default());
        self.ask(shape)?;
        let (mut beside, occupied) = match self.occupied {
            Some(occupied) => (Vec::new(), occupied..=occupied),
            None => {
                let mean = self.certify(digits.max(30), |a| law::mean(a, shape))?;
                let variance = match self.certify(digits, |a| variance(a, shape)) {
                    Ok(variance) => Field::Num(Num::bracketed(&variance.enclosure, digits)),
                    Err(why) => Field::Failed(why.to_string()),
                };
                let beside =
                    vec![("mean", Field::Num(Num::bracketed(&mean.enclosure, digits))), ("variance", variance)];
                let mode = self.mode(shape, &mean, &budget);
                let least = u64::from(self.balls > 0);
                let first = mode.saturating_sub(AROUND_MODE).max(least);
                (beside, first..=mode.saturating_add(AROUND_MODE).min(shape.most_occupied()))
            }
        };
        let rows: Vec<Row> = occupied.map(|occupied| self.row(shape, occupied, &budget)).collect();
        if self.occupied.is_none() {
            // how much of the distribution the rows are
            let shown = rows.iter().filter_map(|row| row.get("probability")).map(Field::double).sum();
            beside.push(("shown_probability", Field::Brief(Num::double(shown, digits))));
        }
        Ok(Answer { command: "occupancy", inputs: self.inputs(), beside, rows })
    }

    fn row(&self, shape: BallsInBins, occupied: u64, budget: &TimeBudget) -> Row {
        let digits = self.digits.get();
        let name = ("occupied", Field::Count(occupied));
        match self.probability(shape, occupied, digits, budget) {
            Ok(value) => Row::new(vec![name, ("probability", Field::Num(Num::bracketed(&value.enclosure, digits)))]),
            Err(missing) => Row::failed(vec![name], missing),
        }
    }

    /// Refuses an answer whose rows take too long even at the first precision, before the first of them.
    fn ask(&self, shape: BallsInBins) -> Result<(), CommandError> {
        let (occupied, rows) = match self.occupied {
            Some(occupied) => (occupied, 1.0),
            None => {
                let mean = law::mean(&Double, shape) as u64;
                (mean.min(shape.most_occupied()), 2.0 * AROUND_MODE as f64 + 1.0)
            }
        };
        let check = |digits: usize| {
            let bits = first_precision(digits);
            let cost = cost(shape, occupied, bits);
            let cost = Cost { steps: rows * cost.steps, ..cost };
            Demand { cost, ..Demand::NOTHING }.within(Limits::default(), ArithmeticKind::Enclosure(bits))
        };
        let digits = self.digits.get();
        check(digits).map_err(|refused| match check(1) {
            Ok(()) => {
                let most = last(1, digits as u64, |digits| check(digits as usize).is_ok());
                // half of what just fits takes a fifth of the time
                refused.instead(Instead::Digits(most.div_ceil(2) as usize).to_string()).into()
            }
            Err(_) => refused.into(),
        })
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
    ) -> Result<Certified, Missing> {
        let missing = RefCell::new(None);
        // the whole line ends the search
        let give_up = |a: &Enclosures, why: Missing| {
            missing.replace(Some(why));
            a.one() / a.zero()
        };
        let certified = self.certify(digits, |a| {
            let demand = Demand { cost: cost(shape, occupied, a.bits()), ..Demand::NOTHING };
            if let Err(why) = budget.spend(demand, ArithmeticKind::Enclosure(a.bits())) {
                return give_up(a, why.into());
            }
            let bounded = if is_crowded(shape, occupied) {
                crowded::probability(a, shape, occupied, CROWDED_TERMS)
            } else {
                contour::probability(a, shape, occupied, a.bits())
            };
            let value = bounded.value.widened_by(&bounded.error_bound);
            match value.relative_width() > 1.0 && value.log10_magnitude() < LEAST_EXPONENT {
                true => give_up(a, Missing::Below(value)),
                false => value,
            }
        });
        match missing.into_inner() {
            Some(why) => Err(why),
            None => Ok(certified.map_err(Failure::from)?),
        }
    }

    /// What is not settled with eight times the bits of the digits and of the sizes is out of MPFR's range.
    fn certify(&self, digits: usize, formula: impl Fn(&Enclosures) -> Enclosure) -> Result<Certified, NotCertified> {
        certify_at_most(digits, 8 * (first_precision(digits) + 128), formula)
    }

    fn inputs(&self) -> Vec<(&'static str, Value)> {
        let mut inputs = vec![("balls", json!(self.balls)), ("bins", json!(self.bins))];
        inputs.extend(self.occupied.map(|occupied| ("occupied", json!(occupied))));
        inputs.push(("digits", json!(self.digits.get())));
        inputs
    }
}

/// The reason why a probability is missing.
#[derive(Debug, thiserror::Error)]
enum Missing {
    /// It is too small for MPFR, whose least number is about 10^−323228496.
    #[error("below {}", .0.upper_decimal(2))]
    Below(Enclosure),
    /// It takes too long, or its digits could not be certified.
    #[error("{}", advised(.0, too_large(.0).map(|_| Instead::Less(&[Flag::Digits]))))]
    Failed(#[from] Failure),
}

/// Whether Bonferroni's inequalities serve.
fn is_crowded(shape: BallsInBins, occupied: u64) -> bool {
    occupied > 0 && shape.balls() / occupied >= CROWDED
}

fn cost(shape: BallsInBins, occupied: u64, bits: u32) -> Cost {
    if is_crowded(shape, occupied) { crowded::cost(CROWDED_TERMS) } else { contour::cost(shape, occupied, bits) }
}

/// The bits that [`certify_at_most`] begins with.
fn first_precision(digits: usize) -> u32 {
    64 + 4 * digits as u32
}

/// The variance. For at most one ball it is exactly 0, which no enclosure of the formula shows.
fn variance(a: &Enclosures, shape: BallsInBins) -> Enclosure {
    if shape.balls() <= 1 { a.zero() } else { law::variance(a, shape) }
}

/// The whole part of a decimal of 30 digits, which is written without an exponent from 10^-5 to 10^21.
fn whole_part(decimal: &str) -> u64 {
    if decimal.contains('e') { 0 } else { decimal.split('.').next().and_then(|whole| whole.parse().ok()).unwrap_or(0) }
}
