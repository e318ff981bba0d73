//! Counts of queries of filters whose fill is normal: what stands for the variation of any filter's set bits.

use bloomlab_numbers::Double;
use bloomlab_occupancy::distribution;

use super::{binomial, ln_sum};
use crate::Load;

/// Where a term is e^−40 of the largest, the integral ends.
const NEGLIGIBLE: f64 = 40.0;

/// The standard deviations of the factor over which tails are summed, and the steps of each.
const REACH: i32 = 9;
const STEPS: i32 = 32;

/// The variance from which on a binomial tail is taken for a normal one.
const LARGE_VARIANCE: f64 = 1e5;

/// The rate of a filter whose fill is normal: p (1 + εz)^k/E (1 + εz)^k, at most 1, z standard normal and the same for all queries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VaryingRate {
    rate: f64,
    /// ε.
    deviation: f64,
    /// k.
    hashes: f64,
    /// ln E (1 + εz)^k.
    ln_norm: f64,
}

impl VaryingRate {
    /// The rate of all filters is `rate`. Domain: 0 ≤ `rate` ≤ 1.
    pub fn certain(rate: f64) -> Self {
        Self::new(rate, 0.0, 1.0)
    }

    /// The mean is `rate`, and the fill varies as that of a plain filter, by √(Var S)/E\[S\], over √F where the queries are spread over
    /// F = `filters` filters.
    pub fn of(rate: f64, load: Load, filters: u64) -> Self {
        let shape = load.insertions();
        let mean = distribution::mean(&Double, shape);
        let deviation = libm::sqrt(distribution::variance_in_double(shape) / filters.max(1) as f64);
        Self::new(rate, if mean > 0.0 { deviation / mean } else { 0.0 }, load.hashes() as f64)
    }

    fn new(rate: f64, deviation: f64, hashes: f64) -> Self {
        // Σ C(k, 2j) (2j − 1)!! ε^(2j)
        let (mut term, mut norm, mut power) = (1.0, 1.0, 0.0);
        while power + 2.0 <= hashes && term > 1e-17 * norm {
            term *= (hashes - power) * (hashes - power - 1.0) / (power + 2.0) * deviation * deviation;
            norm += term;
            power += 2.0;
        }
        Self { rate, deviation, hashes, ln_norm: libm::log(norm) }
    }

    /// The same with `share` of the deviation: where the rest of the rate does not vary.
    #[must_use]
    pub fn shared(self, share: f64) -> Self {
        Self::new(self.rate, self.deviation * share, self.hashes)
    }

    /// √(Var ρ)/p, to first order.
    pub fn relative_deviation(self) -> f64 {
        self.deviation * self.hashes
    }

    fn at(self, z: f64) -> f64 {
        let fill = 1.0 + self.deviation * z;
        if fill <= 0.0 {
            return 0.0;
        }
        (self.rate * libm::exp(self.hashes * libm::log(fill) - self.ln_norm)).min(1.0)
    }

    /// ln P(X = `count`) among `queries` queries, by the trapezoid rule about the peak of a log-concave integrand.
    pub fn ln_probability(self, queries: u64, count: u64) -> f64 {
        if self.deviation <= 0.0 || self.rate <= 0.0 || self.rate >= 1.0 {
            return binomial::ln_probability(queries, count, self.rate);
        }
        let ln_term = |z: f64| -0.5 * z * z + binomial::ln_probability(queries, count, self.at(z));
        let peak = self.peak(queries, count, ln_term);
        let rate = self.at(peak);
        let relative = self.relative_deviation();
        let bend = 1.0 + relative * relative * queries as f64 * rate / (1.0 - rate).max(1e-9);
        let step = 0.2 / libm::sqrt(bend);
        let top = ln_term(peak);
        if top == f64::NEG_INFINITY {
            return top;
        }
        let away = |direction: f64| {
            let terms = (1..20_000).map(move |i| ln_term(peak + direction * step * f64::from(i)));
            terms.take_while(move |term| *term > top - NEGLIGIBLE)
        };
        let width = libm::log(step) - 0.5 * libm::log(std::f64::consts::TAU);
        ln_sum([top].into_iter().chain(away(1.0)).chain(away(-1.0))) + width
    }

    /// Where the integrand is largest.
    fn peak(self, queries: u64, count: u64, ln_term: impl Fn(f64) -> f64) -> f64 {
        let observed = (count as f64 / queries as f64).max(1e-300);
        let there = libm::expm1((libm::log(observed / self.rate) + self.ln_norm) / self.hashes) / self.deviation;
        // between the peaks of the two factors
        let (mut low, mut high) = (there.clamp(-300.0, 0.0) - 1.0, there.clamp(0.0, 300.0) + 1.0);
        for _ in 0..100 {
            let (left, right) = (low + (high - low) * 0.382, low + (high - low) * 0.618);
            if ln_term(left) < ln_term(right) { low = left } else { high = right }
        }
        0.5 * (low + high)
    }

