#![doc = include_str!("../README.md")]
//!
//! Definitions and probability laws that all models of Bloom filters share.
//!
//! * [`Shape`]: m bits, k hash functions, [`Sampling`] with or without replacement; [`Phases`], [`Bound`], [`Retention`], [`Ending`];
//!   [`DeletableKind`].
//! * [`OutOfDomain`]: the one error for a [`Parameter`] that lies outside its domain; [`Refused`] adds what is too large.
//! * [`law`], [`contour`], [`crowded`]: P(N, M, K), the probability that N balls in M bins occupy K of them ([`BallsInBins`]).
//! * [`distinct`]: the number of distinct positions of an item; [`hypergeometric`]: how many of them are set.
//! * [`combinatorics`]: factorials, binomial coefficients, powers. [`search`]: the one bisection.

pub mod accuracy;
mod balls_in_bins;
mod bound;
pub mod combinatorics;
pub mod contour;
pub mod crowded;
mod deletable_kind;
pub mod distinct;
pub mod hypergeometric;
pub mod law;
mod out_of_domain;
mod phases;
mod retention;
pub mod search;
mod shape;

pub use balls_in_bins::BallsInBins;
pub use bound::Bound;
pub use deletable_kind::{COUNTER_BITS, DeletableKind, TernaryPacking};
pub use out_of_domain::{OutOfDomain, Parameter, Refused, Value};
pub use phases::Phases;
pub use retention::{Ending, Retention};
pub use shape::{MAX_SIZE, Sampling, Shape};
