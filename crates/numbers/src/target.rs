//! A false-positive rate that a filter is to keep.

use std::str::FromStr;

use crate::Refused;

/// A target rate: a probability strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Target(f64);

impl Target {
    /// The rates that it can be, for messages.
    pub const DOMAIN: &str = "0 < target < 1";

    /// The target `rate`. Domain: 0 < rate < 1.
    pub fn new(rate: f64) -> Result<Self, Refused> {
        if rate > 0.0 && rate < 1.0 { Ok(Self(rate)) } else { Err(Refused::new("target", rate, Self::DOMAIN)) }
    }

    /// The rate.
    pub fn rate(&self) -> f64 {
        self.0
    }
}

/// From a decimal, rounded to double precision. What is no number is refused as NaN.
impl FromStr for Target {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        Self::new(text.parse().unwrap_or(f64::NAN))
    }
}
