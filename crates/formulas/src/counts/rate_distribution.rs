//! The rate of one filter given its bits, as rates with their weights.

use super::{binomial, ln_sum, spread};

/// The distribution of the rate ρ of one filter given its bits, as rates with their weights; where it is not exact, one from above and one
/// from below: P(ρ ≥ r) is at most that of `above` and at least that of `below`, for every r. The rates rise.
#[derive(Clone, Debug)]
pub struct RateDistribution {
    above: Vec<(f64, f64)>,
    below: Option<Vec<(f64, f64)>>,
    mean: f64,
    variance: f64,
    has_bounded_variance: bool,
    filters: u64,
}

impl RateDistribution {
    /// From weights, which sum to 1, and rates.
    pub(super) fn new(points: Vec<(f64, f64)>) -> Self {
        let points = rising(points);
        let expected =
            |value: &dyn Fn(f64) -> f64| points.iter().map(|(weight, rate)| weight * value(*rate)).sum::<f64>();
        let mean = expected(&|rate| rate).clamp(0.0, 1.0);
        let variance = expected(&|rate| (rate - mean) * (rate - mean)).max(0.0);
        Self { above: points, below: None, mean, variance, has_bounded_variance: false, filters: 1 }
    }

    /// Between two distributions, with the mean and the variance of the true one.
    pub(super) fn between(below: Vec<(f64, f64)>, above: Vec<(f64, f64)>, mean: f64, variance: f64) -> Self {
        let (above, below) = (rising(above), Some(rising(below)));
        Self { above, below, mean, variance, has_bounded_variance: false, filters: 1 }
    }

