//! What an evaluation costs, before it is begun: something that would run for minutes is refused instead.
//!
//! Times are estimates from above, from measurements of every formula in every arithmetic on one ordinary core. They
//! depend on the sizes only, so that every machine refuses the same.

use crate::{Arithmetic, Failure};

/// The most memory one evaluation may take, in bytes.
const MAX_BYTES: f64 = 1e9;
/// The largest rational that is computed, in bits.
const MAX_RATIONAL_BITS: f64 = (1_u64 << 27) as f64;

/// What one evaluation may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The longest time, in seconds.
    pub seconds: f64,
}

impl Default for Limits {
    /// 10 seconds.
    fn default() -> Self {
        Self { seconds: 10.0 }
    }
}

impl Limits {
    /// The limits under which evaluations that take these `seconds`, by estimate, take no more than `total` together: the
    /// longest are refused first.
    #[must_use]
    pub fn shared(self, mut seconds: Vec<f64>, total: f64) -> Self {
        seconds.sort_unstable_by(f64::total_cmp);
        let mut sum = 0.0;
        for longest in seconds.into_iter().filter(|seconds| *seconds <= self.seconds) {
            sum += longest;
            if sum > total {
                return Self { seconds: longest.next_down() };
            }
        }
        self
    }
}

/// What a formula needs.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Arithmetic steps, about.
    pub steps: f64,
    /// Numbers held at once, about.
    pub numbers: f64,
    /// Bits of the largest rational, about.
    pub rational_bits: f64,
    /// Bits that cancellation costs, about: so many more an enclosure begins with.
    pub lost_bits: f64,
}

/// Nanoseconds a step takes in MPFR: 110 to 230 were measured at 256 bits, 2,200 to 5,000 at 4,096, 150,000 at 65,536.
fn multiprecision_step(bits: u32) -> f64 {
    250.0 + 0.05 * f64::from(bits).powf(1.45)
}

impl Cost {
    /// Refuses what would take too long or too much memory in an arithmetic; for [`Arithmetic::Certified`] in
    /// enclosures of the first precision that it tries.
    ///
    /// # Errors
    /// [`Failure`] says what it would need.
    pub fn check(self, arithmetic: Arithmetic, first_precision: u32, limits: Limits) -> Result<(), Failure> {
        let (_, bytes) = self.step(arithmetic, first_precision);
        if arithmetic == Arithmetic::Rational && self.rational_bits > MAX_RATIONAL_BITS {
            return Err(Failure::TooLarge(format!(
                "needs rationals of about {:.1e} bits, at most {MAX_RATIONAL_BITS:.1e} are tried",
                self.rational_bits
            )));
        }
        let seconds = self.seconds(arithmetic, first_precision);
        let most = limits.seconds;
        if seconds > most {
            return Err(Failure::TooLarge(format!("needs about {seconds:.0e} s, at most {most} s are tried")));
        }
        let bytes = self.numbers * bytes;
        if bytes > MAX_BYTES {
            let most = MAX_BYTES;
            return Err(Failure::TooLarge(format!("needs about {bytes:.0e} bytes, at most {most:.0e} are tried")));
        }
        Ok(())
    }

    /// The time it takes in an arithmetic, by estimate; for [`Arithmetic::Certified`] as for [`Cost::check`].
    pub fn seconds(self, arithmetic: Arithmetic, first_precision: u32) -> f64 {
        self.steps * self.step(arithmetic, first_precision).0 * 1e-9
    }

    /// The nanoseconds of a step and the bytes of a number.
    fn step(self, arithmetic: Arithmetic, first_precision: u32) -> (f64, f64) {
        match arithmetic {
            Arithmetic::F64 | Arithmetic::F64Naive => (10.0, 8.0),
            Arithmetic::Mpfr(bits) => (multiprecision_step(bits), 48.0 + f64::from(bits) / 8.0),
            Arithmetic::Enclosure(bits) => enclosure(bits),
            Arithmetic::Certified => enclosure(first_precision),
            // 5 nanoseconds a bit were measured, most of them spent on common divisors
            Arithmetic::Rational => (1000.0 + 8.0 * self.rational_bits, 64.0 + self.rational_bits / 4.0),
        }
    }

    /// The precision up to which enclosures may be raised within the limits: at least the first.
    pub fn affordable_precision(self, first: u32, limits: Limits) -> u32 {
        let affordable = |bits: &u32| self.check(Arithmetic::Enclosure(*bits), *bits, limits).is_ok();
        (0..20).map_while(|doublings| first.checked_mul(1 << doublings)).take_while(affordable).last().unwrap_or(first)
    }
}

fn enclosure(bits: u32) -> (f64, f64) {
    (2.0 * multiprecision_step(bits), 96.0 + f64::from(bits) / 4.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_limits_refuse_the_longest_first() {
        let limits = Limits { seconds: 1.0 };
        let shared = |seconds: &[f64]| limits.shared(seconds.to_vec(), 1.5).seconds;
        // what takes too long by itself takes no share
        assert_eq!(shared(&[0.9, 7.0, 0.5]), 1.0);
        // of equals all are refused
        let limit = shared(&[0.6, 0.2, 0.6, 0.6]);
        assert!(limit < 0.6 && limit > 0.2, "{limit}");
    }
}
