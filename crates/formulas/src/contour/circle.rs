//! Equidistant angles on one circle.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Number};
use bloomlab_occupancy::contour::angle;

use super::Complex;

#[derive(Clone, Copy, Debug)]
pub struct Circle {
    /// The power whose coefficient is asked for.
    pub power: u64,
    /// The number of angles, odd.
    pub angles: u64,
    /// The angles on either side of 0 that may count.
    pub used: u64,
}

/// What the terms with one angle θ have in common.
#[derive(Clone, Debug)]
pub struct Node<N> {
    /// e^(r (e^(iθ) − 1)), the characteristic function of a Poisson(r) variable.
    pub law: Complex<N>,
    /// e^(−i power θ).
    pub back: Complex<N>,
}

impl Circle {
    /// As many angles as alias about e^−`ln_least` for a variable of mean `power`; those count for which 1 − cos θ ≤ `fall`.
    pub fn new(power: u64, variance: f64, ln_least: f64, fall: f64) -> Self {
        let angles = (libm::sqrt(2.0 * ln_least * variance) + ln_least) as u64 | 1;
        // a period above 0 begins beside `power`, not at it
        let angles = if angles == power { angles + 2 } else { angles };
        let most = (angles - 1) / 2;
        let cut = if fall < 2.0 { libm::acos(1.0 - fall) } else { std::f64::consts::PI };
        let used = (cut * angles as f64 / std::f64::consts::TAU).ceil() as u64;
        Self { power, angles, used: used.min(most) }
    }

    /// For the angles that may count, from 0 on.
    pub fn nodes<A: AnalyticArithmetic>(&self, a: &A, radius: &A::Number) -> Vec<Node<A::Number>> {
        (0..=self.used).map(|l| self.node(a, radius, l)).collect()
    }

    fn node<A: AnalyticArithmetic>(&self, a: &A, radius: &A::Number, l: u64) -> Node<A::Number> {
        let theta = angle(a, l, self.angles);
        let size = (radius.clone() * (theta.cos() - a.one())).exp();
        let turn = radius.clone() * theta.sin();
        // power · θ reduced exactly, in whole turns of 2π/angles
        let turns = (u128::from(self.power) * u128::from(l) % u128::from(self.angles)) as u64;
        let back = angle(a, turns, self.angles);
        Node {
            law: Complex { real: size.clone() * turn.cos(), imaginary: size * turn.sin() },
            back: Complex { real: back.cos(), imaginary: a.zero() - back.sin() },
        }
    }
}

impl<N: Number> Node<N> {
    /// The node of the negative angle.
    pub fn conjugate<A: AnalyticArithmetic<Number = N>>(&self, a: &A) -> Self {
        let conjugate = |z: &Complex<N>| Complex { real: z.real.clone(), imaginary: a.zero() - &z.imaginary };
        Self { law: conjugate(&self.law), back: conjugate(&self.back) }
    }
}
