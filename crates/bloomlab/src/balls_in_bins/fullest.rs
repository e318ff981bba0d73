//! The fullest bin: counters that overflow.

use bloomlab_exact::{Certified, try_certify};
use bloomlab_formulas::counts::Mixture;
use bloomlab_numbers::{Arithmetic as _, Refused};

use super::Occupancy;
use crate::error::Error;

/// The most steps of the recursion for up to 20 digits, fewer for more: about a second.
const MOST_STEPS: u64 = 1 << 19;
/// The most bits of a precision that is tried.
const MOST_BITS: u32 = 1 << 10;

impl Occupancy {
    /// The probability that some bin holds `least` balls (C) or more, with `digits` certified digits.
    ///
    /// With r_n the probability that n balls leave every bin below C, the recursion of a power of a polynomial,
    /// (Σ_{i<C} z^i/i!)^M, is r_n = Σ_{0<i<C} (i(M + 1)/n − 1) C(n, i) M^(−i) r_(n−i).
    /// Domain: NC ≤ 2^19, for more than 20 digits less. [`fullest_between`](Self::fullest_between) always answers.
    pub fn certified_fullest(&self, least: u64, digits: usize) -> Result<Certified, Error> {
        let (balls, bins) = (self.0.balls(), self.0.bins());
        let certain = self.certain(least);
        if certain.is_none()
            && balls.checked_mul(least).is_none_or(|steps| steps > MOST_STEPS * 20 / digits.max(20) as u64)
        {
            return Err(Refused::new("balls", balls, "balls · fullest of at most 2^19").into());
        }
        try_certify(digits, MOST_BITS.max(8 * digits as u32), |a| {
            if let Some(is_certain) = certain {
                return Ok(if is_certain { a.one() } else { a.zero() });
            }
            let (share, above) = (a.ratio(1, bins), a.integer(bins) + a.one());
            let mut below = vec![a.one()];
            for n in 1..=balls {
                let (mut sum, mut ways) = (a.zero(), a.one());
                for i in 1..least.min(n + 1) {
                    ways = ways * a.ratio(n - i + 1, i) * &share;
                    let factor = above.clone() * a.ratio(i, n) - a.one();
                    sum = sum + factor * &ways * &below[(n - i) as usize];
                }
                below.push(sum);
            }
            Ok(a.one() - &below[balls as usize])
        })
    }

    /// Bounds of [that probability](Self::certified_fullest) in doubles, 1 − (1 − p)^M and Mp, p that of C or more balls in one bin: the numbers of
    /// balls are negatively dependent.
    #[must_use]
    pub fn fullest_between(&self, least: u64) -> (f64, f64) {
        if let Some(is_certain) = self.certain(least) {
            return if is_certain { (1.0, 1.0) } else { (0.0, 0.0) };
        }
        let bins = self.0.bins() as f64;
        let one = Mixture::certain(1.0 / bins).among(self.0.balls()).at_least(least);
        (-libm::expm1(bins * libm::log1p(-one)), (bins * one).min(1.0))
    }

    /// True if a bin must hold C balls, false if none can.
    fn certain(&self, least: u64) -> Option<bool> {
        let (balls, bins) = (self.0.balls(), self.0.bins());
        (balls.div_ceil(bins) >= least || least > balls).then_some(least <= balls)
    }
}
