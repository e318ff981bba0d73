//! Reasons for a missing value.

use bloomlab_deletable::in_f64::NotInDouble;
use bloomlab_exact::NotCertified;
use bloomlab_formulas::FormulaError;
use bloomlab_numbers::Refused;
use bloomlab_simulation::SimulationError;

/// The reason why a value is missing or meaningless.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The value exceeds the arithmetic's largest number.
    #[error("overflow")]
    Overflow,
    /// The value, whose two digits are given here, lies below the arithmetic's least normal number.
    #[error("underflow: the value is about {0}")]
    Underflow(String),
    /// Not one digit of the value is right, and why that is known.
    #[error("{0}")]
    NoDigit(String),
    /// The evaluation had not ended when its time was over.
    #[error("timed out")]
    TimedOut,
    /// A parameter lies outside its domain.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The route has no form for the filter, or for the arithmetic.
    #[error("out of domain: {0}")]
    NoForm(String),
    /// A deletable filter's value that double precision cannot give.
    #[error(transparent)]
    LostDigits(#[from] NotInDouble),
    /// The digits asked for could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}

impl Failure {
    /// The papers have no such formula.
    pub(super) fn unpublished() -> Self {
        Failure::NoForm("no published formula covers it".to_owned())
    }

    /// The failure of a route that needs e^x, in rationals.
    pub(super) fn transcendental() -> Self {
        Failure::NoForm("needs an exponential, which rationals lack".to_owned())
    }
}

impl From<FormulaError> for Failure {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Refused(why) => why.into(),
            error => Failure::NoForm(error.to_string()),
        }
    }
}

impl From<SimulationError> for Failure {
    fn from(error: SimulationError) -> Self {
        match error {
            SimulationError::Refused(why) => why.into(),
            error => Failure::NoForm(error.to_string()),
        }
    }
}
