//! Exact and certified arithmetic on top of GMP and MPFR. No other crate of the workspace uses `rug`.
//!
//! * [`Rationals`]: exact rational numbers.
//! * [`Multiprecision`]: MPFR at any precision, each operation rounded to nearest.
//! * [`Enclosures`]: a lower and an upper MPFR bound, rounded outwards by every operation.
//! * [`certify()`]: raise the precision of an enclosure until it fixes the digits asked for.
//!
//! ```
//! use bloomlab_exact::{certify, Enclosures};
//! use bloomlab_numbers::{Arithmetic, Number};
//!
//! // (1 − 2^-60)^(2^60), to 20 digits
//! let value = certify(20, |a: &Enclosures| a.all_miss(1, 1 << 60, 1 << 60)).unwrap();
//! assert_eq!(value.decimal(20), "0.36787944117144232144");
//! ```

mod certify;
mod decimal;
mod enclosure;
mod multiprecision;
mod operators;
mod rational;

pub use certify::{Certified, NotCertified, certify, certify_at_most};
pub use enclosure::{Enclosure, Enclosures};
pub use multiprecision::{Multiprecision, MultiprecisionFloat};
pub use rational::{NotADecimal, Rational, Rationals};
