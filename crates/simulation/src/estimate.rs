//! Means over epochs, with Student intervals.

use bloomlab_numbers::Refused;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The confidence of the papers' intervals.
pub const CONFIDENCE: f64 = 0.99;

/// A mean over independent epochs and the half width of its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean of the epochs.
    pub mean: f64,
    /// Half the width of the interval: t · s / √n.
    pub half_width: f64,
}

impl Estimate {
    /// The mean of n values, one for each epoch, and its Student interval mean ± t_{n−1, (1+c)/2} · s/√n, with s² the
    /// unbiased variance. Exact for normal values. Sums run in the order of the values.
    /// [`Refused`] unless n ≥ 2, every value is finite, and 0 < c < 1.
    pub fn of(values: &[f64], confidence: f64) -> Result<Estimate, Refused> {
        let count = values.len();
        if count < 2 {
            return Err(Refused::new("epochs", count as u64, "2 ≤ epochs, for an interval"));
        }
        if let Some(&value) = values.iter().find(|value| !value.is_finite()) {
            return Err(Refused::new("epoch-value", value, "a finite value"));
        }
        let n = count as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
        let half_width = student_quantile(count as u64 - 1, confidence)? * (variance / n).sqrt();
        Ok(Estimate { mean, half_width })
    }

    /// The lower end of the interval.
    pub fn lower(&self) -> f64 {
        self.mean - self.half_width
    }

    /// The upper end of the interval.
    pub fn upper(&self) -> f64 {
        self.mean + self.half_width
    }

    /// True if the interval contains a value.
    pub fn contains(&self, value: f64) -> bool {
        (value - self.mean).abs() <= self.half_width
    }
}

/// The two-sided Student quantile: |T| with ν degrees of freedom stays below it with probability c.
///
/// Rounded to ten significant digits, because the library evaluates it with the machine's own logarithm, whose last bit
/// differs between machines; nothing else in a table does.
/// [`Refused`] unless ν ≥ 1 and 0 < c < 1.
fn student_quantile(degrees: u64, confidence: f64) -> Result<f64, Refused> {
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(Refused::new("confidence", confidence, "0 < confidence < 1"));
    }
    let student = StudentsT::new(0.0, 1.0, degrees as f64)
        .map_err(|_| Refused::new("degrees-of-freedom", degrees, "1 ≤ degrees-of-freedom"))?;
    let quantile = student.inverse_cdf(0.5 + confidence / 2.0);
    let scale = libm::pow(10.0, 9.0 - libm::floor(libm::log10(quantile)));
    Ok(libm::round(quantile * scale) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ν = 1: tan(πc/2). ν = 2: with u = c, t = u·√(2/(1 − u²)). ν = 4: t² = 4(q − 1), where
    /// q = cos(arccos(√a)/3)/√a and a = 1 − c². Closed forms, evaluated here.
    #[test]
    fn quantiles_agree_with_closed_forms() {
        for c in [0.5, 0.9, 0.99, 0.999_999] {
            let a: f64 = 1.0 - c * c;
            let closed = [
                (1, (std::f64::consts::PI * c / 2.0).tan()),
                (2, c * (2.0 / a).sqrt()),
                (4, 2.0 * ((a.sqrt().acos() / 3.0).cos() / a.sqrt() - 1.0).sqrt()),
            ];
            for (degrees, exact) in closed {
                let quantile = student_quantile(degrees, c).unwrap();
                assert!((quantile / exact - 1.0).abs() < 2e-9, "ν = {degrees}, c = {c}: {quantile} {exact}");
            }
        }
    }

    #[test]
    fn impossible_estimates_are_refused() {
        assert!(Estimate::of(&[1.0], 0.99).is_err());
        assert!(Estimate::of(&[1.0, f64::NAN], 0.99).is_err());
        assert!(Estimate::of(&[1.0, 2.0], 1.0).is_err());
        assert!(student_quantile(0, 0.99).is_err());
    }
}
