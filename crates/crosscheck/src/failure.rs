//! Why there is no value.

use bloomlab_deletable::double::NotInDouble;
use bloomlab_exact::NotCertified;
use bloomlab_formulas::{FormulaError, ShapeError};

/// Why there is no value, or none that means anything.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// The arithmetic's largest number was exceeded.
    #[error("overflow")]
    Overflow,
    /// The value is below the arithmetic's least normal number.
    #[error("underflow: the value is about {0}")]
    Underflow(String),
    /// Not a digit of the value is right.
    #[error("cancellation: not one digit is right, it gives {0}")]
    Cancellation(String),
    /// The enclosure does not settle a single digit.
    #[error("cancellation: not one digit is settled at {bits} bits, only {lower} to {upper}; try more, or certified")]
    NoDigit {
        /// The precision.
        bits: u32,
        /// The bounds, in short.
        lower: String,
        /// The bounds, in short.
        upper: String,
    },
    /// It would take too long, or too much memory.
    #[error("too large ({0})")]
    TooLarge(String),
    /// The formula does not hold there.
    #[error("out of domain: {0}")]
    OutOfDomain(String),
    /// A formula's own reason.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// Sizes outside the domain.
    #[error("out of domain: {0}")]
    Shape(#[from] ShapeError),
    /// A deletable filter's value that double precision cannot give.
    #[error(transparent)]
    NotInDouble(#[from] NotInDouble),
    /// The digits asked for could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}
