#![doc = include_str!("../README.md")]
//!
//! Exact and certified arithmetic on top of GMP and MPFR. No other crate of the workspace uses `rug`.
//!
//! * [`Rationals`]: exact rational numbers.
//! * [`Multiprecision`]: MPFR at any precision, each operation rounded to nearest.
//! * [`Enclosures`]: a lower and an upper MPFR bound, rounded outwards by every operation.
//! * [`certify()`]: raise the precision of an enclosure until it fixes the digits asked for.

mod certify;
mod decimal;
mod enclosure;
mod multiprecision;
mod operators;
mod rational;

pub use certify::{Certified, NotCertified, certify, try_certify};
pub use enclosure::{Enclosure, Enclosures};
pub use multiprecision::{Multiprecision, MultiprecisionFloat};
pub use rational::{NotADecimal, Rational, Rationals};
