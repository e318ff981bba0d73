//! What a formula needs from arithmetic, and double precision as its first instance.
//!
//! A formula is written once, generic over an [`Arithmetic`]: a context that makes [`Number`]s from integers. Nothing
//! but the context changes when the same formula is evaluated in double precision, in multiprecision, in exact
//! rationals or in certified enclosures.
//!
//! ```
//! use bloomlab_numbers::{Arithmetic, Double, Number};
//!
//! /// (1 − 1/m)^balls: a given one of m bins stays empty.
//! fn empty<A: Arithmetic>(a: &A, balls: u64, bins: u64) -> A::Number {
//!     (a.one() - a.ratio(1, bins)).pow(balls)
//! }
//! assert_eq!(empty(&Double, 2, 2), 0.25);
//! ```

pub mod accuracy;
mod arithmetic;
mod cost;
mod double;
mod number;

pub use arithmetic::{AnalyticArithmetic, Arithmetic};
pub use cost::{Cost, TooLarge};
pub use double::{Double, NaiveDouble};
pub use number::{Analytic, Number};