    /// P(X ≥ `count`) among `queries` queries, to a few per cent: enough to say whether it is below α.
    pub fn at_least(self, queries: u64, count: u64) -> f64 {
        self.tail(queries, count, true)
    }

    /// P(X ≤ `count`) among `queries` queries.
    pub fn at_most(self, queries: u64, count: u64) -> f64 {
        self.tail(queries, count, false)
    }

    fn tail(self, queries: u64, count: u64, is_above: bool) -> f64 {
        let tail = |rate: f64| {
            let mean = queries as f64 * rate;
            let deviations = (count as f64 - mean) / libm::sqrt(mean * (1.0 - rate) + 1.0);
            let outwards = if is_above { deviations } else { -deviations };
            match is_above {
                _ if outwards > 40.0 => 0.0,
                _ if outwards < -40.0 => 1.0,
                _ if mean * (1.0 - rate) > LARGE_VARIANCE => 0.5 * libm::erfc(outwards / std::f64::consts::SQRT_2),
                true => binomial::at_least(queries, count, rate),
                false => binomial::at_most(queries, count, rate),
            }
        };
        if self.deviation <= 0.0 {
            return tail(self.rate);
        }
        let step = 1.0 / f64::from(STEPS);
        let weight = |z: f64| step * libm::exp(-0.5 * z * z) / libm::sqrt(std::f64::consts::TAU);
        let points = (-REACH * STEPS..=REACH * STEPS).map(|i| f64::from(i) * step);
        points.map(|z| weight(z) * tail(self.at(z))).sum::<f64>().clamp(0.0, 1.0)
    }

    /// The probability of a count at least as far out, on either side: twice that of the nearer tail, at most 1.
    pub fn two_sided(self, queries: u64, count: u64) -> f64 {
        (2.0 * self.at_least(queries, count).min(self.at_most(queries, count))).min(1.0)
    }
}

/// ln P(X = `count`), X binomial of `queries` and `rate`.
pub fn ln_binomial(queries: u64, count: u64, rate: f64) -> f64 {
    binomial::ln_probability(queries, count, rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::PlainRates;

    /// The distribution of the set bits themselves, which shares no step with the normal fill.
    #[test]
    fn counts_of_plain_filters_are_nearly_those_of_their_set_bits() {
        for (bits, items, hashes, queries) in
            [(9586, 1000, 7, 100_000), (95_851, 10_000, 7, 1_000_000), (1024, 102, 7, 10_000)]
        {
            let load = Load::new(bits, items, hashes).unwrap();
            let exact = PlainRates::new(load).unwrap().distribution(queries).unwrap();
            let varying = VaryingRate::of(exact.mean(), load, 1);
            let relative = libm::sqrt(exact.variance()) / exact.mean();
            let near = varying.relative_deviation();
            assert!((near / relative - 1.0).abs() < 0.02, "{near} {relative}");
            let (mean, deviation) = (queries as f64 * exact.mean(), libm::sqrt(exact.count_variance(queries)));
            for deviations in [-4.0, -1.0, 0.0, 1.0, 3.0, 4.0] {
                let count = (mean + deviations * deviation) as u64;
                let (near, there) = (varying.ln_probability(queries, count), exact.ln_probability(queries, count));
                assert!((near - there).abs() < 0.1, "{bits} {deviations}: {near} {there}");
                let (near, there) = (varying.at_least(queries, count), exact.at_least(queries, count));
                assert!((near / there - 1.0).abs() < 0.1, "{bits} {deviations}: {near} {there}");
            }
        }
    }

    #[test]
    fn probabilities_of_all_counts_add_up_to_1() {
        for (rate, deviation, hashes, queries) in
            [(0.01, 0.04, 7.0, 2000), (0.2, 0.05, 1.0, 500), (1e-3, 0.1, 20.0, 300), (0.5, 0.02, 3.0, 100)]
        {
            let varying = VaryingRate::new(rate, deviation, hashes);
            let all: Vec<f64> = (0..=queries).map(|count| libm::exp(varying.ln_probability(queries, count))).collect();
            assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{rate} {deviation}: {}", all.iter().sum::<f64>());
            let count = (queries as f64 * rate) as u64 + 2;
            let above: f64 = all[count as usize..].iter().sum();
            assert!((varying.at_least(queries, count) / above - 1.0).abs() < 1e-3);
            assert!((varying.at_least(queries, count) + varying.at_most(queries, count - 1) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn without_variation_it_is_the_binomial_distribution() {
        let certain = VaryingRate::certain(0.25);
        assert_eq!(certain.ln_probability(10, 3), ln_binomial(10, 3, 0.25));
        assert_eq!(certain.at_least(10, 3), binomial::at_least(10, 3, 0.25));
        assert_eq!(VaryingRate::certain(0.0).ln_probability(10, 1), f64::NEG_INFINITY);
        assert_eq!(VaryingRate::certain(0.5).two_sided(2, 1), 1.0);
    }
}
