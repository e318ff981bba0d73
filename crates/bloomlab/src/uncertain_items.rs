//! A number of items that is not known in advance.

use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter};

use crate::{Error, normal};

/// How many items will come: a range, or a distribution.
///
/// ```
/// use bloomlab::{Filter, UncertainItems};
///
/// let filter = Filter::new(47_925_292, 7)?;
/// let items = UncertainItems::between(1_000_000, 5_000_000)?;
/// // 1 % with five million; less in the mean
/// let found = filter.holding_uncertain(items)?;
/// assert!((found.worst.unwrap() / 0.01 - 1.0).abs() < 0.01);
/// assert!((found.mean / 0.002_081 - 1.0).abs() < 1e-3);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[must_use]
pub struct UncertainItems(Distribution);

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
enum Distribution {
    /// Every whole number from `least` to `most` is equally likely.
    Between { least: u64, most: u64 },
    /// The nearest whole number to `median` e^(`sigma` Z), Z standard normal.
    LogNormal { median: f64, sigma: f64 },
}

/// Up to 128 for each power of n, and up to here at most, numbers of items are summed one by one.
const SUMMED: u64 = 4096;

/// From this many items for each power of n on, f is a line between neighbours to 1e-11 of its value.
const LINEAR: f64 = 1e5;

/// The share of a mean that may be left out.
const NEGLIGIBLE: f64 = 1e-10;

/// The standard deviations beyond which a normal variable is taken not to lie: with probability 2e-19.
const REACH: f64 = 9.0;

/// The largest number of items of a log-normal distribution, 9 standard deviations above its median.
const MOST: f64 = (1_u64 << 53) as f64;

impl UncertainItems {
    /// The largest σ of the logarithm.
    pub const MAX_SIGMA: f64 = 4.0;

    /// Every whole number from `least` to `most` is equally likely.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless `least` ≤ `most` ≤ 2^63 − 1.
    pub fn between(least: u64, most: u64) -> Result<Self, OutOfDomain> {
        Parameter::Items.within(most, 0..=MAX_SIZE)?;
        if least > most {
            let domain = format!("at most {most}, the upper end of the range");
            return Err(OutOfDomain::new(Parameter::Items, least, domain));
        }
        Ok(Self(Distribution::Between { least, most }))
    }

    /// The logarithm is normal: the number is the nearest whole one to `median` e^(`sigma` Z). The distribution is not truncated, so that there is
    /// no worst case.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless `median` ≥ 1, 0 < `sigma` ≤ 4 and `median` e^(9 `sigma`) ≤ 2^53.
    pub fn log_normal(median: f64, sigma: f64) -> Result<Self, OutOfDomain> {
        if !(sigma > 0.0 && sigma <= Self::MAX_SIGMA) {
            return Err(OutOfDomain::new(Parameter::Items, sigma, "0 < sigma ≤ 4 of a log-normal distribution"));
        }
        if !(median >= 1.0 && median * libm::exp(REACH * sigma) <= MOST) {
            let domain = "a median ≥ 1 with median · e^(9 sigma) ≤ 2^53 of a log-normal distribution";
            return Err(OutOfDomain::new(Parameter::Items, median, domain));
        }
        Ok(Self(Distribution::LogNormal { median, sigma }))
    }

    /// The largest number, where there is one.
    pub fn most(self) -> Option<u64> {
        match self.0 {
            Distribution::Between { most, .. } => Some(most),
            Distribution::LogNormal { .. } => None,
        }
    }

