//! The smallest filter that keeps a target rate.

use bloomlab_formulas::sizing;
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::Error;

/// A filter that keeps a target rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The exact rate with the items stored.
    pub rate: f64,
}

/// The fewest bits, over all numbers of hash functions, with which `items` items (n) have a rate of at most `target`.
///
/// Of several k that keep the target with as many bits, the one with the lowest rate. Comparisons are those of double
/// precision: a rate within 1e-12 of the target may be taken for either side, and below 2^−1022, where doubles have fewer
/// digits, one further away. The command decides them rigorously.
///
/// # Errors
/// [`Error::OutOfDomain`] unless 0 < target < 1, and for items that need more than 2^63 − 1 bits; [`Error::TooLarge`] for a
/// search that is too large.
///
/// ```
/// let size = bloomlab::size(20, 0.001)?;
/// assert_eq!((size.bits, size.hashes), (291, 10));
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn size(items: u64, target: f64) -> Result<Size, Error> {
    if !(target > 0.0 && target < 1.0) {
        return Err(OutOfDomain::new(Parameter::Target, target, "0 < target < 1").into());
    }
    let meets = |load: Load| exact::rate(&Double, load).map(|rate| rate <= target);
    let smallest = sizing::smallest(items, libm::log(target), meets)?;
    let mut best: Option<Size> = None;
    for hashes in smallest.hashes {
        let rate = exact::rate(&Double, Load::new(smallest.bits, items, hashes)?)?;
        if best.is_none_or(|best| rate < best.rate) {
            best = Some(Size { bits: smallest.bits, hashes, rate });
        }
    }
    best.ok_or_else(|| OutOfDomain::new(Parameter::Items, items, "a filter that keeps the target").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bit_less_does_not_keep_the_target() {
        for (items, target) in [(1, 0.5), (20, 0.001), (1000, 0.01), (1 << 40, 1e-9)] {
            let size = size(items, target).unwrap();
            assert!(size.rate <= target);
            for hashes in 1..=40 {
                let rate = exact::rate(&Double, Load::new(size.bits - 1, items, hashes).unwrap()).unwrap();
                assert!(rate > target, "{items} items at {target}: k = {hashes}");
            }
        }
    }

    #[test]
    fn targets_out_of_domain_are_named() {
        for target in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(size(10, target).unwrap_err().to_string().starts_with("target = "));
        }
        assert!(size(u64::MAX, 0.5).is_err());
    }
}
