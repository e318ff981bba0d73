//! Tails of the binomial distribution, with relative accuracy far out, in constant time however many queries there are.

use super::quadrature::integral;

/// The variance from which on a tail is an integral with a correction instead of a sum: the correction leaves less
/// than 1e-9 of a tail.
const LARGE_VARIANCE: f64 = 1e4;

/// Below this logarithm a tail adds nothing to 1.
const NEGLIGIBLE: f64 = -45.0;

/// Below this logarithm of its first term a tail is 0.
const UNDERFLOW: f64 = -800.0;

/// P(X ≥ `count`), X binomial of `queries` and `rate`.
pub fn at_least(queries: u64, count: u64, rate: f64) -> f64 {
    match count.checked_sub(1) {
        None => 1.0,
        Some(below) => Tail::above(queries, count, rate).or_complement(Tail::below(queries, below, rate)),
    }
}

/// P(X ≤ `count`).
pub fn at_most(queries: u64, count: u64, rate: f64) -> f64 {
    match count.checked_add(1) {
        None => 1.0,
        Some(above) => Tail::below(queries, count, rate).or_complement(Tail::above(queries, above, rate)),
    }
}

/// ln P(X = `count`), −∞ where that cannot be.
pub fn ln_probability(queries: u64, count: u64, rate: f64) -> f64 {
    match (rate <= 0.0, rate >= 1.0) {
        _ if count > queries => f64::NEG_INFINITY,
        (true, _) if count > 0 => f64::NEG_INFINITY,
        (_, true) if count < queries => f64::NEG_INFINITY,
        (true, _) | (_, true) => 0.0,
        _ => Tail::above(queries, count, rate).ln_probability(count as f64),
    }
}

/// P(Y ≥ y), where Y of n trials has success probability `hit`, `miss` its complement.
#[derive(Clone, Copy, Debug)]
struct Tail {
    trials: f64,
    least: f64,
    hit: f64,
    miss: f64,
}

impl Tail {
    fn above(queries: u64, count: u64, rate: f64) -> Self {
        Self { trials: queries as f64, least: count as f64, hit: rate, miss: 1.0 - rate }
    }

    /// P(X ≤ x) is the probability of at least n − x misses.
    fn below(queries: u64, count: u64, rate: f64) -> Self {
        let least = if count > queries { 0.0 } else { (queries - count) as f64 };
        Self { trials: queries as f64, least, hit: 1.0 - rate, miss: rate }
    }

    /// The tail itself above the mean, else what the other tail leaves of 1.
    fn or_complement(self, other: Self) -> f64 {
        if self.least > self.trials || self.hit <= 0.0 {
            return if self.least <= 0.0 { 1.0 } else { 0.0 };
        }
        if self.least <= 0.0 || self.miss <= 0.0 {
            return 1.0;
        }
        let above = self.trials * self.hit - self.least;
        if above < 0.0 {
            return self.sum();
        }
        // by Bernstein's inequality, or by the first term of the other tail
        if above * above > -2.0 * NEGLIGIBLE * (self.trials * self.hit * self.miss + above / 3.0) {
            return 1.0;
        }
        if other.ln_probability(other.least) < NEGLIGIBLE { 1.0 } else { 1.0 - other.sum() }
    }

    /// The tail, above the mean.
    fn sum(self) -> f64 {
        let variance = self.trials * self.hit * self.miss;
        if variance > LARGE_VARIANCE { self.by_integral(libm::sqrt(variance)) } else { self.by_terms() }
    }

    /// From the first term outwards, by the ratios of neighbours, until a term adds nothing.
    fn by_terms(self) -> f64 {
        let first = self.ln_probability(self.least);
        if first < UNDERFLOW {
            return 0.0;
        }
        let odds = self.hit / self.miss;
        let (mut at, mut term, mut sum) = (self.least, 1.0, 1.0);
        while at < self.trials && term > 1e-17 * sum {
            term *= (self.trials - at) / (at + 1.0) * odds;
            at += 1.0;
            sum += term;
        }
        libm::exp(first) * sum
    }

    /// Σ_(y ≥ u + ½) f(y) = ∫_u^∞ f + f′(u)/24 − 7 f‴(u)/5760 + …, as far out as f falls by e^−40.
    fn by_integral(self, deviation: f64) -> f64 {
        let from = self.least - 0.5;
        let z = (from - self.trials * self.hit) / deviation;
        let to = (from + deviation * (libm::sqrt(z * z + 80.0) - z)).min(self.trials - 1.0);
        if to <= from {
            return self.by_terms();
        }
        let start = self.ln_probability(from);
        if start < UNDERFLOW {
            return 0.0;
        }
        let rest = self.trials - from;
        let slope = libm::log(rest / from * self.hit / self.miss) + 0.5 / rest - 0.5 / from;
        let area = integral(|u| libm::exp(self.ln_probability(from + (to - from) * u) - start)) * (to - from);
        libm::exp(start) * (area + slope / 24.0 - 7.0 * slope * slope * slope / 5760.0)
    }

