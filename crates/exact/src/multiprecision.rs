//! MPFR numbers of any precision, every operation rounded to nearest.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, Number};
use rug::float::{Constant, Round};
use rug::ops::Pow;
use rug::{Assign, Float};

use crate::decimal::decimal;
use crate::operators::operators;

/// Makes [`MultiprecisionFloat`]s of a fixed precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiprecision {
    bits: u32,
}

impl Multiprecision {
    /// A precision of `bits` bits, at least 2 (the least is used where fewer are asked for).
    pub fn new(bits: u32) -> Self {
        Self { bits: bits.max(2) }
    }
}

/// An MPFR number. Its exponent range is far wider than a double's: 10^±(3·10^8).
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub struct MultiprecisionFloat(pub(crate) Float);

impl MultiprecisionFloat {
    /// `digits` significant decimal digits, rounded to nearest.
    pub fn decimal(&self, digits: usize) -> String {
        decimal(&self.0, digits, Round::Nearest)
    }

    /// Returns true if the value is a finite number: neither an overflow nor the result of an undefined operation.
    pub fn is_finite(&self) -> bool {
        self.0.is_finite()
    }
}

operators!(newtype MultiprecisionFloat);

impl Number for MultiprecisionFloat {
    fn pow(&self, exponent: u64) -> Self {
        Self(self.0.clone().pow(exponent))
    }

    fn to_f64(&self) -> f64 {
        self.0.to_f64()
    }
}

impl Analytic for MultiprecisionFloat {
    fn exp(&self) -> Self {
        Self(self.0.clone().exp())
    }

    fn ln(&self) -> Self {
        Self(self.0.clone().ln())
    }

    fn cos(&self) -> Self {
        Self(self.0.clone().cos())
    }

    fn sin(&self) -> Self {
        Self(self.0.clone().sin())
    }

    fn ln_gamma(&self) -> Self {
        Self(self.0.clone().ln_gamma())
    }
}

impl Arithmetic for Multiprecision {
    type Number = MultiprecisionFloat;

    fn integer(&self, value: u64) -> MultiprecisionFloat {
        MultiprecisionFloat(Float::with_val(self.bits, value))
    }

    fn tolerates_cancellation(&self) -> bool {
        false
    }

    fn times(&self, value: MultiprecisionFloat, factor: u64) -> MultiprecisionFloat {
        MultiprecisionFloat(value.0 * factor)
    }

    fn over(&self, value: MultiprecisionFloat, divisor: u64) -> MultiprecisionFloat {
        MultiprecisionFloat(value.0 / divisor)
    }

    fn dot<'a>(
        &self,
        left: impl IntoIterator<Item = &'a MultiprecisionFloat>,
        right: impl IntoIterator<Item = &'a MultiprecisionFloat>,
    ) -> MultiprecisionFloat {
        // one number holds every product in turn
        let (mut sum, mut product) = (Float::new(self.bits), Float::new(self.bits));
        for (left, right) in left.into_iter().zip(right) {
            product.assign(&left.0 * &right.0);
            sum += &product;
        }
        MultiprecisionFloat(sum)
    }
}

impl AnalyticArithmetic for Multiprecision {
    fn pi(&self) -> MultiprecisionFloat {
        MultiprecisionFloat(Float::with_val(self.bits, Constant::Pi))
    }
}
