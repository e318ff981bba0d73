//! The rates of one filter as quantities.

use std::time::Duration;

use bloomlab_formulas::{
    Formula, Load,
    observed::{self, ObservedFill},
    walks::{ExactRate, rate_in_double},
};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic};

use super::arithmetic::ArithmeticKind;
use super::failure::Failure;
use super::outcome::{Candidate, Outcome, crosscheck};
use super::quantity::{Quantity, reference};

/// The most cells of a table in numbers wider than doubles: some seconds.
const MOST_CELLS: f64 = 2e7;

/// The bits of (m + 1) to a power.
fn bits_of_power(bits: u64, power: f64) -> f64 {
    power * (bits as f64 + 1.0).log2()
}

/// The rate that a formula gives for a filter and its items.
#[derive(Clone, Copy, Debug)]
pub struct FilterRate {
    /// The formula.
    pub formula: Formula,
    /// The filter and its items.
    pub load: Load,
}

impl FilterRate {
    /// Refuses tables that take seconds in wide numbers: no limit of time ends the loop over their cells.
    fn holds_the_table<A: Arithmetic>(&self) -> Result<(), Failure> {
        let is_table = matches!(self.formula, Formula::ChristensenTable | Formula::ChristensenTableRepaired);
        let cells = self.load.balls() as f64 * self.load.insertions().most_occupied() as f64;
        match is_table && size_of::<A::Number>() > size_of::<f64>() && cells > MOST_CELLS {
            true => Err(Failure::NoForm(format!(
                "a table of about {cells:.1e} cells, more than 2e7, in numbers wider than doubles"
            ))),
            false => Ok(()),
        }
    }
}

impl Quantity for FilterRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.holds_the_table::<A>()?;
        Ok(self.formula.algebraic_rate(a, self.load)?)
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.holds_the_table::<A>()?;
        Ok(self.formula.rate(a, self.load)?)
    }

    /// m^(k(n+1)), except for powers of powers.
    fn rational_bits(&self) -> f64 {
        let (balls, hashes) = (self.load.balls() as f64, self.load.hashes() as f64);
        let power = match self.formula {
            Formula::Classic => balls * hashes,
            Formula::ClassicLimit => 0.0,
            _ => balls + hashes,
        };
        bits_of_power(self.load.bits(), power)
    }
}

/// The rate of a filter whose set bits were counted.
#[derive(Clone, Copy, Debug)]
pub struct ObservedRate(pub ObservedFill);

impl Quantity for ObservedRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        Ok(observed::rate(a, self.0))
    }

    fn rational_bits(&self) -> f64 {
        bits_of_power(self.0.shape().bits(), self.0.shape().hashes() as f64)
    }
}

/// The exact rate of a filter under a hashing scheme.
#[derive(Clone, Debug)]
pub struct SchemeRate(pub ExactRate);

impl Quantity for SchemeRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        Ok(self.0.rate(a))
    }

    fn double(&self) -> Result<f64, Failure> {
        Ok(rate_in_double(self.0.load())?)
    }

    fn rational_bits(&self) -> f64 {
        let load = self.0.load();
        bits_of_power(load.bits(), (load.items() as f64 + 1.0) * load.hashes().max(3) as f64)
    }
}

/// Compares formulas for the false-positive rate of a filter, in some arithmetics, with the certified exact rate. One evaluation may
/// take `limit`.
///
/// Formulas that give the exact rate ([`Formula::is_exact`]) have a model error of 0: the papers prove that they are
/// equal, and `make crosscheck` checks it.
pub fn single_filter(
    load: Load,
    formulas: &[Formula],
    arithmetics: &[ArithmeticKind],
    digits: usize,
    limit: Duration,
) -> Vec<Outcome> {
    let truth = reference(&FilterRate { formula: Formula::Exact, load }, arithmetics, digits, limit).ok();
    let route = |&formula: &Formula| Candidate {
        name: formula.name(),
        exact: formula.is_exact(),
        quantity: FilterRate { formula, load },
    };
    let routes: Vec<_> = formulas.iter().map(route).collect();
    crosscheck(&routes, arithmetics, truth.as_ref(), digits, limit)
}
