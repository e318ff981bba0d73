//! What the claims measure with: what chance allows, extents, and values between values.

use bloomlab_workbench::figure::*;
use statrs::distribution::{Binomial, DiscreteCDF};

/// A model is rejected if a right one would miss as many intervals with a smaller chance than this.
pub(crate) const ALPHA: f64 = 1e-3;

/// Whether a right model may miss so many independent 99 % intervals. It may where so many misses, or more, have a probability of at
/// least [`ALPHA`].
pub(crate) fn by_chance<R>(misses: &Share<R>) -> Result<bool> {
    let Some(fewer) = misses.having.checked_sub(1) else { return Ok(true) };
    Ok(Binomial::new(1.0 - bloomlab_simulation::CONFIDENCE, misses.of as u64)?.sf(fewer as u64) >= ALPHA)
}

/// The smallest and the largest of some values.
///
/// # Errors
/// No values, or one that is no number.
pub(crate) fn extent(values: impl IntoIterator<Item = f64>) -> Result<(f64, f64)> {
    let values: Vec<f64> = values.into_iter().collect();
    Ok((smallest(&values, |value| **value)?.value, largest(&values, |value| **value)?.value))
}

/// Geometric steps, a given number per decade, between the smallest and the largest value, these two left out.
pub(crate) fn between(values: &[f64], per_decade: u32) -> Vec<f64> {
    let (low, high) = values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
    let steps = (f64::from(per_decade) * libm::log10(high / low)) as u32;
    let all = (0..=steps).map(|i| low * libm::pow(10.0, f64::from(i) / f64::from(per_decade)));
    all.filter(|x| values.iter().all(|value| (x / value - 1.0).abs() > 1e-9)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_misses_are_chance_and_many_are_not() {
        for (misses, intervals, expected) in [(0, 28, true), (2, 28, true), (4, 28, false), (3, 3, false)] {
            let misses = share(0..intervals, |i| *i < misses).unwrap();
            assert_eq!(by_chance(&misses).unwrap(), expected, "{misses}");
        }
    }

    #[test]
    fn steps_lie_between_and_leave_out_what_is_there() {
        let found = between(&[1.0, 0.1, 10.0], 2);
        let expected = [libm::sqrt(0.1), libm::sqrt(10.0)];
        assert!(found.len() == 2 && found.iter().zip(expected).all(|(x, y)| (x / y - 1.0).abs() < 1e-12), "{found:?}");
    }
}
