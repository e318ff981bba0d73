//! From values to lengths.

use std::fmt;

use serde::Deserialize;

/// From values to lengths.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Equal steps for equal differences.
    #[default]
    Linear,
    /// Equal steps for equal ratios, ticks at powers of 10.
    #[serde(rename = "log")]
    Log10,
    /// Equal steps for equal ratios, ticks at powers of 2.
    Log2,
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == Self::Linear { "linear" } else { "logarithmic" })
    }
}

impl Scale {
    /// True if a value has a place.
    pub fn holds(self, value: f64) -> bool {
        value.is_finite() && (self == Self::Linear || value > 0.0)
    }

    /// The place of a value in some unit of length.
    pub(crate) fn position(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log10 => libm::log10(value),
            Self::Log2 => libm::log2(value),
        }
    }
}
