//! What can be evaluated in every arithmetic.

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Double};
use bloomlab_occupancy::Budget;
use bloomlab_occupancy::contour::Bounded;

use crate::{ArithmeticKind, Demand, Failure};

/// A number with a formula.
pub trait Quantity {
    /// The value, in arithmetics without transcendental functions.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure>;

    /// The value, in arithmetics that have them.
    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.algebraic(a)
    }

    /// The value in double precision, where a route of its own keeps the digits.
    fn double(&self) -> Result<f64, Failure> {
        self.analytic(&Double)
    }

    /// The value in double precision and a bound on its error, where one is known and soon computed; at the expense of a budget.
    ///
    /// # Errors
    /// [`Failure::TooLarge`].
    fn bounded(&self, _budget: &Budget) -> Result<Option<Bounded<f64>>, Failure> {
        Ok(None)
    }

    /// An enclosure of the value, about 2^−`bits` of it wide, at the expense of a budget.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain, or what the budget does not afford.
    fn enclosed(&self, bits: u32, budget: &Budget) -> Result<Enclosure, Failure> {
        let demand = self.demand(&Enclosures::new(bits));
        let precision = bits.saturating_add(demand.lost());
        demand.spend(budget, ArithmeticKind::Enclosure(precision))?;
        self.analytic(&Enclosures::new(precision))
    }

    /// What the evaluation demands of this arithmetic.
    fn demand<A: Arithmetic>(&self, a: &A) -> Demand;
}
