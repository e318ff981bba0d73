#![doc = include_str!("../README.md")]
//!
//! The arithmetic traits that formulas are written over, with double precision as their first implementation.
//!
//! A formula is written once, generic over an [`Arithmetic`]: a context that makes [`Number`]s from integers. Nothing
//! but the context changes when the same formula is evaluated in double precision, in multiprecision, in exact
//! rationals or in certified enclosures.

pub mod accuracy;
mod arithmetic;
mod double;
pub mod extrapolation;
mod number;

pub use arithmetic::{AnalyticArithmetic, Arithmetic};
pub use double::{Double, NaiveDouble};
pub use number::{Analytic, Number};
