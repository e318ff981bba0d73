//! Balls in bins.

#[cfg(feature = "exact")]
mod certified;
mod cumulative;
#[cfg(feature = "exact")]
mod fullest;

use bloomlab_numbers::{BallsInBins, Double, Refused, distribution};

pub use cumulative::AtMost;

use crate::error::Error;

/// The most multiplications of the recursion: a second.
const MOST_MULTIPLICATIONS: u128 = 1 << 30;

/// The number of M bins that are occupied after N balls were thrown into them, independently and uniformly. The bits that n items set under
/// k hash functions are the bins that kn balls occupy.
///
/// ```
/// use bloomlab::Occupancy;
///
/// // 4 items under 5 hash functions, 32 bits: the probability that 15 bits are set
/// let bits = Occupancy::new(20, 32)?;
/// assert!((bits.probability(15)? - 0.263_972).abs() < 1e-6);
/// assert!((bits.mean() - 15.04).abs() < 0.01);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Occupancy(BallsInBins);

impl Occupancy {
    /// `balls` balls (N) in `bins` bins (M).
    /// Domain: 1 ≤ M, and both N and M are at most 2^63 − 1.
    pub fn new(balls: u64, bins: u64) -> Result<Self, Error> {
        Ok(Self(BallsInBins::new(balls, bins)?))
    }

    /// P(N, M, K): the probability that exactly `occupied` bins (K) are occupied.
    ///
    /// Christensen, Roginsky, Jimeno (2010), eq. 8: a recursion with positive terms only. Relative error below 4 N·2^−53; a
    /// probability below 1e-290 has lost digits, or is 0.
    pub fn probability(&self, occupied: u64) -> Result<f64, Error> {
        if occupied > self.0.most_occupied() {
            return Ok(0.0);
        }
        if distribution::recursion_multiplications(self.0) > MOST_MULTIPLICATIONS {
            let domain = "balls · min(balls, bins) of at most about 2^30 in doubles";
            return Err(Refused::new("balls", self.0.balls(), domain).into());
        }
        Ok(distribution::by_recursion(&Double, self.0)[occupied as usize])
    }

    /// The mean of K, M (1 − (1 − 1/M)^N), to some units of 2^−53.
    #[must_use]
    pub fn mean(&self) -> f64 {
        distribution::mean(&Double, self.0)
    }

    /// The variance of K, M (M − 1)(1 − 2/M)^N + M (1 − 1/M)^N − M² (1 − 1/M)^(2N), to a relative error of 1e-12 above 1e-290.
    #[must_use]
    pub fn variance(&self) -> f64 {
        distribution::variance_in_double(self.0)
    }
}
