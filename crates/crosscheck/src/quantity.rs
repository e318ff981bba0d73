//! What can be evaluated in every arithmetic.

use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Double};

use crate::{Demand, Failure};

/// A number with a formula.
pub trait Quantity {
    /// The value, in arithmetics without transcendental functions.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure>;

    /// The value, in arithmetics that have them.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.algebraic(a)
    }

    /// The value in double precision, where a route of its own keeps the digits.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn double(&self) -> Result<f64, Failure> {
        self.analytic(&Double)
    }

    /// What the evaluation demands of this arithmetic.
    fn demand<A: Arithmetic>(&self, a: &A) -> Demand;
}
