//! What chance allows a right model: how many 99 % intervals it may miss.

use bloomlab_workbench::AnyError;
use statrs::distribution::{Binomial, DiscreteCDF};

/// A model is rejected if a right one would miss as many intervals with a smaller chance than this.
pub(crate) const ALPHA: f64 = 1e-3;

/// Whether a right model may miss `misses` of `intervals` independent 99 % intervals: the chance of as many misses or more
/// is at least [`ALPHA`].
pub(crate) fn by_chance(misses: usize, intervals: usize) -> Result<bool, AnyError> {
    let Some(fewer) = misses.checked_sub(1) else { return Ok(intervals > 0) };
    Ok(Binomial::new(1.0 - bloomlab_simulation::CONFIDENCE, intervals as u64)?.sf(fewer as u64) >= ALPHA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_misses_are_chance_and_many_are_not() {
        for (misses, intervals, expected) in
            [(0, 28, true), (2, 28, true), (4, 28, false), (0, 0, false), (3, 3, false)]
        {
            assert_eq!(by_chance(misses, intervals).unwrap(), expected, "{misses} of {intervals}");
        }
    }
}
