//! The pair of radii, and the moments and tails of the sums A and B that belong to it.

use bloomlab_numbers::Double;
use bloomlab_occupancy::contour::dyadic;

use super::Circle;
use crate::Load;

/// The largest z: beyond, all but e^−30 of the bits are set.
const MOST_BALLS: f64 = 30.0;

/// The smallest y and z: below, doubles do not tell e^z from 1.
const LEAST: f64 = 1e-12;

#[derive(Clone, Copy, Debug)]
pub struct SaddlePoint {
    /// m.
    bits: f64,
    /// y.
    pub positions: f64,
    /// z.
    pub balls: f64,
}

impl SaddlePoint {
    /// Where A and B have about the means k and N: ln(m − x) + ln(e^z − 1) − ln x + k/x = 0, the derivative of
    /// ln Pr\[x bits are set\] (x/m)^k, with x = N (1 − e^(−z))/z.
    pub fn near(load: Load) -> Option<Self> {
        let (bits, balls, hashes) = (load.bits() as f64, load.balls() as f64, load.hashes() as f64);
        let set = |z: f64| -balls * libm::expm1(-z) / z;
        let is_beyond = |z: f64| {
            let x = set(z);
            x < bits && libm::log((bits - x) / x) + z + libm::log1p(-libm::exp(-z)) + hashes / x > 0.0
        };
        if is_beyond(LEAST) || !is_beyond(MOST_BALLS) {
            return None;
        }
        let (mut low, mut high) = (LEAST, MOST_BALLS);
        for _ in 0..40 {
            let middle = libm::sqrt(low * high);
            if is_beyond(middle) { high = middle } else { low = middle }
        }
        let positions = hashes / set(high);
        (LEAST..=MOST_BALLS).contains(&positions).then(|| Self {
            bits,
            positions: dyadic(&Double, positions),
            balls: dyadic(&Double, high),
        })
    }

    /// h = (1 − e^(−z))/(e^(−y−z) + 1 − e^(−z)).
    fn occupied(self) -> f64 {
        let some = -libm::expm1(-self.balls);
        some / (libm::exp(-self.positions - self.balls) + some)
    }

    /// The mean number of balls of a bin that is hit.
    fn balls_of_hit(self) -> f64 {
        -self.balls / libm::expm1(-self.balls)
    }

    fn mean_of_positions(self) -> f64 {
        self.bits * self.occupied() * self.positions
    }

    fn mean_of_balls(self) -> f64 {
        self.bits * self.occupied() * self.balls_of_hit()
    }

    pub fn variance_of_positions(self) -> f64 {
        self.mean_of_positions() * (1.0 + (1.0 - self.occupied()) * self.positions)
    }

    pub fn variance_of_balls(self) -> f64 {
        self.mean_of_balls() * (1.0 + self.balls - self.occupied() * self.balls_of_hit())
    }

    /// About Pr\[A = k, B = N\].
    pub fn likelihood(self) -> f64 {
        let variances = self.variance_of_positions() * self.variance_of_balls();
        1.0 / (1.0 + std::f64::consts::TAU * libm::sqrt(variances))
    }

    /// 1 − cos θ from which on |f|^m ≤ e^−`ln_least`; above 2 where there is none.
    pub fn least_fall_of_positions(self, ln_least: f64) -> f64 {
        let share = ln_least / (self.bits * self.occupied());
        if share < 1.0 { -libm::log1p(-share) / self.positions } else { f64::INFINITY }
    }

    /// 1 − cos φ from which on |f|^m ≤ e^−`ln_least`; above 2 where there is none.
    pub fn least_fall_of_balls(self, ln_least: f64) -> f64 {
        ln_least / (self.bits * self.occupied() * self.neighbours())
    }

    /// Σ_i p_i p_(i+1), its terms as far as they count.
    fn neighbours(self) -> f64 {
        let mut probability = self.balls / libm::expm1(self.balls);
        let mut sum = 0.0;
        for i in 1..100 {
            let next = probability * self.balls / (f64::from(i) + 1.0);
            sum += probability * next;
            probability = next;
        }
        sum
    }

    /// ln of bounds on Pr\[A ≥ k + n\] and Pr\[A ≤ k − n\], n the number of angles.
    pub fn ln_tails_of_positions(self, circle: Circle) -> [f64; 2] {
        let with = |positions| Self { positions, ..self };
        self.ln_tails(
            circle,
            self.positions,
            |radius| with(radius).mean_of_positions(),
            |radius| self.occupied() * libm::expm1(radius - self.positions),
        )
    }

    /// The same of B.
    pub fn ln_tails_of_balls(self, circle: Circle) -> [f64; 2] {
        let with = |balls| Self { balls, ..self };
        self.ln_tails(
            circle,
            self.balls,
            |radius| with(radius).mean_of_balls(),
            |radius| self.occupied() * libm::expm1(radius - self.balls) / -libm::expm1(-self.balls),
        )
    }

    /// ln of Chernoff's bounds (F with the radius s over F)^m (r/s)^sum on both tails, r the radius here; `mean` and `growth` of s are that of
    /// the sum and F with s over F, less 1. The best s is where the mean is at the tail.
    fn ln_tails(self, circle: Circle, radius: f64, mean: impl Fn(f64) -> f64, growth: impl Fn(f64) -> f64) -> [f64; 2] {
        let tail = |sum: u64, ln_low: f64, ln_high: f64| {
            let sum = sum as f64;
            let (mut low, mut high) = (ln_low, ln_high);
            for _ in 0..30 {
                let middle = 0.5 * (low + high);
                if mean(radius * libm::exp(middle)) < sum { low = middle } else { high = middle }
            }
            let ratio = 0.5 * (low + high);
            self.bits * libm::log1p(growth(radius * libm::exp(ratio))) - sum * ratio
        };
        let shift = circle.angles as f64 / circle.power as f64;
        let above = tail(circle.power.saturating_add(circle.angles), 0.0, shift);
        // no sum is negative
        let below = circle.power.checked_sub(circle.angles).map_or(f64::NEG_INFINITY, |sum| tail(sum, -60.0, 0.0));
        [above, below]
    }
}
