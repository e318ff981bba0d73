//! Reasons for a missing value.

use bloomlab_deletable::in_f64::NotInDouble;
use bloomlab_exact::{Certified, Enclosure, NotCertified};
use bloomlab_formulas::FormulaError;
use bloomlab_numbers::{OutOfDomain, Refused, TooLarge};

/// The reason why a value is missing or meaningless.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
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
    #[error("no digit is certain: the value {}", known(.0))]
    NoSettledDigit(Enclosure),
    /// The evaluation would take too long, or too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The value is nearer to what it is compared with than any arithmetic that is affordable shows.
    #[error("the rate is too close to the target to be distinguished from it")]
    Undecided,
    /// The filter has no positive sums.
    #[error("out of domain: this filter has no positive-sum route")]
    NoPositiveSums,
    /// The papers have no such formula.
    #[error("out of domain: no published formula covers it")]
    Unpublished,
    /// The route is one of double precision.
    #[error("out of domain: the route is available in double precision only")]
    OnlyInDouble,
    /// A parameter lies outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// A formula has no form for the positions, or for the arithmetic.
    #[error(transparent)]
    Formula(FormulaError),
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

/// What an enclosure says of its value.
fn known(enclosure: &Enclosure) -> String {
    if enclosure.is_unbounded() {
        return "is undefined, or unbounded".to_owned();
    }
    format!("lies between {} and {}", enclosure.lower_decimal(2), enclosure.upper_decimal(2))
}

impl Failure {
    /// The refusal, where the computation is too large.
    pub fn too_large(&self) -> Option<&TooLarge> {
        if let Failure::TooLarge(why) = self { Some(why) } else { None }
    }

    /// The parameter out of its domain, where that is the reason.
    pub fn out_of_domain(&self) -> Option<&OutOfDomain> {
        if let Failure::OutOfDomain(why) = self { Some(why) } else { None }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::OutOfDomain(why) => why.into(),
            Refused::TooLarge(why) => why.into(),
        }
    }
}

impl From<FormulaError> for Failure {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Refused(refused) => refused.into(),
            error => Failure::Formula(error),
        }
    }
}
