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
    /// Logarithmic on both sides of zero, linear from −`linear_to` to `linear_to`, which takes as much room as a power of ten.
    SymLog {
        /// Positive.
        linear_to: f64,
    },
    /// Linear up to `at`, which takes `share` of the axis; beyond a break mark logarithmic (base 10).
    Broken {
        /// Positive, inside the range.
        at: f64,
        /// Between 0 and 1.
        share: f64,
    },
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Scale::Linear => "linear",
            Scale::Log10 | Scale::Log2 => "logarithmic",
            Scale::SymLog { .. } => "symmetric logarithmic",
            Scale::Broken { .. } => "broken",
        })
    }
}

impl Scale {
    /// Whether the scale has a place for a value.
    pub(crate) fn holds(self, value: f64) -> bool {
        match self {
            Scale::Log10 | Scale::Log2 => value.is_finite() && value > 0.0,
            _ => value.is_finite(),
        }
    }

    /// Its place in some unit of length; of a broken axis the place before the break.
    pub(crate) fn position(self, value: f64) -> f64 {
        match self {
            Scale::Linear | Scale::Broken { .. } => value,
            Scale::Log10 => libm::log10(value),
            Scale::Log2 => libm::log2(value),
            Scale::SymLog { linear_to } => {
                let size = value.abs() / linear_to;
                let place = if size <= 1.0 { size } else { 1.0 + libm::log10(size) };
                place.copysign(value)
            }
        }
    }
}
