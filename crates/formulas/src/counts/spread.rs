//! Counts over several filters: X is a sum of independent mixtures of binomial variables.
//!
//! With G_a(z) = E (1 + (z − 1) ρ)^a for a queries of one filter, G = Π G_(q_f) generates X over filters with q_f queries each, and
//!
//! P(X ≥ x) = (1/2π) ∫ G(z) z^(1−x)/(z − 1) dθ, z = r e^(iθ), r > 1; P(X ≤ x) = (1/2π) ∫ G(z) z^(−x)/(1 − z) dθ, r < 1.
//!
//! r is near the saddle point, and the integral a sum over equidistant angles. The sum of N of them adds P(X ≥ x + iN) r^(iN), i ≠ 0:
//! N is so large that these are below e^(−40) of the result. |1 + (z − 1) ρ| falls in θ for every ρ, so that the angles left out are
//! smaller than the last one, which is below 1e-18 of the first.

use super::complex::Complex;

/// Standard deviations that one turn covers.
const TURN: f64 = 40.0;

/// The least of an angle's share that counts.
const NEGLIGIBLE: f64 = 1e-18;

/// Angles that are computed for a tail, about, and the steps for one rate at one angle: see [`STEPS_OF_A_POINT`].
const ANGLES: f64 = 80.0;

/// The steps that one rate of a distribution takes for one tail.
pub(super) const STEPS_OF_A_POINT: f64 = 10.0 * ANGLES;

/// How many queries meet how many filters.
pub(super) fn shares(queries: u64, filters: u64) -> [(u64, u64); 2] {
    let (each, more) = (queries / filters, queries % filters);
    [(each + u64::from(more > 0), more), (each, filters - more)]
}

/// P(X ≥ `count`), where the rate of a filter has `points`.
pub(super) fn at_least(points: &[(f64, f64)], queries: u64, filters: u64, count: u64) -> f64 {
    let Some(below) = count.checked_sub(1) else { return 1.0 };
    if count > queries {
        return 0.0;
    }
    let counts = Counts::new(points, queries, filters);
    match counts.mean < count as f64 {
        true => counts.tail(count as f64, 1.0),
        false => 1.0 - counts.tail(below as f64, -1.0),
    }
}

/// P(X ≤ `count`).
pub(super) fn at_most(points: &[(f64, f64)], queries: u64, filters: u64, count: u64) -> f64 {
    if count >= queries {
        return 1.0;
    }
    let counts = Counts::new(points, queries, filters);
    match counts.mean < count as f64 {
        true => 1.0 - counts.tail((count + 1) as f64, 1.0),
        false => counts.tail(count as f64, -1.0),
    }
}

struct Counts<'a> {
    points: &'a [(f64, f64)],
    shares: [(u64, u64); 2],
    mean: f64,
}

/// ln G(e^y) and its first two derivatives.
#[derive(Clone, Copy)]
struct Cumulants {
    value: f64,
    mean: f64,
    variance: f64,
}

impl<'a> Counts<'a> {
    fn new(points: &'a [(f64, f64)], queries: u64, filters: u64) -> Self {
        let shares = shares(queries, filters);
        let mean = queries as f64 * points.iter().map(|(weight, rate)| weight * rate).sum::<f64>();
        Self { points, shares, mean }
    }

    fn at(&self, y: f64) -> Cumulants {
        let mut all = Cumulants { value: 0.0, mean: 0.0, variance: 0.0 };
        for (each, filters) in self.used() {
            let logarithms = self.logarithms(each, y);
            let top = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let (mut total, mut first, mut second, mut own) = (0.0, 0.0, 0.0, 0.0);
            for (ln, (_, rate)) in logarithms.iter().zip(self.points) {
                let share = libm::exp(ln - top);
                if share == 0.0 {
                    continue;
                }
                let hit = if y > 0.0 {
                    rate / (rate + (1.0 - rate) * libm::exp(-y))
                } else {
                    rate * libm::exp(y) / (1.0 + libm::expm1(y) * rate)
                };
                let mean = each * hit;
                total += share;
                first += share * mean;
                second += share * mean * mean;
                own += share * mean * (1.0 - hit);
            }
            let mean = first / total;
            all.value += filters * (top + libm::log(total));
            all.mean += filters * mean;
            all.variance += filters * (own / total + (second / total - mean * mean).max(0.0));
        }
        all
    }

    fn used(&self) -> impl Iterator<Item = (f64, f64)> {
        self.shares
            .into_iter()
            .filter(|(each, filters)| *each > 0 && *filters > 0)
            .map(|(each, filters)| (each as f64, filters as f64))
    }

