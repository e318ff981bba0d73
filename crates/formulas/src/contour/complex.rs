//! Complex numbers over any arithmetic.

use bloomlab_numbers::{Arithmetic, Number};

#[derive(Clone, Debug)]
pub struct Complex<N> {
    pub real: N,
    pub imaginary: N,
}

impl<N: Number> Complex<N> {
    #[inline]
    pub fn times(&self, other: &Self) -> Self {
        Self {
            real: self.real.clone() * &other.real - self.imaginary.clone() * &other.imaginary,
            imaginary: self.real.clone() * &other.imaginary + self.imaginary.clone() * &other.real,
        }
    }

    #[inline]
    pub fn square_of_size(&self) -> N {
        self.real.clone() * &self.real + self.imaginary.clone() * &self.imaginary
    }

    /// By squaring.
    #[inline]
    pub fn power<A: Arithmetic<Number = N>>(&self, a: &A, exponent: u64) -> Self {
        let mut result = Self { real: a.one(), imaginary: a.zero() };
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            result = result.square();
            if exponent >> bit & 1 == 1 {
                result = result.times(self);
            }
        }
        result
    }

    #[inline]
    fn square(&self) -> Self {
        let product = self.real.clone() * &self.imaginary;
        Self {
            real: (self.real.clone() - &self.imaginary) * (self.real.clone() + &self.imaginary),
            imaginary: product.clone() + product,
        }
    }
}
