//! Complex numbers in double precision: what contour integrals need.

use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Complex {
    pub(super) re: f64,
    pub(super) im: f64,
}

impl Complex {
    pub(super) const ZERO: Self = Self { re: 0.0, im: 0.0 };

    pub(super) fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    /// e^(iθ).
    pub(super) fn turn(angle: f64) -> Self {
        let (im, re) = libm::sincos(angle);
        Self { re, im }
    }

    pub(super) fn exp(self) -> Self {
        Self::turn(self.im).times(libm::exp(self.re))
    }

    /// e^self − 1, exact where self is small.
    pub(super) fn exp_m1(self) -> Self {
        let (half, grown) = (libm::sin(0.5 * self.im), libm::exp(self.re));
        Self { re: libm::expm1(self.re) - 2.0 * grown * half * half, im: grown * libm::sin(self.im) }
    }

    /// ln(1 + self), exact where self is small.
    pub(super) fn ln_1p(self) -> Self {
        let Self { re, im } = self;
        // |1 + z|² − 1
        Self { re: 0.5 * libm::log1p((2.0 * re + re * re + im * im).max(-1.0)), im: libm::atan2(im, 1.0 + re) }
    }

    pub(super) fn inverse(self) -> Self {
        let square = self.re * self.re + self.im * self.im;
        Self { re: self.re / square, im: -self.im / square }
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }

    pub(super) fn modulus(self) -> f64 {
        libm::hypot(self.re, self.im)
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}
