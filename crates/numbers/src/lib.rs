#![doc = include_str!("../README.md")]
//!
//! * [`Arithmetic`], [`Number`]: the traits that formulas are written over; [`Double`], [`NaiveDouble`]: double precision.
//! * [`Shape`]: m bits, k hash functions, [`Sampling`] with or without replacement; [`Phases`], [`Bound`], [`Retention`], [`Ending`];
//!   [`DeletableKind`].
//! * [`Refused`]: the one refusal, a parameter outside its domain ([`within`]). [`Target`]: a rate to keep, validated once.
//! * [`distribution`], [`contour`], [`bonferroni`]: P(N, M, K), the probability that N balls in M bins occupy K of them ([`BallsInBins`]);
//!   [`any_size`] chooses between the last two.
//! * [`distinct`]: the number of distinct positions of an item; [`hypergeometric`]: how many of them are set.
//! * [`filling`]: the number of set bits, pushed forward by one position or by one item.
//! * [`combinatorics`]: factorials, binomial coefficients, powers. [`search`]: the one bisection.

pub mod accuracy;
pub mod any_size;
mod arithmetic;
mod balls_in_bins;
pub mod bonferroni;
mod bound;
pub mod combinatorics;
pub mod contour;
mod deletable_kind;
pub mod distinct;
pub mod distribution;
mod double;
pub mod filling;
pub mod hypergeometric;
mod number;
mod phases;
mod refused;
mod retention;
pub mod search;
mod shape;
mod target;

pub use arithmetic::{AnalyticArithmetic, Arithmetic};
pub use balls_in_bins::BallsInBins;
pub use bound::Bound;
pub use deletable_kind::{COUNTER_BITS, DeletableKind, TernaryPacking, UnknownKind};
pub use double::{Double, NaiveDouble};
pub use number::{Analytic, Number};
pub use phases::Phases;
pub use refused::{Refused, Value, within};
pub use retention::{Ending, Retention};
pub use shape::{MAX_SIZE, Sampling, Shape};
pub use target::Target;
