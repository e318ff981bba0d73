//! What the claims of several figures measure with.

use bloomlab_workbench::AnyError;
use statrs::distribution::{Binomial, DiscreteCDF};

/// The largest of some values; −∞ of none.
pub(crate) fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// The smallest of some values; ∞ of none.
pub(crate) fn smallest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}

/// The smallest and the largest.
pub(crate) fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// The number of rows that meet a condition.
pub(crate) fn count<'a, R: 'a>(rows: impl IntoIterator<Item = &'a R>, condition: impl Fn(&R) -> bool) -> usize {
    rows.into_iter().filter(|row| condition(row)).count()
}

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
