//! How many false positives a test of one filter may count: X of q queries, none of which was stored.
//!
//! All queries of one filter meet the same bits: given the rate ρ that these have, X is binomial of q and ρ, and
//! P(X ≥ x) = E P(Bin(q, ρ) ≥ x). A [`RateDistribution`] is the distribution of ρ: that of a [plain filter](PlainRates) follows from its set bits,
//! a static filter or a filter for each query has a single rate. [`Test`] has the bounds of a test, its power and the queries it needs.
//!
//! Doubles only, by functions of `libm`; sums of positive terms, relative error about 1e-9 for probabilities above 1e-15, far less below
//! 2^30 bits.

mod binomial;
pub mod items;
mod least_queries;
mod proportion;
mod quadrature;
mod saddle;
mod set_bits;
mod stirling;
mod test;
mod varying;

pub use least_queries::{MOST_QUERIES, Rates};
pub use proportion::proportion_interval;
pub use saddle::Saddle;
pub use set_bits::PlainRates;
pub use test::{CountBounds, Test};
pub use varying::{VaryingRate, ln_binomial};

/// The distribution of the rate of one filter given its bits, as rates with their weights.
#[derive(Clone, Debug)]
pub struct RateDistribution(Vec<(f64, f64)>);

impl RateDistribution {
    /// From weights, which sum to 1, and rates.
    fn new(points: Vec<(f64, f64)>) -> Self {
        Self(points)
    }

    /// A rate that is the same for all filters. Domain: 0 ≤ `rate` ≤ 1.
    pub fn certain(rate: f64) -> Self {
        Self(vec![(1.0, rate)])
    }

    fn expected(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().map(|(weight, rate)| weight * value(*rate)).sum::<f64>().clamp(0.0, 1.0)
    }

    /// P(X ≥ `count`) among `queries` queries.
    pub fn at_least(&self, queries: u64, count: u64) -> f64 {
        self.expected(|rate| binomial::at_least(queries, count, rate))
    }

    /// P(X ≤ `count`) among `queries` queries.
    pub fn at_most(&self, queries: u64, count: u64) -> f64 {
        self.expected(|rate| binomial::at_most(queries, count, rate))
    }

    /// ln P(X = `count`) among `queries` queries; −∞ where that cannot be.
    pub fn ln_probability(&self, queries: u64, count: u64) -> f64 {
        let terms = self.0.iter().filter(|(weight, _)| *weight > 0.0);
        ln_sum(terms.map(|(weight, rate)| libm::log(*weight) + binomial::ln_probability(queries, count, *rate)))
    }

    /// p, the mean.
    pub fn mean(&self) -> f64 {
        self.expected(|rate| rate)
    }

    /// Var ρ.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expected(|rate| (rate - mean) * (rate - mean))
    }

    /// The same filters with rates `ratio` times as high, at most 1.
    #[must_use]
    pub fn times(&self, ratio: f64) -> Self {
        Self(self.0.iter().map(|(weight, rate)| (*weight, (ratio * rate).min(1.0))).collect())
    }

    /// Var X = q p (1 − p) + q (q − 1) Var ρ.
    pub fn count_variance(&self, queries: u64) -> f64 {
        let (queries, mean) = (queries as f64, self.mean());
        queries * mean * (1.0 - mean) + queries * (queries - 1.0) * self.variance()
    }
}

/// ln Σ e^x, from the largest down.
fn ln_sum(terms: impl Iterator<Item = f64>) -> f64 {
    let terms: Vec<f64> = terms.collect();
    let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if top == f64::NEG_INFINITY {
        return top;
    }
    top + libm::log(terms.iter().map(|term| libm::exp(term - top)).sum())
}
