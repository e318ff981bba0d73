//! Reasons for a missing value.

use std::sync::Arc;

use bloomlab_deletable::double::NotInDouble;
use bloomlab_exact::{Certified, Enclosure, NotCertified};
use bloomlab_formulas::FormulaError;
use bloomlab_numbers::TooLarge;
use bloomlab_occupancy::Refused;
use bloomlab_simulation::SimulationError;

/// The reason why a value is missing or meaningless.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// The value exceeds the arithmetic's largest number.
    #[error("overflow")]
    Overflow,
    /// The value, given here, lies below the arithmetic's least normal number.
    #[error("underflow: the value is about {}", .0.decimal(2))]
    Underflow(Certified),
    /// Not one digit of the value is right.
    #[error("cancellation: not one digit is right, it gives {value:.1e} for {}", truth.decimal(2))]
    NoCorrectDigit {
        /// What the arithmetic gives.
        value: f64,
        /// The certified value.
        truth: Certified,
    },
    /// The value is not a probability, so not one digit is right.
    #[error("cancellation: not one digit is right, the result {0:.1e} is not a probability")]
    NoProbability(f64),
    /// The enclosure does not settle a single digit.
    #[error(
        "no digit is certain: the value lies between {} and {}",
        .0.lower_decimal(2), .0.upper_decimal(2)
    )]
    NoSettledDigit(Enclosure),
    /// The evaluation would take too long, or too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The filter has no positive sums.
    #[error("out of domain: this filter has no positive-sum route")]
    NoPositiveSums,
    /// The papers have no such formula.
    #[error("out of domain: no published formula covers it")]
    Unpublished,
    /// The route is one of double precision.
    #[error("out of domain: the route is available in double precision only")]
    OnlyInDouble,
    /// The simulation failed.
    #[error(transparent)]
    Simulation(#[from] Arc<SimulationError>),
    /// A parameter lies outside its domain, or the computation is too large.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A formula's own reason.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The quantity has an exponential.
    #[error("out of domain: needs an exponential, which rationals lack")]
    Transcendental,
    /// A deletable filter's value that double precision cannot give.
    #[error(transparent)]
    NotInDouble(#[from] NotInDouble),
    /// The digits asked for could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}