    /// The least number n with P(N ≤ n) ≥ `share`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 0 < `share` < 1; from 1 − 1e-12 on for a log-normal distribution.
    pub fn quantile(self, share: f64) -> Result<u64, Error> {
        if !(share > 0.0 && share < 1.0) {
            return Err(OutOfDomain::new(Parameter::Confidence, share, "0 < confidence < 1").into());
        }
        match self.0 {
            Distribution::Between { least, most } => {
                let count = (most - least) as f64 + 1.0;
                let steps = libm::ceil(share * count).max(1.0) - 1.0;
                Ok(least.saturating_add(steps as u64).min(most))
            }
            Distribution::LogNormal { .. } if share > 1.0 - 1e-12 => Err(OutOfDomain::new(
                Parameter::Confidence,
                share,
                "confidence ≤ 1 − 1e-12 of a log-normal distribution",
            )
            .into()),
            Distribution::LogNormal { median, sigma } => {
                let at = median * libm::exp(sigma * normal::quantile(share));
                Ok(libm::ceil(at - 0.5).max(0.0) as u64)
            }
        }
    }

    /// E f(N) of a smooth, increasing function with values from 0 to 1, `steep` the power of n that it grows with at most.
    ///
    /// N is a continuous variable X rounded, of density g. Up to 128 `steep`, f(n) P(N = n) is summed. Beyond, it is the integral of
    /// g (f − f″/24) − g′ f′/12, whose part in the cell n − ½ … n + ½ is f(n) P(N = n) but for terms of the fourth order: by Gauss and Legendre
    /// with ten points in panels of ln x, f and its derivatives from the cubic through four neighbours. Relative error below 1e-9,
    /// against direct sums.
    pub(crate) fn expected<E>(self, steep: u64, f: impl Fn(u64) -> Result<f64, E>) -> Result<f64, E> {
        let (first, last) = (self.first(), self.last());
        let summed = (128 * steep).clamp(256, SUMMED);
        let start = (first as f64 - 0.5).max(summed as f64 + 0.5);
        let end = last as f64 + 0.5;
        let cell = |x: f64| -> Result<f64, E> {
            let at = libm::floor(x);
            let (i, t) = ((at as u64).max(1), x - at);
            let (density, change) = self.density(x);
            if at > LINEAR * steep as f64 {
                let [b, c] = [f(i)?, f(i + 1)?];
                return Ok(density * (b + t * (c - b)) - change * (c - b) / 12.0);
            }
            let [a, b, c, d] = [f(i - 1)?, f(i)?, f(i + 1)?, f(i + 2)?];
            let (linear, square, cube) =
                (c - a / 3.0 - b / 2.0 - d / 6.0, (a + c) / 2.0 - b, (d - a) / 6.0 + (b - c) / 2.0);
            let value = b + t * (linear + t * (square + t * cube));
            let (slope, bend) = (linear + t * (2.0 * square + 3.0 * t * cube), 2.0 * square + 6.0 * t * cube);
            Ok(density * (value - bend / 24.0) - change * slope / 12.0)
        };
        let mut sum = 0.0;
        // what is left below x adds less than f(x) P(X < x): from the top down, until that no longer counts
        let is_rest_negligible =
            |x: f64, sum: f64| Ok::<_, E>(sum > 0.0 && f(libm::ceil(x) as u64)? * self.below(x) < NEGLIGIBLE * sum);
        if start < end {
            let (from, to) = (libm::log(start), libm::log(end));
            let width = (8.0 / steep.max(1) as f64).min(self.width());
            let panels = libm::ceil((to - from) / width).max(1.0);
            let half = 0.5 * (to - from) / panels;
            let rule = legendre();
            for panel in (0..panels as u64).rev() {
                let middle = from + half * (2.0 * panel as f64 + 1.0);
                if is_rest_negligible(libm::exp(middle + half), sum)? {
                    return Ok(sum.min(1.0));
                }
                for (node, weight) in rule {
                    let x = libm::exp(middle + half * node);
                    sum += half * weight * x * cell(x)?;
                }
            }
        }
        for items in (first..=last.min(summed)).rev() {
            if items % 64 == 0 && is_rest_negligible(items as f64 + 0.5, sum)? {
                break;
            }
            sum += self.probability(items) * f(items)?;
        }
        Ok(sum.clamp(0.0, 1.0))
    }

