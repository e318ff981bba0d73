//! Distributions of reuse distances as text.

use std::fmt;
use std::str::FromStr;

use bloomlab_occupancy::OutOfDomain;

use super::{Law, ReuseLaw};

/// A text that names no distribution of reuse distances.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReuseLawError {
    /// Not one of the forms.
    #[error("needs geometric:MU, uniform:W or power:ALPHA")]
    Unknown,
    /// A parameter outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
}

impl fmt::Display for ReuseLaw {
    /// As it is read: `geometric:20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Law::Geometric { mean } => write!(f, "geometric:{mean}"),
            Law::Uniform { window } => write!(f, "uniform:{window}"),
            Law::Power { exponent, .. } => write!(f, "power:{exponent}"),
        }
    }
}

impl FromStr for ReuseLaw {
    type Err = ReuseLawError;

    /// `geometric:MU`, `uniform:W` or `power:ALPHA`.
    fn from_str(text: &str) -> Result<Self, ReuseLawError> {
        let (name, value) = text.split_once(':').ok_or(ReuseLawError::Unknown)?;
        let real = || value.parse::<f64>().map_err(|_| ReuseLawError::Unknown);
        Ok(match name {
            "geometric" => ReuseLaw::geometric(real()?)?,
            "uniform" => ReuseLaw::uniform(value.parse().map_err(|_| ReuseLawError::Unknown)?)?,
            "power" => ReuseLaw::power(real()?)?,
            _ => return Err(ReuseLawError::Unknown),
        })
    }
}
