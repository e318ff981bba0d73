//! Means over epochs, with Student intervals.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::{Result, ensure};

/// The confidence of all intervals.
pub const CONFIDENCE: f64 = 0.99;

/// A mean over independent epochs and its Student interval.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Mean of the epochs.
    pub mean: f64,
    /// Half the width of the 99 % interval.
    pub half_width: f64,
    /// Standard error of the mean, s/√n.
    pub standard_error: f64,
    /// The number of epochs, n.
    pub epochs: u64,
}

impl Estimate {
    /// The mean of n values, and mean ± t·s/√n with s² the unbiased variance. Sums run in the order of the values.
    pub fn of(values: &[f64]) -> Result<Self> {
        let (epochs, n) = (values.len() as u64, values.len() as f64);
        ensure!(epochs >= 2, "epochs {epochs}: an interval needs at least 2");
        ensure!(values.iter().all(|value| value.is_finite()), "values {values:?}: an interval needs finite ones");
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
        let standard_error = (variance / n).sqrt();
        let half_width = student_quantile(epochs - 1, CONFIDENCE)? * standard_error;
        Ok(Self { mean, half_width, standard_error, epochs })
    }

    /// The lower end of the interval.
    pub fn lower(&self) -> f64 {
        self.mean - self.half_width
    }

    /// The upper end of the interval.
    pub fn upper(&self) -> f64 {
        self.mean + self.half_width
    }
}

/// A number and the ends of its interval: three columns, named by `#[serde(rename = "simulated,lower,upper")]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "(f64, f64, f64)")]
pub struct Interval {
    /// The number: the mean, if the interval is one of confidence.
    pub value: f64,
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// The number and its interval in units of a positive number.
    #[must_use]
    pub fn over(self, unit: f64) -> Self {
        Self { value: self.value / unit, lower: self.lower / unit, upper: self.upper / unit }
    }
}

impl From<Estimate> for Interval {
    fn from(mean: Estimate) -> Self {
        Self { value: mean.mean, lower: mean.lower(), upper: mean.upper() }
    }
}

impl From<Interval> for (f64, f64, f64) {
    fn from(interval: Interval) -> Self {
        (interval.value, interval.lower, interval.upper)
    }
}

/// The two-sided Student quantile: |T| with ν degrees of freedom stays below it with probability c.
///
/// Rounded to ten significant digits: statrs uses the machine's own logarithm, whose last bit differs between machines.
pub fn student_quantile(degrees: u64, confidence: f64) -> Result<f64> {
    ensure!(confidence > 0.0 && confidence < 1.0, "confidence {confidence}: needs 0 < confidence < 1");
    ensure!(degrees >= 1, "degrees of freedom {degrees}: needs at least 1");
    let quantile = StudentsT::new(0.0, 1.0, degrees as f64)?.inverse_cdf(0.5 + confidence / 2.0);
    let scale = libm::pow(10.0, 9.0 - libm::floor(libm::log10(quantile)));
    Ok(libm::round(quantile * scale) / scale)
}