    /// ln of weight · (1 + (e^y − 1) ρ)^a.
    fn logarithms(&self, each: f64, y: f64) -> Vec<f64> {
        let rise = libm::expm1(y);
        self.points.iter().map(|(weight, rate)| libm::log(*weight) + each * libm::log1p(rise * rate)).collect()
    }

    /// y with a mean near `count`, on the side `sign` of 0 and not next to it.
    fn near_saddle(&self, count: f64, sign: f64) -> f64 {
        let target = count - 0.5 * sign;
        let deviation = libm::sqrt(self.at(0.0).variance.max(1e-300));
        // the mean rises in y
        let (mut near, mut far) = (0.0, sign * (1.0 / deviation).min(1.0));
        while (self.at(far).mean - target) * sign < 0.0 && far.abs() < 600.0 {
            (near, far) = (far, 2.0 * far);
        }
        for _ in 0..40 {
            let middle = 0.5 * (near + far);
            let at = self.at(middle);
            if libm::fabs(at.mean - target) < 0.2 * libm::sqrt(at.variance) {
                (near, far) = (middle, middle);
                break;
            }
            if (at.mean - target) * sign < 0.0 { near = middle } else { far = middle }
        }
        let least = (0.5 / deviation).min(1.0);
        sign * (0.5 * (near + far)).abs().max(least).min(600.0)
    }

    /// The tail from `count` outwards, above the mean for `sign` 1, below for −1.
    fn tail(&self, count: f64, sign: f64) -> f64 {
        let y = self.near_saddle(count, sign);
        let at = self.at(y);
        if at.value == f64::NEG_INFINITY {
            return 0.0;
        }
        let distance = libm::fabs(count - self.mean);
        let angles = libm::ceil(TURN * libm::sqrt(at.variance) + distance + TURN / y.abs()) + 64.0;
        let parts: Vec<_> = self.used().map(|(each, filters)| Part::new(self, each, filters, y)).collect();
        let mut sum = 0.0;
        for step in 0..=(0.5 * angles) as u64 {
            let angle = std::f64::consts::TAU * step as f64 / angles;
            let (mut power, mut largest) = (Complex::ZERO, 0.0);
            for part in &parts {
                let (value, bound) = part.at(angle, libm::expm1(y));
                power = power + value;
                largest += bound;
            }
            let turned = Complex::new(power.re, power.im - count * angle).exp();
            // 1/(1 − e^(−y) e^(−iθ)) above, 1/(1 − e^y e^(iθ)) below
            let rest = Complex::new(-y.abs(), -sign * angle).exp_m1().inverse().times(-1.0);
            let ends = step == 0 || 2.0 * step as f64 == angles;
            sum += (turned * rest).re * if ends { 1.0 } else { 2.0 };
            if largest < libm::log(NEGLIGIBLE) {
                break;
            }
        }
        (libm::exp(at.value - y * count) * sum / angles).clamp(0.0, 1.0)
    }
}

/// The filters with as many queries each: the rates that count at this y, and their shares.
struct Part {
    each: f64,
    filters: f64,
    shares: Vec<(f64, f64)>,
}

impl Part {
    fn new(counts: &Counts<'_>, each: f64, filters: f64, y: f64) -> Self {
        let logarithms = counts.logarithms(each, y);
        let top = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares = logarithms.iter().zip(counts.points).map(|(ln, (_, rate))| (libm::exp(ln - top), *rate));
        let mut shares: Vec<_> = shares.filter(|(share, _)| *share > 1e-22).collect();
        let total: f64 = shares.iter().map(|(share, _)| share).sum();
        shares.iter_mut().for_each(|(share, _)| *share /= total);
        Self { each, filters, shares }
    }

    /// ln G_a(r e^(iθ))^f/G_a(r)^f, and that of the bound which falls in θ.
    fn at(&self, angle: f64, rise: f64) -> (Complex, f64) {
        let turn = Complex::turn(angle);
        let half = libm::sin(0.5 * angle);
        let (mut sum, mut bound) = (Complex::ZERO, 0.0);
        for (share, rate) in &self.shares {
            // (1 + (z − 1) ρ)/(1 + (r − 1) ρ) = 1 + h (e^(iθ) − 1), h = r ρ/(1 + (r − 1) ρ)
            let hit = (1.0 + rise) * rate / (1.0 + rise * rate);
            let ln = Complex::new(-2.0 * hit * half * half, hit * turn.im).ln_1p();
            let modulus = share * libm::exp(self.each * ln.re);
            sum = sum + Complex::turn(self.each * ln.im).times(modulus);
            bound += modulus;
        }
        let ln = Complex::new(libm::log(sum.modulus()), libm::atan2(sum.im, sum.re));
        (ln.times(self.filters), self.filters * libm::log(bound))
    }
}
