//! The exact rate by Cauchy's formula on two circles, from a few hundred terms whatever m, n and k, with a bound on what is left out.
//!
//! N = kn balls and the k positions of a query fall into m bins. The query is a false positive when no bin has a position but no
//! ball. So the rate with replacement is
//!
//! p = k! N!/m^(k+N) · \[u^k v^N\] F(u, v)^m, F(u, v) = 1 + e^u (e^v − 1).
//!
//! Fix radii y, z > 0 and let (A, B) be the sum of m independent pairs with the generating function F(yu, zv)/F(y, z): with probability
//! h = 1 − 1/F(y, z) a bin is hit, and then it has a Poisson(y) number of positions and, independently, a Poisson(z) number of balls
//! conditioned on being at least 1. Then
//!
//! p = k! N!/m^(k+N) · F(y, z)^m y^−k z^−N · Pr\[A = k, B = N\],
//!
//! and with f(θ, φ) = F(y e^(iθ), z e^(iφ))/F(y, z) the last factor is the mean of f^m e^(−i(kθ + Nφ)) over a grid of angles, up to
//!
//! * aliasing, Pr\[A ≡ k, B ≡ N\] modulo the numbers of angles less the factor itself: at most the sum of the tails of A and of B that
//!   begin one period away, each bounded by Chernoff's inequality;
//! * the angles left out, where |f|^m ≤ e^−L. Far from 0 this holds for all, by
//!   |f| ≤ 1 − h + h e^(−y(1 − cos θ)) and |f| ≤ 1 − h (1 − cos φ) Σ_i p_i p_(i+1), p the law of the balls of a bin that is hit.
//!   Elsewhere |f| itself tells.
//!
//! The radii are near the saddle point y = k/x, z/(1 − e^(−z)) = N/x, where A and B have the means k and N; x is about the number of
//! set bits of the filters that count most. The choice of the radii, of the numbers of angles and of L decides how small the bound is,
//! never whether it is true.

mod circle;
mod complex;
mod saddle_point;

use std::cmp::Ordering;

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Cost, Double, Number};
use bloomlab_occupancy::contour::dyadic;

use crate::Load;
use circle::{Circle, Node};
use complex::Complex;
use saddle_point::SaddlePoint;

/// The largest likely rounding of doubles: they tell the |f|^m that are left out.
const TOLD: f64 = 0.3;

/// Steps of a term that is left out.
const STEPS_OF_LEFT_OUT: f64 = 3.0;

/// About as many of the terms in the rectangle of angles are not left out.
const KEPT: f64 = 0.3;

/// The radii and the angles for one filter.
#[derive(Clone, Copy, Debug)]
pub struct Contour {
    load: Load,
    point: SaddlePoint,
    positions: Circle,
    balls: Circle,
    /// L.
    ln_least: f64,
}

impl Contour {
    /// The terms that tell the rate to about `bits` bits. `None` for no items, for more bits than some 10^12, and where no double
    /// is near the saddle point, since almost all bits are set or almost no ball meets another.
    pub fn new(load: Load, bits: u32) -> Option<Self> {
        if load.items() == 0 {
            return None;
        }
        let point = SaddlePoint::near(load)?;
        let ln_least = f64::from(bits) * std::f64::consts::LN_2 - libm::log(point.likelihood()) + 3.0;
        let positions = Circle::new(
            load.hashes(),
            point.variance_of_positions(),
            ln_least,
            point.least_fall_of_positions(ln_least),
        );
        let balls = Circle::new(load.balls(), point.variance_of_balls(), ln_least, point.least_fall_of_balls(ln_least));
        let contour = Self { load, point, positions, balls, ln_least };
        (contour.likely_rounding(f64::MANTISSA_DIGITS) < TOLD).then_some(contour)
    }

    /// The cost of [`Contour::probability`]: some steps for each term, and a power of each that counts.
    pub fn cost(&self) -> Cost {
        let terms = (2 * self.positions.used + 1) as f64 * (self.balls.used + 1) as f64;
        let power = 6.0 * f64::from(u64::BITS - self.load.bits().leading_zeros());
        Cost { steps: terms * (STEPS_OF_LEFT_OUT + KEPT * power), numbers: 6.0 * self.positions.used as f64 }
    }

    /// The rate over Pr\[A = k, B = N\]. Its logarithm is a difference of numbers up to about kn log m.
    pub fn scale<A: AnalyticArithmetic>(&self, a: &A) -> A::Number {
        let (bits, hashes, balls) = (self.load.bits(), self.load.hashes(), self.load.balls());
        let (y, z) = self.radii(a);
        let ln_whole = y.clone() + &z + self.whole(a).ln();
        let ln = (a.integer(hashes + 1).ln_gamma() + a.integer(balls + 1).ln_gamma() + a.times(ln_whole, bits))
            - a.times(a.times(y, bits).ln(), hashes)
            - a.times(a.times(z, bits).ln(), balls);
        ln.exp()
    }

