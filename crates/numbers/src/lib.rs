#![doc = include_str!("../README.md")]
//!
//! * [`Arithmetic`], [`Number`]: the traits that formulas are written over; [`Double`], [`NaiveDouble`]: double precision.
//! * [`Shape`]: m bits, k hash functions, [`Sampling`] with or without replacement; [`Phases`], [`Bound`], [`Retention`], [`Ending`];
//!   [`DeletableKind`].
//! * The one language of refusal. [`OutOfDomain`]: a [`Parameter`] lies outside its domain. [`TooLarge`]: a computation whose [`Cost`]
//!   exceeds a [`Budget`], with [`Advice`]. [`Refused`]: either. [`Target`]: a rate to keep, validated once.
//! * [`distribution`], [`contour`], [`bonferroni`]: P(N, M, K), the probability that N balls in M bins occupy K of them ([`BallsInBins`]);
//!   [`any_size`] takes the faster of the last two.
//! * [`distinct`]: the number of distinct positions of an item; [`hypergeometric`]: how many of them are set.
//! * [`filling`]: the number of set bits, pushed forward by one position or by one item.
//! * [`combinatorics`]: factorials, binomial coefficients, powers. [`search`]: the one bisection. [`extrapolation`]: a limit in 1/M.

pub mod accuracy;
mod advice;
pub mod any_size;
mod arithmetic;
mod balls_in_bins;
pub mod bonferroni;
mod bound;
mod budget;
pub mod combinatorics;
pub mod contour;
mod cost;
mod deletable_kind;
pub mod distinct;
pub mod distribution;
mod double;
pub mod extrapolation;
pub mod filling;
pub mod hypergeometric;
mod number;
mod out_of_domain;
mod phases;
mod retention;
pub mod search;
mod shape;
mod target;
mod too_large;

pub use advice::Advice;
pub use arithmetic::{AnalyticArithmetic, Arithmetic};
pub use balls_in_bins::BallsInBins;
pub use bound::Bound;
pub use budget::Budget;
pub use cost::{ANSWER_SECONDS, Cost, NANOSECONDS_IN_DOUBLE};
pub use deletable_kind::{COUNTER_BITS, DeletableKind, TernaryPacking, UnknownKind};
pub use double::{Double, NaiveDouble};
pub use number::{Analytic, Number};
pub use out_of_domain::{OutOfDomain, Parameter, Refused, Value};
pub use phases::Phases;
pub use retention::{Ending, Retention};
pub use shape::{MAX_SIZE, Sampling, Shape};
pub use target::Target;
pub use too_large::{Resource, TooLarge};
