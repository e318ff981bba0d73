//! Sizes, validated once.

use bloomlab_occupancy::{BallsInBins, MAX_SIZE};

/// A filter of m bits that holds n items under k independent hash functions (positions with replacement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    bits: u64,
    items: u64,
    hashes: u64,
}

impl Shape {
    /// Domain: 1 ≤ `bits`, 1 ≤ `hashes`, `hashes · items` and each of the three at most 2^63 − 1.
    ///
    /// # Errors
    /// [`ShapeError`] names what lies outside the domain.
    pub fn new(bits: u64, items: u64, hashes: u64) -> Result<Self, ShapeError> {
        within("bits", bits, 1)?;
        within("items", items, 0)?;
        within("hashes", hashes, 1)?;
        match hashes.checked_mul(items) {
            Some(balls) if balls <= MAX_SIZE => Ok(Self { bits, items, hashes }),
            _ => Err(ShapeError::TooManyBalls { hashes, items }),
        }
    }

    /// m, the number of bits.
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// n, the number of items stored.
    pub fn items(self) -> u64 {
        self.items
    }

    /// k, the number of hash functions.
    pub fn hashes(self) -> u64 {
        self.hashes
    }

    /// The filter without its items.
    pub(crate) fn shape(self) -> bloomlab_occupancy::Shape {
        bloomlab_occupancy::Shape::new(self.bits, self.hashes, bloomlab_occupancy::Sampling::WithReplacement)
            .expect("validated with the same domain")
    }

    /// kn, the number of balls thrown by the insertions.
    pub fn balls(self) -> u64 {
        self.hashes * self.items
    }

    /// The same sizes for hash functions that give k distinct positions (without replacement).
    ///
    /// # Errors
    /// [`ShapeError::MoreHashesThanBits`] when k > m.
    pub fn without_replacement(self) -> Result<DistinctShape, ShapeError> {
        if self.hashes > self.bits {
            return Err(ShapeError::MoreHashesThanBits { hashes: self.hashes, bits: self.bits });
        }
        Ok(DistinctShape(self))
    }
}

/// A [`Shape`] with k ≤ m, whose items have k distinct positions each (without replacement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DistinctShape(Shape);

impl DistinctShape {
    /// The sizes.
    pub fn shape(self) -> Shape {
        self.0
    }
}

impl From<Shape> for BallsInBins {
    /// The bits as bins, the insertions' kn hash values as balls.
    fn from(shape: Shape) -> Self {
        Self::new(shape.balls(), shape.bits).expect("a shape is within the domain")
    }
}

pub(crate) fn within(parameter: &'static str, value: u64, least: u64) -> Result<(), ShapeError> {
    if (least..=MAX_SIZE).contains(&value) { Ok(()) } else { Err(ShapeError::OutOfRange { parameter, value, least }) }
}

/// Why sizes are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A single size lies outside its range.
    #[error("--{parameter} {value} is out of range: needs {least} ≤ {parameter} ≤ 2^63 − 1")]
    OutOfRange {
        /// What it is the number of.
        parameter: &'static str,
        /// Its value.
        value: u64,
        /// The least value allowed.
        least: u64,
    },
    /// kn exceeds 2^63 − 1.
    #[error("--hashes {hashes} times --items {items} is out of range: needs hashes · items ≤ 2^63 − 1")]
    TooManyBalls {
        /// k.
        hashes: u64,
        /// n.
        items: u64,
    },
    /// k > m, where k distinct positions are needed.
    #[error("--hashes {hashes} with --without-replacement needs at least {hashes} bits, got --bits {bits}")]
    MoreHashesThanBits {
        /// k.
        hashes: u64,
        /// m.
        bits: u64,
    },
    /// The blocks of a blocked filter do not make up its bits.
    #[error("--bits {bits} is no multiple of the {block_bits} bits of a block")]
    NotInBlocks {
        /// m.
        bits: u64,
        /// B.
        block_bits: u64,
    },
    /// More bits are said to be set than there are.
    #[error("--bits-set {set} is out of range: needs bits-set ≤ bits, got --bits {bits}")]
    MoreSetThanBits {
        /// The set bits.
        set: u64,
        /// m.
        bits: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_is_checked_at_its_borders() {
        assert!(Shape::new(1, 0, 1).is_ok());
        assert!(Shape::new(MAX_SIZE, MAX_SIZE, 1).is_ok());
        assert!(Shape::new(MAX_SIZE + 1, 1, 1).is_err());
        assert_eq!(Shape::new(8, MAX_SIZE / 2, 2).map(Shape::balls), Ok(MAX_SIZE - 1));
        assert_eq!(Shape::new(8, MAX_SIZE, 2), Err(ShapeError::TooManyBalls { hashes: 2, items: MAX_SIZE }));
        assert_eq!(
            Shape::new(8, u64::MAX, 2).unwrap_err().to_string(),
            "--items 18446744073709551615 is out of range: needs 0 ≤ items ≤ 2^63 − 1"
        );
        assert_eq!(Shape::new(0, 1, 1).unwrap_err().to_string(), "--bits 0 is out of range: needs 1 ≤ bits ≤ 2^63 − 1");
        assert!(Shape::new(8, 1, 8).unwrap().without_replacement().is_ok());
        assert_eq!(
            Shape::new(8, 1, 9).unwrap().without_replacement().unwrap_err().to_string(),
            "--hashes 9 with --without-replacement needs at least 9 bits, got --bits 8"
        );
    }
}
