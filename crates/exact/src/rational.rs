//! Exact rational numbers: the oracle of every formula small enough for them.

use std::fmt;

use bloomlab_numbers::{Arithmetic, Number};
use rug::Float;

use crate::decimal::decimal;
use crate::operators::operators;

/// An exact rational number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rational(pub(crate) rug::Rational);

impl Rational {
    /// `numerator / denominator`; domain `denominator ≥ 1`.
    pub fn new(numerator: u64, denominator: u64) -> Self {
        Self(rug::Rational::from((numerator, denominator)))
    }

    /// The exact value of a decimal such as `0.01` or `2.5e-3`.
    ///
    /// # Errors
    /// When `text` is not a decimal number, or its exponent lies outside ±10,000.
    pub fn from_decimal(text: &str) -> Result<Self, NotADecimal> {
        let error = || NotADecimal(text.to_owned());
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| error())?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let unsigned = whole.strip_prefix(['+', '-']).unwrap_or(whole);
        let digits_only = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let too_long = text.len() > 10_000 || exponent.unsigned_abs() > 10_000;
        if too_long || unsigned.len() + fraction.len() == 0 || !digits_only(unsigned) || !digits_only(fraction) {
            return Err(error());
        }
        let digits: rug::Integer = format!("{unsigned}{fraction}").parse().map_err(|_| error())?;
        let scale = exponent - fraction.len() as i32;
        let power = rug::Integer::from(rug::Integer::u_pow_u(10, scale.unsigned_abs()));
        let value = if scale < 0 { rug::Rational::from((digits, power)) } else { (digits * power).into() };
        Ok(Self(if whole.starts_with('-') { -value } else { value }))
    }

    /// `digits` significant decimal digits, rounded to nearest.
    pub fn decimal(&self, digits: usize) -> String {
        // far more bits than digits, so that rounding twice does no harm
        let bits = 128 + 4 * u32::try_from(digits).unwrap_or(u32::MAX / 8);
        decimal(&Float::with_val(bits, &self.0), digits, rug::float::Round::Nearest)
    }
}

operators!(newtype Rational);

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Number for Rational {
    /// # Panics
    /// When the power would not fit into memory anyway: an exponent above 2^32 of anything but 0 and 1.
    fn pow(&self, exponent: u64) -> Self {
        if self.0 == 1 || (self.0 == 0 && exponent > 0) {
            return self.clone();
        }
        let exponent = u32::try_from(exponent).expect("a rational to a power above 2^32 does not fit into memory");
        Self(rug::ops::Pow::pow(&self.0, exponent).into())
    }

    fn to_f64(&self) -> f64 {
        Float::with_val(53, &self.0).to_f64()
    }
}

/// Makes exact rationals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rationals;

impl Arithmetic for Rationals {
    type Number = Rational;

    fn integer(&self, value: u64) -> Rational {
        Rational(value.into())
    }

    fn tolerates_cancellation(&self) -> bool {
        true
    }
}

/// A text that is not a decimal number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a decimal number such as 0.01 or 1e-6")]
pub struct NotADecimal(String);
