//! The rate of one filter given its bits, as rates with their weights.

use super::{binomial, ln_sum, spread};

/// The distribution of the rate ρ of one filter given its bits, as rates with their weights; where it is not exact, one from above and one
/// from below: P(ρ ≥ r) is at most that of `above` and at least that of `below`, for every r.
#[derive(Clone, Debug)]
pub struct RateDistribution {
    above: Vec<(f64, f64)>,
    below: Option<Vec<(f64, f64)>>,
    mean: f64,
    variance: f64,
    filters: u64,
}

impl RateDistribution {
    /// From weights, which sum to 1, and rates.
    pub(super) fn new(points: Vec<(f64, f64)>) -> Self {
        let expected =
            |value: &dyn Fn(f64) -> f64| points.iter().map(|(weight, rate)| weight * value(*rate)).sum::<f64>();
        let mean = expected(&|rate| rate).clamp(0.0, 1.0);
        let variance = expected(&|rate| (rate - mean) * (rate - mean)).max(0.0);
        Self { above: points, below: None, mean, variance, filters: 1 }
    }

    /// Between two distributions, with the mean and the variance of the true one.
    pub(super) fn between(below: Vec<(f64, f64)>, above: Vec<(f64, f64)>, mean: f64, variance: f64) -> Self {
        Self { above, below: Some(below), mean, variance, filters: 1 }
    }

    /// A rate that is the same for all filters. Domain: 0 ≤ `rate` ≤ 1.
    pub fn certain(rate: f64) -> Self {
        Self::new(vec![(1.0, rate)])
    }

    /// The queries are spread over `filters` filters F, as evenly as they can be: the first q mod F have one query more. From F = q on
    /// each has a filter of its own.
    #[must_use]
    pub fn spread_over(self, filters: u64) -> Self {
        Self { filters: filters.max(1), ..self }
    }

    /// Whether it is exact, rather than between two distributions.
    pub fn is_exact(&self) -> bool {
        self.below.is_none()
    }

    /// How many rates a sum over the distribution has.
    pub fn points(&self) -> usize {
        self.above.len().max(self.lower().len())
    }

    fn lower(&self) -> &[(f64, f64)] {
        self.below.as_deref().unwrap_or(&self.above)
    }

    /// P(X ≥ `count`) among `queries` queries, or a bound from above.
    pub fn at_least(&self, queries: u64, count: u64) -> f64 {
        self.sum_at_least(&self.above, queries, count)
    }

    /// P(X ≥ `count`) among `queries` queries, or a bound from below.
    pub fn surely_at_least(&self, queries: u64, count: u64) -> f64 {
        self.sum_at_least(self.lower(), queries, count)
    }

    /// P(X ≤ `count`) among `queries` queries, or a bound from above.
    pub fn at_most(&self, queries: u64, count: u64) -> f64 {
        let points = self.lower();
        match self.filters {
            1 => expected(points, |rate| binomial::at_most(queries, count, rate)),
            filters if filters >= queries => binomial::at_most(queries, count, mean(points)),
            filters => spread::at_most(points, queries, filters, count),
        }
    }

    /// ln P(X = `count`) among `queries` queries of one filter; −∞ where that cannot be.
    pub fn ln_probability(&self, queries: u64, count: u64) -> f64 {
        let terms = self.above.iter().filter(|(weight, _)| *weight > 0.0);
        ln_sum(terms.map(|(weight, rate)| libm::log(*weight) + binomial::ln_probability(queries, count, *rate)))
    }

    fn sum_at_least(&self, points: &[(f64, f64)], queries: u64, count: u64) -> f64 {
        match self.filters {
            1 => expected(points, |rate| binomial::at_least(queries, count, rate)),
            filters if filters >= queries => binomial::at_least(queries, count, mean(points)),
            filters => spread::at_least(points, queries, filters, count),
        }
    }

    /// p, the mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Var ρ of one filter.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// The same filters with rates `ratio` times as high, at most 1.
    #[must_use]
    pub fn times(&self, ratio: f64) -> Self {
        let scaled = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
            points.iter().map(|(weight, rate)| (*weight, (ratio * rate).min(1.0))).collect()
        };
        let exact = Self::new(scaled(&self.above)).spread_over(self.filters);
        match &self.below {
            None => exact,
            Some(below) => Self {
                below: Some(scaled(below)),
                mean: (ratio * self.mean).min(1.0),
                variance: ratio * ratio * self.variance,
                ..exact
            },
        }
    }

    /// Var X = q p (1 − p) + Σ q_f (q_f − 1) Var ρ over the filters, of q_f queries each: q (q/F − 1) Var ρ where F divides q.
    pub fn count_variance(&self, queries: u64) -> f64 {
        let pairs = |(each, filters): (u64, u64)| filters as f64 * each as f64 * each.saturating_sub(1) as f64;
        let pairs: f64 = spread::shares(queries, self.filters).into_iter().map(pairs).sum();
        queries as f64 * self.mean * (1.0 - self.mean) + pairs * self.variance
    }
}

fn expected(points: &[(f64, f64)], value: impl Fn(f64) -> f64) -> f64 {
    points.iter().map(|(weight, rate)| weight * value(*rate)).sum::<f64>().clamp(0.0, 1.0)
}

fn mean(points: &[(f64, f64)]) -> f64 {
    expected(points, |rate| rate)
}
