//! How values map to lengths.

use std::fmt;

/// How values map to lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios, ticks at powers of 10.
    Log10,
    /// Equal steps for equal ratios, ticks at powers of 2.
    Log2,
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Scale::Linear => "linear",
            Scale::Log10 | Scale::Log2 => "logarithmic",
        })
    }
}

impl Scale {
    /// Whether the scale has a place for a value.
    pub(crate) fn holds(self, value: f64) -> bool {
        match self {
            Scale::Log10 | Scale::Log2 => value.is_finite() && value > 0.0,
            Scale::Linear => value.is_finite(),
        }
    }

    /// Its place in some unit of length.
    pub(crate) fn position(self, value: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Log10 => libm::log10(value),
            Scale::Log2 => libm::log2(value),
        }
    }
}
