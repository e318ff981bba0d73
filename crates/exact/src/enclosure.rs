//! Interval arithmetic: a lower and an upper MPFR bound that truly contain the value.
//!
//! Every operation rounds the lower bound down and the upper bound up, and MPFR rounds each of its functions
//! correctly, so an [`Enclosure`] contains the exact result of the operations that made it, whatever the formula's
//! conditioning. What is undefined (a division by an interval that contains 0, the logarithm of one that reaches
//! below it) gives the whole line, never a wrong bound.

mod operations;

use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Number};
use rug::Float;
use rug::float::{Constant, Round, Special};
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound, SubAssignRound};

use crate::decimal::decimal;
use crate::multiprecision::MultiprecisionFloat;
use crate::rational::Rational;

/// Makes [`Enclosure`]s whose bounds have a fixed precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enclosures {
    bits: u32,
    is_fixed: bool,
}

impl Enclosures {
    /// Bounds of `bits` bits, at least 2, whose precision can be raised: they
    /// [tolerate cancellation](Arithmetic::tolerates_cancellation).
    pub fn new(bits: u32) -> Self {
        Self { bits: bits.max(2), is_fixed: false }
    }

    /// Bounds of `bits` bits, at least 2, whose precision nobody will raise: they do not
    /// [tolerate cancellation](Arithmetic::tolerates_cancellation).
    pub fn of_fixed_precision(bits: u32) -> Self {
        Self { is_fixed: true, ..Self::new(bits) }
    }

    /// The precision of the bounds, in bits.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The narrowest enclosure of a rational.
    pub fn rational(&self, value: &Rational) -> Enclosure {
        self.bounds(|round| Float::with_val_round(self.bits, &value.0, round).0)
    }

    /// The narrowest enclosure of a finite double: a point from 53 bits on. An infinity and a NaN give the whole line.
    pub fn double(&self, value: f64) -> Enclosure {
        if !value.is_finite() {
            return Enclosure::whole_line(self.bits);
        }
        self.bounds(|round| Float::with_val_round(self.bits, value, round).0)
    }

    /// The narrowest enclosure of a finite MPFR number: a point from that number's precision on. An infinity and a NaN
    /// give the whole line.
    pub fn multiprecision(&self, value: &MultiprecisionFloat) -> Enclosure {
        if !value.is_finite() {
            return Enclosure::whole_line(self.bits);
        }
        self.bounds(|round| Float::with_val_round(self.bits, &value.0, round).0)
    }

    fn bounds(&self, value: impl Fn(Round) -> Float) -> Enclosure {
        Enclosure { lower: value(Round::Down), upper: value(Round::Up) }
    }
}

/// An interval that contains the value it stands for. Two are equal where their bounds are.
#[derive(Clone, Debug, PartialEq)]
pub struct Enclosure {
    lower: Float,
    upper: Float,
}

impl Enclosure {
    /// The lower bound with `digits` significant digits, rounded down.
    pub fn lower_decimal(&self, digits: usize) -> String {
        decimal(&self.lower, digits, Round::Down)
    }

    /// The upper bound with `digits` significant digits, rounded up.
    pub fn upper_decimal(&self, digits: usize) -> String {
        decimal(&self.upper, digits, Round::Up)
    }

    /// All that is known of the value, as a clause.
    pub fn description(&self) -> String {
        if self.is_unbounded() {
            return "the value is undefined, or unbounded".to_owned();
        }
        format!("the value lies between {} and {}", self.lower_decimal(2), self.upper_decimal(2))
    }

    /// The lower bound rounded down, where that is a `u64`.
    pub fn whole_part(&self) -> Option<u64> {
        self.lower.to_integer_round(Round::Down).and_then(|(whole, _)| whole.to_u64())
    }

    /// The midpoint with `digits` significant digits, rounded to nearest.
    pub fn decimal(&self, digits: usize) -> String {
        decimal(&self.midpoint(), digits, Round::Nearest)
    }

    /// Returns true if the interval contains `value`.
    pub fn contains(&self, value: &Rational) -> bool {
        self.lower <= value.0 && self.upper >= value.0
    }

    /// Returns true if every number in the interval is at most `bound`.
    pub fn is_at_most(&self, bound: &Rational) -> bool {
        self.upper <= bound.0
    }

    /// Returns true if every number in the interval is above `bound`.
    pub fn is_above(&self, bound: &Rational) -> bool {
        self.lower > bound.0
    }

    /// Returns true if every number in the interval is below every number in the other.
    pub fn is_below(&self, other: &Self) -> bool {
        self.upper < other.lower
    }

    /// Returns true if two intervals have a number in common (two enclosures of the same value must).
    pub fn overlaps(&self, other: &Self) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    /// Returns true if one of the bounds is infinite, so that the interval says nothing.
    pub fn is_unbounded(&self) -> bool {
        !(self.lower.is_finite() && self.upper.is_finite())
    }

    /// The interval widened on both sides by the upper bound of `error`. It contains a value that is known up to that
    /// error.
    pub fn widened_by(mut self, error: &Self) -> Self {
        self.lower.sub_assign_round(&error.upper, Round::Down);
        self.upper.add_assign_round(&error.upper, Round::Up);
        self.checked()
    }

