//! Errors that end the program, with their exit statuses.

use std::io;

use bloomlab::crosscheck::Failure;
use bloomlab::exact::NotCertified;
use bloomlab::formulas::FormulaError;
use bloomlab::numbers::TooLarge;
use bloomlab::occupancy::{OutOfDomain, Parameter, Refused};

/// An error that is reported on stderr.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A parameter outside its domain.
    #[error("{0}")]
    Domain(String),
    /// A parameter outside its domain, by its flag.
    #[error("--{} {} is out of domain: needs {}", flag(.0.parameter()), .0.value(), .0.domain())]
    OutOfDomain(#[from] OutOfDomain),
    /// It would take too long.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Nothing that was asked for could be computed.
    #[error("{0}")]
    Failed(String),
    /// A quantity could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
    /// The answer could not be written.
    #[error("the answer could not be written to stdout: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// The exit status: 2 for bad arguments, 1 for a later failure.
    pub fn status(&self) -> u8 {
        match self {
            Error::Domain(_) | Error::OutOfDomain(_) => 2,
            Error::Failed(_) | Error::TooLarge(_) | Error::NotCertified(_) | Error::Output(_) => 1,
        }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::OutOfDomain(error) => error.into(),
            Refused::TooLarge(error) => error.into(),
        }
    }
}

/// The reason for a missing value, its parameter named by the flag.
pub fn reason(failure: &Failure) -> String {
    match failure {
        Failure::Refused(Refused::OutOfDomain(why))
        | Failure::Formula(FormulaError::Refused(Refused::OutOfDomain(why))) => Error::from(why.clone()).to_string(),
        failure => failure.to_string(),
    }
}

/// The flag that sets a parameter: the only place where the two meet.
fn flag(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Memory => "bits",
        _ => parameter.name(),
    }
}
