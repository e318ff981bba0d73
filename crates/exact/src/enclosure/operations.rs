//! Operations and functions of enclosures: the lower bound rounded down, the upper bound rounded up.

use std::cmp::Ordering;

use bloomlab_numbers::{Analytic, Arithmetic, Number};
use rug::Float;
use rug::float::Round;
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound, PowAssignRound, SubAssignRound};

use super::{Enclosure, Enclosures};
use crate::operators::operators;

impl Enclosure {
    /// The whole line in place of bounds that an undefined operation on infinities made.
    pub(super) fn checked(self) -> Self {
        if self.lower.is_nan() || self.upper.is_nan() { Self::whole_line(self.bits()) } else { self }
    }

    fn plus(mut self, right: &Self) -> Self {
        self.lower.add_assign_round(&right.lower, Round::Down);
        self.upper.add_assign_round(&right.upper, Round::Up);
        self.checked()
    }

    fn minus(mut self, right: &Self) -> Self {
        self.lower.sub_assign_round(&right.upper, Round::Down);
        self.upper.sub_assign_round(&right.lower, Round::Up);
        self.checked()
    }

    fn times(mut self, right: &Self) -> Self {
        if self.lower >= 0 && right.lower >= 0 {
            self.lower.mul_assign_round(&right.lower, Round::Down);
            self.upper.mul_assign_round(&right.upper, Round::Up);
            return self.checked();
        }
        self.hull_of_corners(right, |left, right, round| left.mul_assign_round(right, round))
    }

    fn over(mut self, right: &Self) -> Self {
        if right.lower <= 0 && right.upper >= 0 {
            return Self::whole_line(self.bits());
        }
        if self.lower >= 0 && right.lower > 0 {
            self.lower.div_assign_round(&right.upper, Round::Down);
            self.upper.div_assign_round(&right.lower, Round::Up);
            return self.checked();
        }
        self.hull_of_corners(right, |left, right, round| left.div_assign_round(right, round))
    }

    fn hull_of_corners<T>(&self, right: &Self, operation: impl Fn(&mut Float, &Float, Round) -> T) -> Self {
        let corner = |left: &Float, right: &Float, round| {
            let mut value = left.clone();
            operation(&mut value, right, round);
            value
        };
        let corners = |round| {
            [
                (&self.lower, &right.lower),
                (&self.lower, &right.upper),
                (&self.upper, &right.lower),
                (&self.upper, &right.upper),
            ]
            .map(|(left, right)| corner(left, right, round))
        };
        let (low, high) = (corners(Round::Down), corners(Round::Up));
        if low.iter().chain(&high).any(Float::is_nan) {
            return Self::whole_line(self.bits());
        }
        let [a, b, c, d] = &low;
        let lower = a.clone().min(b).min(c).min(d);
        let [a, b, c, d] = &high;
        let upper = a.clone().max(b).max(c).max(d);
        Self { lower, upper }
    }

    /// The image under an increasing function, from its value rounded in the given direction.
    fn increasing(&self, function: impl Fn(&mut Float, Round) -> Ordering) -> Self {
        let (mut lower, mut upper) = (self.lower.clone(), self.upper.clone());
        function(&mut lower, Round::Down);
        function(&mut upper, Round::Up);
        Self { lower, upper }.checked()
    }

    /// The image under a function with |slope| ≤ 1: its value at the lower bound, plus or minus the width.
    fn nonexpanding(&self, function: impl Fn(&mut Float, Round) -> Ordering) -> Self {
        let point = Self { lower: self.lower.clone(), upper: self.lower.clone() }.increasing(function);
        let mut width = self.upper.clone();
        width.sub_assign_round(&self.lower, Round::Up);
        let Self { mut lower, mut upper } = point;
        lower.sub_assign_round(&width, Round::Down);
        upper.add_assign_round(&width, Round::Up);
        Self { lower, upper }.checked()
    }
}

operators!(Enclosure);

impl Number for Enclosure {
    fn pow(&self, exponent: u64) -> Self {
        let power = |base: &Float, round| {
            let mut value = base.clone();
            value.pow_assign_round(exponent, round);
            value
        };
        let bits = self.bits();
        if exponent == 0 {
            return Enclosures::new(bits).one();
        }
        let (low, high) = (&self.lower, &self.upper);
        let even = exponent.is_multiple_of(2);
        let (lower, upper) = if *low >= 0 || !even {
            (power(low, Round::Down), power(high, Round::Up))
        } else if *high <= 0 {
            (power(high, Round::Down), power(low, Round::Up))
        } else {
            (Float::with_val(bits, 0), power(low, Round::Up).max(&power(high, Round::Up)))
        };
        Self { lower, upper }.checked()
    }

    fn to_f64(&self) -> f64 {
        self.midpoint().to_f64()
    }
}

impl Analytic for Enclosure {
    fn exp(&self) -> Self {
        self.increasing(Float::exp_round)
    }

    fn ln(&self) -> Self {
        if self.lower <= 0 {
            return Self::whole_line(self.bits());
        }
        self.increasing(Float::ln_round)
    }

    fn cos(&self) -> Self {
        self.nonexpanding(Float::cos_round)
    }

    fn sin(&self) -> Self {
        self.nonexpanding(Float::sin_round)
    }

    fn ln_gamma(&self) -> Self {
        // increasing from 1.4616… on; the integer 1, where it is 0, is the only other point of its domain
        let is_one = self.lower == 1 && self.upper == 1;
        if self.lower < 1.5 && !is_one {
            return Self::whole_line(self.bits());
        }
        self.increasing(Float::ln_gamma_round)
    }
}
