//! The least power of two of bits, or number of blocks, and the k with the lowest rate in it.

use bloomlab_formulas::sizing::Smallest;
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter};

use crate::lower_bound::lower_bound;
use crate::{HashingScheme, MAX_SUMMED_HASHES, SchemeLoad, sizing};

/// Rates that differ by less, relatively, may be in another order in doubles.
const DISTINCT_RATES: f64 = 1e-9;

/// The least power of two of bits that keeps the target P under double hashing, with every k whose rate may be the lowest there by what
/// `bounded` knows of the rates; `meets` says whether a rate is at most P.
///
/// # Errors
/// [`OutOfDomain`] for n out of domain or too many for any filter within the scheme's domain; or the first error of `bounded` or `meets`.
pub fn smallest_power_of_two<E: From<OutOfDomain>>(
    scheme: HashingScheme,
    items: u64,
    target: f64,
    bounded: impl Fn(SchemeLoad) -> Result<Bounded<f64>, E>,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    Parameter::Items.within(items, 0..=MAX_SIZE / MAX_SUMMED_HASHES)?;
    for bits in (0..63).map(|log2| 1 << log2) {
        if let Some(best) = lowest(scheme, bits, items, target, &bounded, &meets)? {
            return Ok(best);
        }
    }
    let domain = format!("few enough items for a filter in the domain of {} to keep the target", scheme.name());
    Err(OutOfDomain::new(Parameter::Items, items, domain).into())
}

/// The least number of blocks that keeps the target P under walks within a block, with every k whose rate may be the lowest there, as in
/// [`smallest_power_of_two`].
///
/// # Errors
/// As for [`smallest_power_of_two`].
pub fn smallest_in_blocks<E: From<OutOfDomain>>(
    scheme: HashingScheme,
    items: u64,
    target: f64,
    bounded: impl Fn(SchemeLoad) -> Result<Bounded<f64>, E>,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    let least = sizing::smallest_of_one(scheme, items, libm::log(target), &meets)?;
    Ok(lowest(scheme, least.bits(), items, target, bounded, meets)?.unwrap_or(least))
}

/// Every k that keeps the target in so many bits and whose rate may be the lowest; none where no k keeps it. A rate of k hash functions
/// takes some 2^k steps: it is not asked for where its [`lower_bound`] exceeds the target, or the rate of fewer.
fn lowest<E>(
    scheme: HashingScheme,
    bits: u64,
    items: u64,
    target: f64,
    bounded: impl Fn(SchemeLoad) -> Result<Bounded<f64>, E>,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Option<Smallest>, E> {
    let mut lowest = target * (1.0 + DISTINCT_RATES);
    let mut near = Vec::new();
    for load in (1..=MAX_SUMMED_HASHES).filter_map(|hashes| SchemeLoad::new(scheme, bits, items, hashes).ok()) {
        if lower_bound(load) * (1.0 - DISTINCT_RATES) > lowest {
            continue;
        }
        let rate = bounded(load)?;
        near.push((load, rate.value - rate.error_bound));
        lowest = lowest.min(rate.value + rate.error_bound);
    }
    let mut best: Option<Smallest> = None;
    for (load, _) in near.into_iter().filter(|(_, least)| *least <= lowest) {
        if meets(load)? {
            match &mut best {
                Some(best) => best.insert(load.hashes()),
                None => best = Some(Smallest::new(bits, load.hashes())),
            }
        }
    }
    Ok(best)
}
