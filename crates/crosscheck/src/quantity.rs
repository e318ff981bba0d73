//! What can be evaluated in every arithmetic.

use bloomlab_formulas::Precision;
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Double};

use crate::{Cost, Failure};

/// A number with a formula.
pub trait Quantity {
    /// The value, in arithmetics without transcendental functions.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn algebraic<A: Arithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure>;

    /// The value, in arithmetics that have them.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn analytic<A: AnalyticArithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure> {
        self.algebraic(a, precision)
    }

    /// The value in double precision, where a route of its own keeps the digits.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn double(&self) -> Result<f64, Failure> {
        self.analytic(&Double, Precision::Fixed)
    }

    /// What the evaluation needs.
    fn cost(&self, precision: Precision) -> Cost;
}
