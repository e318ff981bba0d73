//! Double precision, evaluated carefully ([`Double`]) and as written ([`NaiveDouble`]).
//!
//! Transcendental functions come from `libm`, not from the machine's C library, so that every machine gives the same
//! bytes.

use crate::{Analytic, AnalyticArithmetic, Arithmetic, Number};

impl Number for f64 {
    /// Within one unit in the last place for exponents up to 2^53; above, the exponent itself is rounded.
    #[inline]
    fn pow(&self, exponent: u64) -> f64 {
        libm::pow(*self, exponent as f64)
    }

    #[inline]
    fn to_f64(&self) -> f64 {
        *self
    }
}

impl Analytic for f64 {
    #[inline]
    fn exp(&self) -> f64 {
        libm::exp(*self)
    }

    #[inline]
    fn ln(&self) -> f64 {
        libm::log(*self)
    }

    #[inline]
    fn cos(&self) -> f64 {
        libm::cos(*self)
    }

    #[inline]
    fn sin(&self) -> f64 {
        libm::sin(*self)
    }

    #[inline]
    fn ln_gamma(&self) -> f64 {
        libm::lgamma(*self)
    }
}

/// Double precision as this workspace evaluates it: powers of numbers near 1 through `log1p`, complements through
/// `expm1`.
///
/// Accuracy: [`Arithmetic::all_miss`] within [`accuracy::all_miss`](crate::accuracy::all_miss), so below 1e-12 down to the
/// underflow threshold; [`Arithmetic::some_hit`] always within [`accuracy::SOME_HIT`](crate::accuracy::SOME_HIT).
/// [`Arithmetic::never`] is as accurate as all_miss where the probability is at most 1/2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Double;

/// Double precision with every formula taken literally: what a direct transcription of a paper computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NaiveDouble;

/// balls · ln(1 − targets/bins), by the form of the logarithm that is well conditioned there.
fn ln_all_miss(targets: u64, bins: u64, balls: u64) -> f64 {
    if balls == 0 {
        return 0.0;
    }
    let (t, m) = (targets as f64, bins as f64);
    let ln = if targets > bins / 2 { libm::log((bins - targets) as f64 / m) } else { libm::log1p(-t / m) };
    balls as f64 * ln
}

impl Arithmetic for Double {
    type Number = f64;

    #[inline]
    fn integer(&self, value: u64) -> f64 {
        value as f64
    }

    #[inline]
    fn tolerates_cancellation(&self) -> bool {
        false
    }

    #[inline]
    fn all_miss(&self, targets: u64, bins: u64, balls: u64) -> f64 {
        libm::exp(ln_all_miss(targets, bins, balls))
    }

    #[inline]
    fn all_miss_distinct(&self, targets: u64, bins: u64, draws: u64, trials: u64) -> f64 {
        if trials > 0 && targets > bins - draws {
            return 0.0;
        }
        // one exponential of a sum: in a product of exponentials their errors, often the same, would add up
        libm::exp((0..draws).map(|drawn| ln_all_miss(targets, bins - drawn, trials)).sum())
    }

    #[inline]
    fn some_hit(&self, targets: u64, bins: u64, balls: u64) -> f64 {
        // + 0.0 turns the −0 of an impossible hit into 0
        -libm::expm1(ln_all_miss(targets, bins, balls)) + 0.0
    }

    #[inline]
    fn never(&self, probability: f64, trials: u64) -> f64 {
        if trials == 0 { 1.0 } else { libm::exp(trials as f64 * libm::log1p(-probability)) }
    }
}

impl AnalyticArithmetic for Double {
    #[inline]
    fn pi(&self) -> f64 {
        std::f64::consts::PI
    }

    #[inline]
    fn one_minus_exp_minus(&self, x: f64) -> f64 {
        -libm::expm1(-x) + 0.0
    }
}

impl Arithmetic for NaiveDouble {
    type Number = f64;

    #[inline]
    fn integer(&self, value: u64) -> f64 {
        value as f64
    }

    #[inline]
    fn tolerates_cancellation(&self) -> bool {
        false
    }
}

impl AnalyticArithmetic for NaiveDouble {
    #[inline]
    fn pi(&self) -> f64 {
        std::f64::consts::PI
    }
}