    /// The same, whose variance is one that guides a search, not the true one.
    pub(super) fn with_bounded_variance(self) -> Self {
        Self { has_bounded_variance: true, ..self }
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

    /// The same where it is exact. Else at most about `points` rates: those next to each other are merged, to the highest above and to the
    /// lowest below, so that the true distribution remains between the two.
    #[must_use]
    pub(super) fn thinned(self, points: usize) -> Self {
        match &self.below {
            Some(below) if self.points() > points => {
                let below = Some(merged(below, points, false));
                Self { above: merged(&self.above, points, true), below, ..self }
            }
            _ => self,
        }
    }

    /// The steps that one tail takes.
    pub(super) fn steps_of_a_tail(&self, queries: u64) -> f64 {
        let points = self.points() as f64;
        if self.filters > 1 && self.filters < queries {
            return spread::STEPS_OF_A_POINT * self.width(queries) * points;
        }
        // up to a thousand terms for each rate whose tail is neither 0 nor 1
        let deviation = libm::sqrt(queries as f64 * self.mean * (1.0 - self.mean));
        let is_near = |rate: f64| queries as f64 * libm::fabs(rate - self.mean) <= 10.0 * deviation;
        let near = |points: &[(f64, f64)]| points.iter().filter(|(_, rate)| is_near(*rate)).count();
        points + (10.0 + deviation.min(1e3)) * (1 + near(&self.above).max(near(self.lower()))) as f64
    }

    /// The larger of √(Var X/(q p (1 − p))) above and below: how much wider a count is than a binomial one, and for how many more angles
    /// it is summed. Of bounds, p is their least rate, which falls last.
    fn width(&self, queries: u64) -> f64 {
        let of = |points: &[(f64, f64)]| {
            let mean = mean(points);
            let variance: f64 = points.iter().map(|(weight, rate)| weight * (rate - mean) * (rate - mean)).sum();
            let own = (mean * (1.0 - mean)).max(1e-300);
            let all = own + queries as f64 / self.filters as f64 * variance;
            let least = points.first().filter(|_| !self.is_exact()).map_or(mean, |point| point.1);
            // a quarter of a deviation is all angles
            let most = 1.0 + 0.25 * libm::sqrt(queries as f64 * all);
            libm::sqrt(all / own.min(least.max(1e-300))).min(most)
        };
        let [above, below] = [(&*self.above, true), (self.lower(), false)].map(|(points, upper)| {
            let mut kept = self.without_end(points, upper).0;
            kept.sort_by(|one, other| one.1.total_cmp(&other.1));
            of(&kept)
        });
        above.max(below)
    }

    /// P(X ≥ `count`) among `queries` queries, or a bound from above.
    pub fn at_least(&self, queries: u64, count: u64) -> f64 {
        let by_rates = if self.filters == 1 || self.filters >= queries {
            self.sum_at_least(&self.above, queries, count)
        } else {
            let (kept, lost) = self.without_end(&self.above, true);
            (self.sum_at_least(&kept, queries, count) + lost).min(1.0)
        };
        if self.is_exact() { by_rates } else { by_rates.min(self.by_moments(queries, count)) }
    }

    /// A bound of P(X ≥ `count`) that is near where the rate is far below that of the least filter that reports anything: Markov's inequality
    /// for X and, of one filter, for X (X − 1), with E X = q p and E X (X − 1) = q (q − 1) (p² + Var ρ).
    fn by_moments(&self, queries: u64, count: u64) -> f64 {
        let (all, least) = (queries as f64, count as f64);
        let of_one = if count > 0 { all * self.mean / least } else { 1.0 };
        let of_two = if count > 1 && self.filters == 1 {
            all * (all - 1.0) * (self.mean * self.mean + self.variance) / (least * (least - 1.0))
        } else {
            1.0
        };
        of_one.min(of_two)
    }

    /// P(X ≥ `count`) among `queries` queries, or a bound from below.
    pub fn surely_at_least(&self, queries: u64, count: u64) -> f64 {
        if self.filters == 1 || self.filters >= queries {
            return self.sum_at_least(self.lower(), queries, count);
        }
        let (kept, lost) = self.without_end(self.lower(), false);
        (self.sum_at_least(&kept, queries, count) - lost).max(0.0)
    }

    /// P(X ≤ `count`) among `queries` queries, or a bound from above.
    pub fn at_most(&self, queries: u64, count: u64) -> f64 {
        let points = self.lower();
        match self.filters {
            1 => sum_of_falling(points.iter(), |rate| binomial::at_most(queries, count, rate)),
            filters if filters >= queries => binomial::at_most(queries, count, mean(points)),
            filters => {
                let (kept, lost) = self.without_end(points, false);
                (spread::at_most(&kept, queries, filters, count) + lost).min(1.0)
            }
        }
    }

    /// ln P(X = `count`) among `queries` queries of one filter; −∞ where that cannot be.
    pub fn ln_probability(&self, queries: u64, count: u64) -> f64 {
        let terms = self.above.iter().filter(|(weight, _)| *weight > 0.0);
        ln_sum(terms.map(|(weight, rate)| libm::log(*weight) + binomial::ln_probability(queries, count, *rate)))
    }

    /// A bound without its outermost rates, and the probability, at most [`LAST_SHARE`], that any of the filters has one of these: they lie
    /// so far out that the sum of several filters would be lost among terms that cancel.
    fn without_end(&self, points: &[(f64, f64)], upper: bool) -> (Vec<(f64, f64)>, f64) {
        let mut kept = points.to_vec();
        if self.is_exact() {
            return (kept, 0.0);
        }
        if !upper {
            kept.reverse();
        }
        let mut lost = 0.0;
        while let Some((weight, _)) = kept.last().filter(|_| kept.len() > 1) {
            let more = lost + self.filters as f64 * weight;
            if more > LAST_SHARE {
                break;
            }
            lost = more;
            kept.pop();
        }
        (kept, lost)
    }

    fn sum_at_least(&self, points: &[(f64, f64)], queries: u64, count: u64) -> f64 {
        match self.filters {
            1 => sum_of_falling(points.iter().rev(), |rate| binomial::at_least(queries, count, rate)),
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

    /// Whether [`variance`](Self::variance) is that of the true distribution, rather than near it.
    pub fn has_true_variance(&self) -> bool {
        !self.has_bounded_variance && self.variance.is_finite()
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
                has_bounded_variance: self.has_bounded_variance,
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

/// What the outermost rates of all filters may add to the tail of a bound, whose level is at least 1e-12.
const LAST_SHARE: f64 = 1e-17;

/// The share of a sum that adds nothing.
const NEGLIGIBLE: f64 = 1e-17;

/// The tail beyond which rates are merged into one.
const LAST_TAIL: f64 = 1e-25;

/// Rates in at most `cells` cells, each at its upper or its lower end. The cells are equally wide in √(−ln(2 tail)), the tail on the nearer
/// side: about a normal variable's distance from its median.
fn merged(points: &[(f64, f64)], cells: usize, upwards: bool) -> Vec<(f64, f64)> {
    let mut above: Vec<f64> = points
        .iter()
        .rev()
        .scan(0.0, |sum, (weight, _)| {
            *sum += weight;
            Some(*sum)
        })
        .collect();
    above.reverse();
    let score = |tail: f64| libm::sqrt(-libm::log((2.0 * tail).clamp(2.0 * LAST_TAIL, 1.0)));
    let width = 2.0 * score(LAST_TAIL) / cells.max(2) as f64;
    let (mut below, mut cell) = (0.0, None);
    let mut merged: Vec<(f64, f64)> = Vec::new();
    for (&(weight, rate), above) in points.iter().zip(above) {
        below += weight;
        let at = if below < above { -score(below) } else { score(above) };
        let own = Some(libm::floor(at / width));
        match merged.last_mut() {
            Some(last) if own == cell => *last = (last.0 + weight, if upwards { rate } else { last.1 }),
            _ => merged.push((weight, rate)),
        }
        cell = own;
    }
    merged
}

fn rising(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.sort_by(|one, other| one.1.total_cmp(&other.1));
    points
}

/// Σ weight · tail, where the tail falls along the rates: until all that is left, whose weights are at most 1, adds nothing.
fn sum_of_falling<'a>(points: impl Iterator<Item = &'a (f64, f64)>, tail: impl Fn(f64) -> f64) -> f64 {
    let mut sum = 0.0;
    for (weight, rate) in points {
        let tail = tail(*rate);
        sum += weight * tail;
        if tail < NEGLIGIBLE * sum {
            break;
        }
    }
    sum.min(1.0)
}

fn expected(points: &[(f64, f64)], value: impl Fn(f64) -> f64) -> f64 {
    points.iter().map(|(weight, rate)| weight * value(*rate)).sum::<f64>().clamp(0.0, 1.0)
}

fn mean(points: &[(f64, f64)]) -> f64 {
    expected(points, |rate| rate)
}

#[cfg(test)]
mod tests;
