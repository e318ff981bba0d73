//! The smallest filter that keeps a target rate, as libraries derive its positions.

use std::cell::Cell;

use bloomlab_numbers::{ANSWER_SECONDS, Resource};
use bloomlab_occupancy::{OutOfDomain, Parameter};
use bloomlab_schemes::sizing::{Allowed, smallest};
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad, rate_in_double};

use crate::{Error, Size, size};

/// The fewest bits, over all numbers of hash functions, with which `items` items (n) have a rate of at most `target` when
/// `scheme` derives their positions; with `power_of_two`, the fewest of the powers of two.
///
/// Of several k that keep the target with as many bits, the one with the lowest rate. Under double hashing the rate may rise
/// from one number of bits to the next, and that no smaller filter keeps the target is observed, not proved. Comparisons are
/// those of double precision: a rate within the error of [`scheme_rate`](crate::scheme_rate) of the target may be taken for
/// either side. The command decides them rigorously.
///
/// # Errors
/// [`Error::OutOfDomain`] unless 0 < target < 1, and for items that no filter within the domain of the scheme keeps at the
/// target; [`Error::TooLarge`] for a search that is too large.
///
/// ```
/// use bloomlab::{HashingScheme, scheme_size, size};
///
/// let double = scheme_size(HashingScheme::Double, 1000, 0.01, false)?;
/// assert!(double.bits > size(1000, 0.01)?.bits && double.rate <= 0.01);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn scheme_size(scheme: HashingScheme, items: u64, target: f64, power_of_two: bool) -> Result<Size, Error> {
    if !(target > 0.0 && target < 1.0) {
        return Err(OutOfDomain::new(Parameter::Target, target, "0 < target < 1").into());
    }
    if scheme == HashingScheme::Independent && !power_of_two {
        return size(items, target);
    }
    let allowed = if power_of_two { Allowed::PowersOfTwo } else { Allowed::All };
    let seconds = Cell::new(0.0);
    let keeps = |load| keeps(load, target, &seconds);
    let none = || {
        let domain = format!("few enough items for a filter in the domain of {} to keep the target", scheme.name());
        OutOfDomain::new(Parameter::Items, items, domain)
    };
    let found = smallest::<Error>(scheme, items, libm::log(target), allowed, keeps)?;
    let (bits, all_hashes) = found.ok_or_else(none)?;
    let mut best: Option<Size> = None;
    for hashes in all_hashes {
        let rate = rate_in_double(SchemeLoad::new(scheme, bits, items, hashes)?)?;
        if best.is_none_or(|best| rate < best.rate) {
            best = Some(Size { bits, hashes, rate });
        }
    }
    Ok(best.ok_or_else(none)?)
}

/// Whether the rate is at most the target: by the alternating sum where its error bound decides, else by positive terms.
fn keeps(load: SchemeLoad, target: f64, seconds: &Cell<f64>) -> Result<bool, Error> {
    seconds.set(seconds.get() + ExactRate::cost(load).seconds());
    Resource::Seconds.within(seconds.get(), ANSWER_SECONDS, "try a larger target")?;
    let sum = ExactRate::new(load)?.rate_in_double();
    match sum.filter(|sum| (sum.value - target).abs() > sum.error_bound) {
        Some(sum) => Ok(sum.value <= target),
        None => Ok(rate_in_double(load)? <= target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme_rate;

    #[test]
    fn every_scheme_keeps_the_target_and_no_filter_a_step_smaller_does() {
        for (scheme, step) in [
            (HashingScheme::Independent, 1),
            (HashingScheme::Partitioned, 1),
            (HashingScheme::Blocked(64), 64),
            (HashingScheme::SplitBlock(8), 8),
            (HashingScheme::KmPartition, 1),
            (HashingScheme::Double, 1),
            (HashingScheme::DoubleOdd, 2),
            (HashingScheme::Enhanced, 1),
        ] {
            let found = scheme_size(scheme, 30, 0.05, false).unwrap();
            assert!(found.rate <= 0.05, "{scheme:?}: {found:?}");
            assert_eq!(found.rate, scheme_rate(scheme, found.bits, 30, found.hashes).unwrap(), "{scheme:?}");
            let unit = if let HashingScheme::SplitBlock(_) = scheme { step * found.hashes } else { step };
            let unit = if scheme == HashingScheme::KmPartition { found.hashes } else { unit };
            let smaller = scheme_rate(scheme, found.bits - unit, 30, found.hashes).unwrap();
            assert!(smaller > 0.05, "{scheme:?}: {found:?}, {smaller}");
        }
    }

    #[test]
    fn independent_positions_and_powers_of_two_agree_with_the_plain_search() {
        for (items, target) in [(1, 0.5), (20, 0.001), (1000, 0.01)] {
            let plain = size(items, target).unwrap();
            assert_eq!(scheme_size(HashingScheme::Independent, items, target, false).unwrap(), plain);
            let power = scheme_size(HashingScheme::Independent, items, target, true).unwrap();
            assert_eq!(power.bits, plain.bits.next_power_of_two());
        }
    }

    #[test]
    fn what_has_no_answer_says_why() {
        for target in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
            let refused = scheme_size(HashingScheme::Double, 10, target, false).unwrap_err();
            assert!(refused.to_string().starts_with("target = "), "{refused}");
        }
        let refused = scheme_size(HashingScheme::Triple, 1000, 1e-6, false).unwrap_err();
        assert!(refused.to_string().starts_with("items = 1000"), "{refused}");
    }
}
