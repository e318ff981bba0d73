//! The false-positive rate of a filter whose set bits have been counted.

use bloomlab_numbers::{Arithmetic, Number, Refused, Sampling, Shape};

/// A filter of m bits, b of them set, that is queried with k hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObservedFill {
    shape: Shape,
    set: u64,
}

impl ObservedFill {
    /// A filter of this shape with `set` bits set, at most m.
    pub fn new(shape: Shape, set: u64) -> Result<Self, Refused> {
        let bits = shape.bits();
        if set > bits {
            return Err(Refused::new("bits-set", set, format!("0 ≤ bits-set ≤ bits = {bits}")));
        }
        Ok(Self { shape, set })
    }

    /// The filter.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// Returns true if the rate is exactly 0.
    pub fn is_clear(self) -> bool {
        self.set == 0 || self.shape.sampling() == Sampling::WithoutReplacement && self.shape.hashes() > self.set
    }

    /// The number of factors of the rate without replacement: C(b, k)/C(m, k) = C(m−k, m−b)/C(m, b) as the shorter of
    /// the two products.
    fn factors(self) -> u64 {
        self.shape.hashes().min(self.shape.bits() - self.set)
    }
}

/// The rate: with replacement (b/m)^k, Christensen et al. (2010), eq. 2; without, C(b, k)/C(m, k).
///
/// Accuracy in [`bloomlab_numbers::Double`]: about a unit in the last place for each factor.
pub fn rate<A: Arithmetic>(a: &A, fill: ObservedFill) -> A::Number {
    let (bits, hashes, set) = (fill.shape.bits(), fill.shape.hashes(), fill.set);
    match fill.shape.sampling() {
        Sampling::WithReplacement => a.ratio(set, bits).pow(hashes),
        Sampling::WithoutReplacement if hashes > set => a.zero(),
        Sampling::WithoutReplacement => {
            let from = if hashes <= bits - set { set } else { bits - hashes };
            (0..fill.factors()).fold(a.one(), |product, i| product * a.ratio(from - i, bits - i))
        }
    }
}
