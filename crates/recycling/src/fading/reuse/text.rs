//! Distributions of reuse distances as text.

use std::fmt;
use std::str::FromStr;

use bloomlab_numbers::OutOfDomain;

use super::{Family, Reuse};

/// A text that names no distribution of reuse distances.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReuseError {
    /// Not one of the forms.
    #[error("needs geometric:MU, uniform:W or power:ALPHA")]
    Unknown,
    /// A parameter outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
}

impl fmt::Display for Reuse {
    /// As it is read: `geometric:20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Family::Geometric { mean } => write!(f, "geometric:{mean}"),
            Family::Uniform { window } => write!(f, "uniform:{window}"),
            Family::Power { exponent, .. } => write!(f, "power:{exponent}"),
        }
    }
}

impl FromStr for Reuse {
    type Err = ReuseError;

    /// `geometric:MU`, `uniform:W` or `power:ALPHA`.
    fn from_str(text: &str) -> Result<Self, ReuseError> {
        let (name, value) = text.split_once(':').ok_or(ReuseError::Unknown)?;
        let real = || value.parse::<f64>().map_err(|_| ReuseError::Unknown);
        Ok(match name {
            "geometric" => Reuse::geometric(real()?)?,
            "uniform" => Reuse::uniform(value.parse().map_err(|_| ReuseError::Unknown)?)?,
            "power" => Reuse::power(real()?)?,
            _ => return Err(ReuseError::Unknown),
        })
    }
}