    /// The mean over the angles, Pr\[A = k, B = N\] up to [`Contour::ln_error_bound`] and the rounding of the arithmetic.
    pub fn probability<A: AnalyticArithmetic>(&self, a: &A) -> Mean<A::Number> {
        let bits = self.load.bits();
        let least = libm::exp(-2.0 * self.ln_least / bits as f64);
        let (grid, in_doubles) = (self.grid(a), self.grid(&Double));
        let (mut sum, mut sizes) = (a.zero(), 0.0);
        for row in 0..grid.balls.len() {
            for column in 0..grid.positions.len() {
                // the other half of the grid is conjugate
                let weight = match (row, (column as u64).cmp(&self.positions.used)) {
                    (0, Ordering::Less) => continue,
                    (0, Ordering::Equal) => 1,
                    _ => 2,
                };
                let square_of_size = in_doubles.f(row, column).square_of_size();
                if square_of_size > least {
                    let back = grid.positions[column].back.times(&grid.balls[row].back);
                    let power = grid.f(row, column).power(a, bits);
                    let size = power.real.to_f64().abs() + power.imaginary.to_f64().abs();
                    sizes += weight as f64 * size / libm::sqrt(square_of_size);
                    sum = sum + a.times(power.times(&back).real, weight);
                }
            }
        }
        let angles = self.positions.angles as f64 * self.balls.angles as f64;
        let value = a.over(a.over(sum, self.positions.angles), self.balls.angles);
        Mean { value, roundings: 2.0 * self.roundings_of_term() * sizes / angles }
    }

    fn grid<A: AnalyticArithmetic>(&self, a: &A) -> Grid<A::Number> {
        let (y, z) = self.radii(a);
        let share = a.one() / self.whole(a);
        let no_ball = (a.zero() - &z).exp();
        let mut balls = self.balls.nodes(a, &z);
        for node in &mut balls {
            node.law.real = (node.law.real.clone() - &no_ball) * &share;
            node.law.imaginary = node.law.imaginary.clone() * &share;
        }
        let positions = self.positions.nodes(a, &y);
        let negative = positions[1..].iter().rev().map(|node| node.conjugate(a));
        let positions = negative.chain(positions.iter().cloned()).collect();
        Grid { clear: no_ball * (a.zero() - y).exp() * share, positions, balls }
    }

    /// ln of a bound on |Pr\[A = k, B = N\] − [`Contour::probability`]| without rounding; infinite where no bound is found.
    pub fn ln_error_bound(&self) -> f64 {
        let [above, below] = self.point.ln_tails_of_positions(self.positions);
        let [more, fewer] = self.point.ln_tails_of_balls(self.balls);
        let parts = [above, below, more, fewer, -self.ln_least];
        if parts.iter().any(|part| part.is_nan()) {
            return f64::INFINITY;
        }
        // of five parts, and twice: for the rounding of the bound itself
        parts.into_iter().fold(f64::NEG_INFINITY, f64::max) + libm::log(10.0)
    }

    /// About the share of the probability that floating point of `bits` bits loses at most.
    pub fn likely_rounding(&self, bits: u32) -> f64 {
        4.0 * self.roundings_of_term() * libm::exp2(-f64::from(bits))
    }

    /// The precision of floating point at which the rounding is about 2^−`bits` of the probability.
    pub fn precision(&self, bits: u32) -> u32 {
        bits + libm::ceil(libm::log2(self.likely_rounding(0))) as u32
    }

    /// The roundings of a term over |f|^(m−1), and of the sum over the sum of sizes: m times those of f, a few for each unit of y and z,
    /// and of a step of the power.
    fn roundings_of_term(&self) -> f64 {
        let SaddlePoint { positions: y, balls: z, .. } = self.point;
        let of_f = 50.0 * (1.0 + y + z) / self.whole(&Double) + 2.0 * (y + z) + 50.0;
        let terms = (2 * self.positions.used + 1) as f64 * (self.balls.used + 1) as f64;
        self.load.bits() as f64 * of_f + terms
    }

    fn radii<A: AnalyticArithmetic>(&self, a: &A) -> (A::Number, A::Number) {
        (dyadic(a, self.point.positions), dyadic(a, self.point.balls))
    }

    /// e^(−y−z) F(y, z) = e^(−y−z) + 1 − e^(−z).
    fn whole<A: AnalyticArithmetic>(&self, a: &A) -> A::Number {
        let (y, z) = self.radii(a);
        (a.zero() - y - &z).exp() + a.one_minus_exp_minus(z)
    }
}

/// A mean of terms, and what floating point may have lost of it.
#[derive(Clone, Debug)]
pub struct Mean<N> {
    /// The mean.
    pub value: N,
    /// A bound on its error in units of 2^−(the bits of the arithmetic).
    roundings: f64,
}

impl<N> Mean<N> {
    /// ln of a bound on what floating point of `bits` bits, at least 53, loses.
    pub fn ln_rounding(&self, bits: u32) -> f64 {
        libm::log(self.roundings) - f64::from(bits) * std::f64::consts::LN_2 + 1e-9
    }
}

/// What f is made of at all angles that may count: f = `clear` + the product of the two laws.
struct Grid<N> {
    clear: N,
    /// From the most negative angle on.
    positions: Vec<Node<N>>,
    /// From angle 0 on; with the share of a bin that is hit.
    balls: Vec<Node<N>>,
}

impl<N: Number> Grid<N> {
    #[inline]
    fn f(&self, row: usize, column: usize) -> Complex<N> {
        let Complex { real, imaginary } = self.positions[column].law.times(&self.balls[row].law);
        Complex { real: real + &self.clear, imaginary }
    }
}
