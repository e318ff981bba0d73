//! A false-positive rate that a filter is to keep.

use std::str::FromStr;

use crate::{OutOfDomain, Parameter};

/// A target rate: a probability strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Target(f64);

impl Target {
    /// The rates that it can be, for messages.
    pub const DOMAIN: &str = "0 < target < 1";

    /// The target `rate`.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless 0 < rate < 1.
    pub fn new(rate: f64) -> Result<Self, OutOfDomain> {
        if rate > 0.0 && rate < 1.0 {
            Ok(Self(rate))
        } else {
            Err(OutOfDomain::new(Parameter::Target, rate, Self::DOMAIN))
        }
    }

    /// The rate.
    pub fn rate(&self) -> f64 {
        self.0
    }
}

/// From a decimal, rounded to double precision. What is no number is refused as NaN.
impl FromStr for Target {
    type Err = OutOfDomain;

    fn from_str(text: &str) -> Result<Self, OutOfDomain> {
        Self::new(text.parse().unwrap_or(f64::NAN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_rate_between_0_and_1_is_refused_by_name() {
        for rate in [0.0, 1.0, f64::NAN, -1.0, f64::INFINITY] {
            assert_eq!(Target::new(rate).unwrap_err().parameter(), Parameter::Target);
        }
        for text in ["", "x", "1", "0", "-0.1", "nan", "1e-400", " 0.1"] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
        assert_eq!("1e-3".parse(), Target::new(0.001));
        let least = f64::from_bits(1);
        assert_eq!(Target::new(least).map(|target| target.rate()), Ok(least));
    }
}
