//! P(K ≤ k) and quantiles: sums of the exact probabilities of few balls, else the normal distribution with its skewness.

use bloomlab_numbers::{Double, Refused, distribution, search::try_least};

use super::{MOST_MULTIPLICATIONS, Occupancy};
use crate::error::Error;

/// The least variance with which the approximation answers.
const LEAST_VARIANCE: f64 = 100.0;

/// How many bins are occupied at most, with which probability.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AtMost {
    /// k.
    pub occupied: u64,
    /// P(K ≤ k).
    pub probability: f64,
    /// P(K > k).
    pub above: f64,
    /// True if probabilities were summed, false if they are approximate.
    pub is_exact: bool,
}

impl Occupancy {
    /// P(K ≤ k) for k = `occupied`. Exact if N · min(N, M) ≤ 2^30, and else approximate: in units of k right to one within four standard
    /// deviations, to two within six.
    ///
    /// # Errors
    /// [`Error::Refused`] for more balls with a variance below 100.
    ///
    /// ```
    /// // 1000 items under 7 hash functions in 9586 bits: is a filter with 5100 set bits suspicious?
    /// let found = bloomlab::Occupancy::new(7000, 9586)?.at_most(5100)?;
    /// assert!(found.above < 1e-6);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn at_most(&self, occupied: u64) -> Result<AtMost, Error> {
        self.cumulative().map(|at_most| at_most(occupied))
    }

    /// The least k with P(K ≤ k) ≥ q = `probability`. Domain: 1e-9 ≤ q ≤ 1 − 1e-9; errors as for [`at_most`](Self::at_most).
    ///
    /// ```
    /// assert_eq!(bloomlab::Occupancy::new(7000, 9586)?.quantile(0.999)?.occupied, 5053);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn quantile(&self, probability: f64) -> Result<AtMost, Error> {
        if !(1e-9..=1.0 - 1e-9).contains(&probability) {
            return Err(Refused::new("quantile", probability, "1e-9 ≤ quantile ≤ 1 − 1e-9").into());
        }
        let at_most = self.cumulative()?;
        let most = self.0.most_occupied();
        // by the tail above: the sum from below has lost the digits of a quantile near 1
        let reaches = |occupied| Ok::<_, Error>(at_most(occupied).above <= 1.0 - probability);
        let found = try_least(self.mean() as u64, 0..=most, reaches)?;
        Ok(at_most(found.unwrap_or(most)))
    }

    fn cumulative(&self) -> Result<Box<dyn Fn(u64) -> AtMost>, Error> {
        let most = self.0.most_occupied();
        if distribution::recursion_multiplications(self.0) <= MOST_MULTIPLICATIONS {
            let row = distribution::by_recursion(&Double, self.0);
            return Ok(Box::new(move |occupied| {
                let (below, above) = row.split_at((occupied.min(most) + 1) as usize);
                let [probability, above] = [below, above].map(|part| part.iter().sum::<f64>().min(1.0));
                AtMost { occupied, probability, above, is_exact: true }
            }));
        }
        let (mean, variance) = (self.mean(), self.variance());
        if variance < LEAST_VARIANCE {
            let domain = "balls · min(balls, bins) ≤ 2^30, or a variance of at least 100";
            return Err(Refused::new("balls", self.0.balls(), domain).into());
        }
        let skewness = self.third_cumulant() / variance.powf(1.5);
        Ok(Box::new(move |occupied| {
            let x = (occupied as f64 + 0.5 - mean) / variance.sqrt();
            let density = libm::exp(-x * x / 2.0) / libm::sqrt(2.0 * std::f64::consts::PI);
            let skew = density * skewness / 6.0 * (x * x - 1.0);
            let tail = |x: f64| 0.5 * libm::erfc(x * std::f64::consts::FRAC_1_SQRT_2);
            let [probability, above] = [tail(-x) - skew, tail(x) + skew].map(|share| share.clamp(0.0, 1.0));
            AtMost { occupied, probability, above, is_exact: false }
        }))
    }

    /// To leading order −Mp ((1 − a)² − a(1 − a) + λ²p²), λ = N/M, p = e^(−λ) the share of empty bins, a = p(1 + λ): from
    /// the logarithm of \[z^N\] (u + e^z − 1)^M at its saddle point. If hardly any balls meet, minus the variance, as of a Poisson number.
    fn third_cumulant(&self) -> f64 {
        let load = self.0.balls() as f64 / self.0.bins() as f64;
        let empty = libm::exp(-load);
        let alone = empty * (1.0 + load);
        let sum = (1.0 - alone) * (1.0 - 2.0 * alone) + (load * empty).powi(2);
        if load < 1e-3 { -self.variance() } else { -(self.0.bins() as f64) * empty * sum }
    }
}