    /// (upper − lower) / |the bound nearer to 0|, rounded up: 0 for a point, infinite when 0 lies inside a proper
    /// interval.
    pub fn relative_width(&self) -> f64 {
        if self.lower == self.upper {
            return 0.0;
        }
        let Some((mut width, nearest_zero)) = self.width_and_nearest_zero() else { return f64::INFINITY };
        width.div_assign_round(&nearest_zero, Round::Up);
        width.to_f64_round(Round::Up)
    }

    /// log10 of the largest |x| in the interval, to the nearest double: −∞ for the point 0, ∞ for an unbounded one.
    pub fn log10_magnitude(&self) -> f64 {
        let largest = self.lower.clone().abs().max(&self.upper.clone().abs());
        largest.log10().to_f64()
    }

    /// Returns true if 0 lies in it.
    pub fn contains_zero(&self) -> bool {
        self.lower <= 0 && self.upper >= 0
    }

    /// The significant digits, at most `most`, than which it [is narrower](Self::is_narrower_than).
    pub fn fixed_digits(&self, most: usize) -> usize {
        let (mut fixed, mut open) = (0, most + 1);
        while open - fixed > 1 {
            let middle = usize::midpoint(fixed, open);
            if self.is_narrower_than(middle) {
                fixed = middle;
            } else {
                open = middle;
            }
        }
        fixed
    }

    /// Returns true if the relative width is at most 10^−digits.
    pub fn is_narrower_than(&self, digits: usize) -> bool {
        if self.lower == self.upper {
            return true;
        }
        let Some((mut width, nearest_zero)) = self.width_and_nearest_zero() else { return false };
        let scale = rug::Integer::from(rug::Integer::u_pow_u(10, u32::try_from(digits).unwrap_or(u32::MAX)));
        width.mul_assign_round(&scale, Round::Up);
        width <= nearest_zero
    }

    /// The width, rounded up, and the least |x| in it; `None` for an unbounded interval and one that contains 0.
    fn width_and_nearest_zero(&self) -> Option<(Float, Float)> {
        let mut width = self.upper.clone();
        width.sub_assign_round(&self.lower, Round::Up);
        let nearest_zero = if self.lower > 0 { self.lower.clone() } else { self.upper.clone().abs() };
        (!self.is_unbounded() && !self.contains_zero()).then_some((width, nearest_zero))
    }

    pub(crate) fn nearest_decimals_agree(&self, digits: usize) -> bool {
        decimal(&self.lower, digits, Round::Nearest) == decimal(&self.upper, digits, Round::Nearest)
    }

    pub(crate) fn midpoint(&self) -> Float {
        if self.lower == self.upper {
            return self.lower.clone();
        }
        // half the width first: the sum of the bounds could overflow, and one more bit keeps it between them
        let half = Float::with_val(self.lower.prec() + 1, &self.upper - &self.lower) / 2u32;
        half + &self.lower
    }

    fn bits(&self) -> u32 {
        self.lower.prec()
    }

    fn whole_line(bits: u32) -> Self {
        Self { lower: Float::with_val(bits, Special::NegInfinity), upper: Float::with_val(bits, Special::Infinity) }
    }
}

impl Arithmetic for Enclosures {
    type Number = Enclosure;

    fn integer(&self, value: u64) -> Enclosure {
        self.bounds(|round| Float::with_val_round(self.bits, value, round).0)
    }

    fn times(&self, mut value: Enclosure, factor: u64) -> Enclosure {
        value.lower.mul_assign_round(factor, Round::Down);
        value.upper.mul_assign_round(factor, Round::Up);
        value.checked()
    }

    fn over(&self, mut value: Enclosure, divisor: u64) -> Enclosure {
        if divisor == 0 {
            return Enclosure::whole_line(self.bits);
        }
        value.lower.div_assign_round(divisor, Round::Down);
        value.upper.div_assign_round(divisor, Round::Up);
        value
    }

    fn tolerates_cancellation(&self) -> bool {
        !self.is_fixed
    }

    fn encloses(&self) -> bool {
        true
    }

    /// If n p is so small that few terms of the binomial series do, by these: (1 − p)^n lies between any two partial sums that
    /// follow each other (Bonferroni 1936).
    fn never(&self, probability: Enclosure, trials: u64) -> Enclosure {
        let least = -i32::try_from(self.bits).unwrap_or(i32::MAX);
        let is_rare = |exponent: i32| exponent + bits_of(trials) < least / MOST_TERMS;
        if probability.lower < 0 || !probability.upper.get_exp().is_some_and(is_rare) {
            return (self.one() - probability).pow(trials);
        }
        let (mut sum, mut term) = (self.one(), self.one());
        for taken in 0..trials {
            term = term * &probability * self.integer(trials - taken) / self.integer(taken + 1);
            if term.upper.get_exp().is_none_or(|exponent| exponent < least) {
                return sum.widened_by(&term);
            }
            sum = if taken % 2 == 0 { sum - &term } else { sum + &term };
        }
        sum
    }
}

/// Terms of the binomial series that take less time than a power.
const MOST_TERMS: i32 = 6;

/// log2(n), rounded up.
fn bits_of(trials: u64) -> i32 {
    64 - trials.leading_zeros().cast_signed()
}

impl AnalyticArithmetic for Enclosures {
    fn pi(&self) -> Enclosure {
        self.bounds(|round| Float::with_val_round(self.bits, Constant::Pi, round).0)
    }
}