    /// How often [`expected`](Self::expected) asks for a value, from above. Of a range, whose values fall like n^k, it asks for e^−23 of the
    /// largest and above.
    pub(crate) fn evaluations(self, steep: u64) -> f64 {
        let (power, last) = (steep.max(1) as f64, self.last() as f64 + 0.5);
        let summed = (128 * steep).clamp(256, SUMMED) as f64 + 0.5;
        let start = match self.0 {
            Distribution::Between { least, .. } => (least as f64).max(last * libm::exp(-26.0 / power)),
            Distribution::LogNormal { .. } => self.first() as f64,
        };
        let panels = |from: f64, to: f64| {
            let width = (8.0 / power).min(self.width());
            if from < to { libm::log(to / from) / width + 1.0 } else { 0.0 }
        };
        let linear = (LINEAR * power).max(summed);
        let sums = (last.min(summed) - start).max(0.0);
        sums + 40.0 * panels(start.max(summed), last.min(linear)) + 20.0 * panels(start.max(linear), last)
    }

    /// P(X < x).
    fn below(self, x: f64) -> f64 {
        match self.0 {
            Distribution::Between { least, most } => {
                ((x - least as f64 + 0.5) / ((most - least) as f64 + 1.0)).clamp(0.0, 1.0)
            }
            Distribution::LogNormal { median, sigma } => {
                0.5 * libm::erfc(-libm::log(x / median) / (sigma * std::f64::consts::SQRT_2))
            }
        }
    }

    /// The least number that counts.
    fn first(self) -> u64 {
        match self.0 {
            Distribution::Between { least, .. } => least,
            Distribution::LogNormal { median, sigma } => libm::round(median * libm::exp(-REACH * sigma)) as u64,
        }
    }

    /// The largest.
    fn last(self) -> u64 {
        match self.0 {
            Distribution::Between { most, .. } => most,
            Distribution::LogNormal { median, sigma } => libm::round(median * libm::exp(REACH * sigma)) as u64,
        }
    }

    /// Of a panel of ln x.
    fn width(self) -> f64 {
        match self.0 {
            Distribution::Between { .. } => 0.7,
            Distribution::LogNormal { sigma, .. } => sigma.min(0.7),
        }
    }

    /// P(N = n).
    fn probability(self, items: u64) -> f64 {
        match self.0 {
            Distribution::Between { least, most } => match (least..=most).contains(&items) {
                true => 1.0 / ((most - least) as f64 + 1.0),
                false => 0.0,
            },
            Distribution::LogNormal { median, sigma } => {
                let z = |x: f64| if x > 0.0 { libm::log(x / median) / sigma } else { -40.0 };
                let [low, high] = [items as f64 - 0.5, items as f64 + 0.5].map(z);
                // from the nearer end, so that no digits are lost
                let above = |z: f64| 0.5 * libm::erfc(z / std::f64::consts::SQRT_2);
                if low > 0.0 { above(low) - above(high) } else { above(-high) - above(-low) }
            }
        }
    }

    /// The density of X and its derivative.
    fn density(self, x: f64) -> (f64, f64) {
        match self.0 {
            Distribution::Between { least, most } => (1.0 / ((most - least) as f64 + 1.0), 0.0),
            Distribution::LogNormal { median, sigma } => {
                let z = libm::log(x / median) / sigma;
                let density = libm::exp(-0.5 * z * z) / (x * sigma * libm::sqrt(std::f64::consts::TAU));
                (density, -density / x * (1.0 + z / sigma))
            }
        }
    }
}

