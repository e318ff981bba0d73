//! The false-positive rate of one filter.

use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{OutOfDomain, Parameter};

/// The most hash functions that [`rate`] accepts, at every size. `formulas::exact::rate` goes further where it can.
pub const MAX_HASHES: u64 = 512;

/// The exact false-positive rate of a filter of `bits` bits (m) that holds `items` items (n) under `hashes` independent
/// hash functions (k), with replacement.
///
/// Christensen, Roginsky, Jimeno (2010), eq. 17, by a route with positive terms only. Where the rate is above 1e-290, its
/// relative error is below 1e-12 for k ≤ 60, and below 1e-11 up to [`MAX_HASHES`].
///
/// # Errors
/// [`OutOfDomain`] unless 1 ≤ m, 1 ≤ k ≤ [`MAX_HASHES`], and m, n and kn are at most 2^63 − 1.
///
/// ```
/// let rate = bloomlab::rate(32, 4, 5)?;
/// assert!((rate - 0.025_221_852_307_293_578).abs() < 1e-15);
/// # Ok::<(), bloomlab::OutOfDomain>(())
/// ```
pub fn rate(bits: u64, items: u64, hashes: u64) -> Result<f64, OutOfDomain> {
    Parameter::Hashes.within(hashes, 1..=MAX_HASHES)?;
    let load = Load::new(bits, items, hashes)?;
    // rounded to nearest, a sum of probabilities may pass 1 by a unit in the last place
    exact::rate(&Double, load)
        .map(|rate| rate.min(1.0))
        .map_err(|_| OutOfDomain::new(Parameter::Hashes, hashes, "a rate within reach"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_formulas::Formula;
    use bloomlab_occupancy::MAX_SIZE;

    #[test]
    fn every_filter_in_the_domain_has_a_rate() {
        for bits in [1, 2, 32, 1000, 1 << 40, MAX_SIZE] {
            for items in [0, 1, 20, 1 << 20, MAX_SIZE / MAX_HASHES] {
                let load = Load::new(bits, items, MAX_HASHES).unwrap();
                assert!(exact::cost(&Double, load).within(Formula::MAX_COST, "").is_ok(), "{load:?}");
            }
        }
        assert_eq!(rate(1, 1, MAX_HASHES), Ok(1.0));
        assert_eq!(rate(8, 0, 3), Ok(0.0));
        assert_eq!(rate(32, 1_000_000_000_000_000_000, 5), Ok(1.0));
    }

    #[test]
    fn what_is_out_of_domain_is_named() {
        let refused = |bits, items, hashes| rate(bits, items, hashes).unwrap_err().parameter();
        assert_eq!(refused(0, 1, 1), Parameter::Bits);
        assert_eq!(refused(8, 1, 0), Parameter::Hashes);
        assert_eq!(refused(8, 1, MAX_HASHES + 1), Parameter::Hashes);
        assert_eq!(refused(8, MAX_SIZE, 2), Parameter::Items);
    }
}
