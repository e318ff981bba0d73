//! After how many other new messages a message returns.

use std::fmt;
use std::str::FromStr;

use bloomlab_numbers::{Refused, within};

use super::powers::power_sum;

/// The distribution of a reuse distance R, in new messages between two arrivals of the same message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reuse(Family);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Family {
    Geometric { mean: f64 },
    Uniform { window: u64 },
    Power { exponent: f64, zeta: f64 },
}

impl Reuse {
    /// Pr\[R ≥ r\] = (μ/(1 + μ))^r, of mean μ. Domain: 1e-9 ≤ μ ≤ 1e12.
    pub fn geometric(mean: f64) -> Result<Self, Refused> {
        if (1e-9..=1e12).contains(&mean) {
            return Ok(Self(Family::Geometric { mean }));
        }
        Err(Refused::new("reuse", mean, "1e-9 ≤ mean ≤ 1e12 of a geometric distribution"))
    }

    /// Every distance 0 … W − 1 equally likely. Domain: 1 ≤ W ≤ 10^12.
    pub fn uniform(window: u64) -> Result<Self, Refused> {
        within("reuse", window, 1..=1_000_000_000_000)?;
        Ok(Self(Family::Uniform { window }))
    }

    /// Pr\[R = r\] = (r + 1)^(−α)/ζ(α). Domain: 1 < α ≤ 1000.
    pub fn power(exponent: f64) -> Result<Self, Refused> {
        if exponent > 1.0 && exponent <= 1000.0 {
            let zeta = power_sum(exponent, 1.0, f64::INFINITY);
            return Ok(Self(Family::Power { exponent, zeta }));
        }
        Err(Refused::new("reuse", exponent, "1 < exponent ≤ 1000 of a power law"))
    }

    /// w̄(x) = Pr\[R ≥ x\], continued between the whole numbers as its formula is. Domain x ≥ 0.
    pub fn tail(&self, x: f64) -> f64 {
        match self.0 {
            Family::Geometric { mean } => libm::exp(-x * decay(mean)),
            Family::Uniform { window } => (1.0 - x / window as f64).max(0.0),
            Family::Power { exponent, zeta } => power_sum(exponent, x + 1.0, f64::INFINITY) / zeta,
        }
    }

    /// Pr\[R = r\].
    pub fn probability(&self, r: u64) -> f64 {
        match self.0 {
            Family::Geometric { mean } => self.tail(r as f64) / (1.0 + mean),
            Family::Uniform { window } if r < window => 1.0 / window as f64,
            Family::Uniform { .. } => 0.0,
            Family::Power { exponent, zeta } => libm::pow(r as f64 + 1.0, -exponent) / zeta,
        }
    }

    /// Σ w̄(n), n = `from` … `to` − 1.
    pub fn tails(&self, from: u64, to: u64) -> f64 {
        let (from, to) = (from as f64, to as f64);
        match self.0 {
            Family::Geometric { mean } => {
                let survival = libm::expm1(-(to - from) * decay(mean));
                -self.tail(from) * survival * (1.0 + mean)
            }
            Family::Uniform { window } => {
                let window = window as f64;
                let (first, end) = (from.min(window), to.min(window));
                (end - first) * (1.0 - (first + end - 1.0) / (2.0 * window))
            }
            Family::Power { exponent, zeta } => {
                let beyond = |n: f64| n * power_sum(exponent, n + 1.0, f64::INFINITY);
                (power_sum(exponent - 1.0, from + 1.0, to + 1.0) + (beyond(to) - beyond(from))) / zeta
            }
        }
    }

    /// E\[R\]; ∞ for a power law of α ≤ 2.
    pub fn mean(&self) -> f64 {
        match self.0 {
            Family::Geometric { mean } => mean,
            Family::Uniform { window } => (window as f64 - 1.0) / 2.0,
            Family::Power { exponent, .. } if exponent <= 2.0 => f64::INFINITY,
            Family::Power { exponent, zeta } => power_sum(exponent - 1.0, 1.0, f64::INFINITY) / zeta - 1.0,
        }
    }
}

/// −ln(μ/(1 + μ)).
fn decay(mean: f64) -> f64 {
    libm::log1p(1.0 / mean)
}

/// A text that names no distribution of reuse distances.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReuseError {
    /// Not one of the forms.
    #[error("needs geometric:MU, uniform:W or power:ALPHA")]
    Unknown,
    /// A parameter outside its domain.
    #[error(transparent)]
    Refused(#[from] Refused),
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