/// The ten points of Gauss and Legendre on −1 … 1 and their weights, by Newton's method from Tricomi's approximation.
fn legendre() -> [(f64, f64); 10] {
    let mut rule = [(0.0, 0.0); 10];
    for (i, point) in rule.iter_mut().enumerate() {
        let mut x = libm::cos(std::f64::consts::PI * (i as f64 + 0.75) / 10.5);
        let mut slope = 1.0;
        for _ in 0..8 {
            let (mut before, mut value) = (1.0, x);
            for degree in 2..=10 {
                let degree = f64::from(degree);
                (before, value) = (value, ((2.0 * degree - 1.0) * x * value - (degree - 1.0) * before) / degree);
            }
            slope = 10.0 * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        *point = (x, 2.0 / ((1.0 - x * x) * slope * slope));
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_points_integrate_polynomials_of_degree_19() {
        for power in 0..20 {
            let sum: f64 = legendre().iter().map(|(x, weight)| weight * libm::pow(*x, f64::from(power))).sum();
            let exact = if power % 2 == 0 { 2.0 / f64::from(power + 1) } else { 0.0 };
            assert!((sum - exact).abs() < 1e-14, "{power} {sum}");
        }
    }

    #[test]
    fn quantiles_are_the_least_numbers_with_their_share() {
        let range = UncertainItems::between(10, 19).unwrap();
        let shares = [0.05, 0.1, 0.11, 0.5, 0.95, 0.9999];
        assert_eq!(shares.map(|share| range.quantile(share).unwrap()), [10, 10, 11, 14, 19, 19]);
        let normal = UncertainItems::log_normal(1000.0, 0.5).unwrap();
        assert_eq!(normal.quantile(0.5).unwrap(), 1000);
        // 1000 e^(0.5 · 1.6448536)
        assert_eq!(normal.quantile(0.95).unwrap(), 2276);
        let total: f64 = (0..100_000).map(|items| normal.probability(items)).sum();
        assert!((total - 1.0).abs() < 1e-12);
        assert!((0..=2276).map(|items| normal.probability(items)).sum::<f64>() >= 0.95);
        assert!((0..2276).map(|items| normal.probability(items)).sum::<f64>() < 0.95);
    }

    /// Every number of items, one by one.
    #[test]
    fn means_are_direct_sums() {
        let steep =
            |k: f64, m: f64| move |items: u64| Ok::<_, Error>(libm::pow(-libm::expm1(-k * items as f64 / m), k));
        for (k, m) in [(1.0, 1e5), (7.0, 4e5), (20.0, 1e6), (60.0, 3e6), (7.0, 1000.0), (7.0, 2e7)] {
            let f = steep(k, m);
            for items in [
                UncertainItems::between(3, 3),
                UncertainItems::between(0, 90),
                UncertainItems::between(4000, 4099),
                UncertainItems::between(4097, 4098),
                UncertainItems::between(1, 100_000),
                UncertainItems::between(20_000, 21_000),
                UncertainItems::between(2_000_000, 2_030_000),
                UncertainItems::log_normal(30_000.0, 0.3),
                UncertainItems::log_normal(900.0, 0.8),
                UncertainItems::log_normal(5000.0, 0.01),
            ] {
                let items = items.unwrap();
                let direct: f64 =
                    (items.first()..=items.last()).map(|n| items.probability(n) * f(n).unwrap()).sum::<f64>();
                let fast = items.expected(k as u64, f).unwrap();
                assert!(
                    (fast / direct - 1.0).abs() < 1e-9,
                    "{k} {m} {items:?}: {fast} {direct} {}",
                    fast / direct - 1.0
                );
            }
        }
    }

    #[test]
    fn nonsense_is_refused_by_name_and_value() {
        let refused = UncertainItems::between(5, 4).unwrap_err().to_string();
        assert_eq!(refused, "items = 5 is out of domain: needs at most 4, the upper end of the range");
        assert!(UncertainItems::between(0, u64::MAX).is_err());
        for (median, sigma) in
            [(0.5, 1.0), (1e9, 0.0), (1e9, -1.0), (1e9, 4.1), (1e15, 1.0), (f64::NAN, 1.0), (10.0, f64::NAN)]
        {
            assert!(UncertainItems::log_normal(median, sigma).is_err(), "{median} {sigma}");
        }
        for share in [0.0, 1.0, f64::NAN] {
            assert!(UncertainItems::between(1, 9).unwrap().quantile(share).is_err());
        }
    }
}