    /// ln P(Y = y), also between whole numbers, by Loader's deviances: no large terms cancel.
    fn ln_probability(self, y: f64) -> f64 {
        let (n, rest) = (self.trials, self.trials - y);
        let ln = |one: f64, other: f64| if other < 0.5 { libm::log1p(-other) } else { libm::log(one) };
        if y <= 0.0 {
            return n * ln(self.miss, self.hit);
        }
        if rest <= 0.0 {
            return n * ln(self.hit, self.miss);
        }
        let width = 0.5 * libm::log(n / (std::f64::consts::TAU * y * rest));
        let deviances = deviance(y, n * self.hit) + deviance(rest, n * self.miss);
        remainder(n) - remainder(y) - remainder(rest) - deviances + width
    }
}

/// x ln(x/mean) + mean − x, x > 0 (Loader, *Fast and accurate computation of binomial probabilities*, 2000).
fn deviance(x: f64, mean: f64) -> f64 {
    let distance = x - mean;
    if distance.abs() >= 0.1 * (x + mean) {
        return x * libm::log(x / mean) - distance;
    }
    let v = distance / (x + mean);
    let (mut sum, mut power, mut odd) = (distance * v, 2.0 * x * v, 1.0);
    loop {
        (power, odd) = (power * v * v, odd + 2.0);
        let next = sum + power / odd;
        if next == sum {
            return sum;
        }
        sum = next;
    }
}

/// The remainder of Stirling's formula, ln Γ(y + 1) − (y + ½) ln y + y − ½ ln 2π, y > 0: four terms of the series from 30 on, whose next is below 1e-16.
fn remainder(y: f64) -> f64 {
    if y < 30.0 {
        let stirling = (y + 0.5) * libm::log(y) - y + 0.5 * libm::log(2.0 * std::f64::consts::PI);
        return libm::lgamma(y + 1.0) - stirling;
    }
    let square = y * y;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_definition() {
        for (queries, rate) in [(1_u64, 0.3), (7, 0.01), (20, 0.5), (33, 0.97), (50, 1e-4)] {
            let mut choose = 1.0;
            let mut mass = Vec::new();
            for x in 0..=queries {
                mass.push(choose * libm::pow(rate, x as f64) * libm::pow(1.0 - rate, (queries - x) as f64));
                choose *= (queries - x) as f64 / (x + 1) as f64;
            }
            for x in 0..=queries {
                let (above, below): (f64, f64) =
                    (mass[x as usize..].iter().rev().sum(), mass[..=x as usize].iter().sum());
                let point = libm::exp(ln_probability(queries, x, rate));
                for (found, expected) in
                    [(at_least(queries, x, rate), above), (at_most(queries, x, rate), below), (point, mass[x as usize])]
                {
                    assert!((found / expected - 1.0).abs() < 1e-12, "{queries} {rate} {x}: {found} {expected}");
                }
            }
        }
        let tails =
            [at_least(5, 0, 0.2), at_least(5, 1, 0.0), at_least(5, 5, 1.0), at_most(5, 5, 0.2), at_most(5, 4, 1.0)];
        assert_eq!(tails, [1.0, 0.0, 1.0, 1.0, 0.0]);
        let impossible = [ln_probability(5, 1, 0.0), ln_probability(5, 4, 1.0), ln_probability(5, 6, 0.2)];
        assert_eq!(impossible, [f64::NEG_INFINITY; 3]);
    }

    #[test]
    fn the_integral_is_the_sum() {
        for (trials, hit) in [(4e7, 0.05), (1e8, 0.5), (3e10, 1e-4), (3e7, 0.9)] {
            let deviation = libm::sqrt(trials * hit * (1.0 - hit));
            for z in [0.0, 0.3, 2.0, 5.0, 8.0, 20.0] {
                let least = libm::ceil(trials * hit + z * deviation) + 1.0;
                let tail = Tail { trials, least, hit, miss: 1.0 - hit };
                let (terms, area) = (tail.by_terms(), tail.by_integral(deviation));
                assert!((area / terms - 1.0).abs() < 1e-11, "{trials} {hit} {z}: {}", area / terms - 1.0);
            }
        }
    }
}
