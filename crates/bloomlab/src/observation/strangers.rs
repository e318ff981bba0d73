//! The rate given the bits of a large filter under walks, measured on strangers.

use bloomlab_filters::uniform_below;
use bloomlab_formulas::counts::proportion_interval;
use bloomlab_schemes::{SchemeLoad, given_bits};
use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::Error;

/// Strangers that are asked for: 20 to 300 ms.
const STRANGERS: u64 = 1 << 20;

/// The share of strangers that are reported, and the interval of Clopper and Pearson that contains the rate with probability `level`. They are
/// the same in every run, and the filter does not depend on them.
///
/// # Errors
/// [`Error::OutOfDomain`] for a scheme without a walk.
pub fn measured(load: SchemeLoad, words: &[u64], level: f64) -> Result<(f64, (f64, f64)), Error> {
    let (mut generator, mut reported) = (ChaCha8Rng::seed_from_u64(0), 0);
    for _ in 0..STRANGERS {
        reported +=
            u64::from(given_bits::is_reported(load, words, |bound| uniform_below(bound, || generator.next_u64()))?);
    }
    Ok((reported as f64 / STRANGERS as f64, proportion_interval(STRANGERS, reported, 1.0 - level)))
}
