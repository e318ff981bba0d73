//! The false-positive rate of a filter whose set bits have been counted.

use bloomlab_numbers::{Arithmetic, Number};

use crate::ShapeError;
use bloomlab_occupancy::MAX_SIZE;

/// A filter of m bits, b of them set, asked with k hash functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObservedFill {
    bits: u64,
    set: u64,
    hashes: u64,
}

impl ObservedFill {
    /// Domain: 1 ≤ `bits`, `set` ≤ `bits`, 1 ≤ `hashes`, all at most 2^63 − 1.
    ///
    /// # Errors
    /// [`ShapeError`] names what lies outside the domain.
    pub fn new(bits: u64, set: u64, hashes: u64) -> Result<Self, ShapeError> {
        crate::Shape::new(bits, 0, hashes)?;
        if set > bits.min(MAX_SIZE) {
            return Err(ShapeError::MoreSetThanBits { set, bits });
        }
        Ok(Self { bits, set, hashes })
    }
}

/// With replacement: (b/m)^k, Christensen et al. (2010), eq. 2.
pub fn rate<A: Arithmetic>(a: &A, fill: ObservedFill) -> A::Number {
    a.ratio(fill.set, fill.bits).pow(fill.hashes)
}

/// Without replacement: C(b, k)/C(m, k) = Π_{i<k} (b − i)/(m − i).
///
/// # Errors
/// [`ShapeError::MoreHashesThanBits`] when k > m.
pub fn rate_without_replacement<A: Arithmetic>(a: &A, fill: ObservedFill) -> Result<A::Number, ShapeError> {
    let ObservedFill { bits, set, hashes } = fill;
    if hashes > bits {
        return Err(ShapeError::MoreHashesThanBits { hashes, bits });
    }
    if hashes > set {
        return Ok(a.zero());
    }
    // C(b, k)/C(m, k) = C(m−k, m−b)/C(m, b): the shorter of the two products
    let (from, factors) = if hashes <= bits - set { (set, hashes) } else { (bits - hashes, bits - set) };
    Ok((0..factors).fold(a.one(), |product, i| product * a.ratio(from - i, bits - i)))
}
