//! Balls and bins, validated once.

use crate::{MAX_SIZE, Refused, Shape, within};

/// N balls thrown independently and uniformly into M bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct BallsInBins {
    balls: u64,
    bins: u64,
}

impl BallsInBins {
    /// Domain: 1 ≤ `bins`, both at most 2^63 − 1.
    pub fn new(balls: u64, bins: u64) -> Result<Self, Refused> {
        within("balls", balls, 0..=MAX_SIZE)?;
        within("bins", bins, 1..=MAX_SIZE)?;
        Ok(Self { balls, bins })
    }

    /// The k positions of one item, drawn with replacement, as balls; the bits as bins.
    pub fn one_item(shape: Shape) -> Self {
        Self { balls: shape.hashes(), bins: shape.bits() }
    }

    /// N, the number of balls.
    #[inline]
    pub fn balls(self) -> u64 {
        self.balls
    }

    /// M, the number of bins.
    #[inline]
    pub fn bins(self) -> u64 {
        self.bins
    }

    /// The largest number of bins that can be occupied, min(N, M).
    #[inline]
    pub fn most_occupied(self) -> u64 {
        self.balls.min(self.bins)
    }
}
