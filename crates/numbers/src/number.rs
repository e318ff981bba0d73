//! The operations a formula may use on values.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

/// A value that can be added, subtracted, multiplied, divided and raised to an integer power.
///
/// The right operand may be borrowed, so that multiprecision values are not copied without need.
pub trait Number:
    Clone
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
{
    /// `self` to a non-negative integer power; anything to the power 0 is 1.
    fn pow(&self, exponent: u64) -> Self;

    /// A double near the value: the nearest one, or for an enclosure the nearest to its midpoint.
    fn to_f64(&self) -> f64;
}

/// A [`Number`] that also has the transcendental functions (rationals do not).
pub trait Analytic: Number {
    /// e^self.
    fn exp(&self) -> Self;

    /// Natural logarithm; domain `self > 0`.
    fn ln(&self) -> Self;

    /// Cosine.
    fn cos(&self) -> Self;

    /// Sine.
    fn sin(&self) -> Self;

    /// ln Γ(self); domain: the integers from 1, and every number from 2.
    fn ln_gamma(&self) -> Self;
}
