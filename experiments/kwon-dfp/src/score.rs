//! Standardised residuals: how far a simulated mean lies from a model, as a standard normal number if the model is right.

use crate::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Probabilities below this are taken as this, so that every score is finite: no score is beyond ±37.1.
const LEAST_PROBABILITY: f64 = 1e-300;

/// The normal score of (mean − model)/(standard error) over independent epochs: Φ⁻¹(F(t)) with F Student's distribution of
/// (epochs − 1) degrees of freedom. Exactly standard normal for normal epochs.
pub(crate) fn of_mean(estimate: &Estimate, model: f64) -> Result<f64> {
    let t = (estimate.mean - model) / estimate.standard_error;
    ensure!(!t.is_nan(), "all epochs equal the model: they have no standard error");
    let tail = StudentsT::new(0.0, 1.0, (estimate.epochs - 1) as f64)?.cdf(-t.abs());
    Ok(rounded(quantile_of_tail(tail)?.copysign(t)))
}

/// The normal score of a count of rare events, Poisson under the model with mean `expected`: Φ⁻¹ of a point drawn uniformly
/// between `Pr[N < count]` and `Pr[N ≤ count]` (Dunn and Smyth, *Randomized quantile residuals*, 1996); `uniform` in 0..1 is
/// the draw. Exactly standard normal for a Poisson count.
pub(crate) fn of_count(count: u64, expected: f64, uniform: f64) -> Result<f64> {
    let probability = |i: u64| match expected > 0.0 {
        true => libm::exp(i as f64 * libm::log(expected) - expected - libm::lgamma(i as f64 + 1.0)),
        false => f64::from(u8::from(i == 0)),
    };
    let here = probability(count);
    let below: f64 = (0..count).map(probability).sum::<f64>() + uniform * here;
    // the terms above fall off once beyond the mean; 40 + 12√mean of them are more than double precision sees
    let last = count.max(expected as u64) + 40 + (12.0 * expected.sqrt()) as u64;
    let above: f64 = (count + 1..=last).map(probability).sum::<f64>() + (1.0 - uniform) * here;
    Ok(rounded(if below < above { -quantile_of_tail(below)? } else { quantile_of_tail(above)? }))
}

/// −Φ⁻¹(p) for p ≤ 1/2.
fn quantile_of_tail(tail: f64) -> Result<f64> {
    Ok(-Normal::new(0.0, 1.0)?.inverse_cdf(tail.clamp(LEAST_PROBABILITY, 0.5)))
}

/// To nine decimals, because the library evaluates its distributions with the machine's own logarithm, whose last bit
/// differs between machines.
fn rounded(score: f64) -> f64 {
    libm::round(score * 1e9) / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two epochs: t has one degree of freedom, F(t) = 1/2 + arctan(t)/π. At t = tan(0.4π) that is 0.9, and
    /// Φ⁻¹(0.9) = 1.2815515655 (Abramowitz and Stegun, table 26.5).
    #[test]
    fn scores_of_means() {
        let estimate = Estimate::of(&[-1.0, 1.0], CONFIDENCE).unwrap();
        let t = libm::tan(0.4 * std::f64::consts::PI);
        assert!((of_mean(&estimate, -t).unwrap() - 1.281_551_565_5).abs() < 1e-8);
        assert!((of_mean(&estimate, t).unwrap() + 1.281_551_565_5).abs() < 1e-8);
        assert!(of_mean(&Estimate::of(&[1.0, 1.0], CONFIDENCE).unwrap(), 1.0).is_err());
    }

    /// Pr[N = 0] = 1/10 for a mean of ln 10, and Pr[N = 0] = 1/2 for ln 2.
    #[test]
    fn scores_of_counts() {
        let score = |count, probability: f64, uniform| of_count(count, -libm::log(probability), uniform).unwrap();
        assert!((score(0, 0.1, 1.0) + 1.281_551_565_5).abs() < 1e-8);
        assert!((score(1, 0.1, 0.0) + 1.281_551_565_5).abs() < 1e-8);
        assert!(score(0, 0.5, 1.0).abs() < 1e-8);
        // nothing expected and nothing seen: the draw itself
        assert!((of_count(0, 0.0, 0.9).unwrap() - 1.281_551_565_5).abs() < 1e-8);
        assert!((36.0..38.0).contains(&of_count(500, 1e-9, 0.5).unwrap()));
        assert!((-38.0..-36.0).contains(&of_count(0, 1e4, 0.5).unwrap()));
    }
}
