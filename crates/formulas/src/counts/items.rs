//! How many items a filter holds, by its number of set bits: an estimate and an interval.
//!
//! E S = m (1 − (1 − h)^n) for S set bits, with h the probability that an item sets a given bit, the same for all bits.

use bloomlab_numbers::{MAX_SIZE, search::least};

/// The numbers of items that a number of set bits does not rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemsInterval {
    /// The least.
    pub least: u64,
    /// The largest, where there is one.
    pub most: Option<u64>,
}

/// The estimate of n by ln(1 − s/m)/ln(1 − h): infinite where all bits are set.
pub fn estimate(bits: u64, set: u64, hit: f64) -> f64 {
    if hit >= 1.0 {
        // an item sets every bit
        return if set == 0 { 0.0 } else { f64::INFINITY };
    }
    libm::log1p(-(set as f64 / bits as f64)) / libm::log1p(-hit)
}

/// The n for which `set` lies within `deviations` standard deviations of E S; `variance` is Var S with n items. Where there is no such n,
/// the whole numbers on either side; `None` for fewer set bits than the domain of n has.
pub fn interval(
    (bits, set, hashes): (u64, u64, u64),
    hit: f64,
    variance: impl Fn(u64) -> f64,
    deviations: f64,
) -> Option<ItemsInterval> {
    if set == 0 {
        return Some(ItemsInterval { least: 0, most: Some(0) });
    }
    let domain = set.div_ceil(hashes)..=MAX_SIZE / hashes;
    let mean = |items: u64| -(bits as f64) * libm::expm1(items as f64 * libm::log1p(-hit));
    let margin = |items: u64| deviations * libm::sqrt(variance(items));
    let guess = estimate(bits, set, hit).min(*domain.end() as f64) as u64;
    let fewest = least(guess, domain.clone(), |items| mean(items) + margin(items) >= set as f64)?;
    let beyond = least(guess, domain, |items| mean(items) - margin(items) > set as f64);
    let most = if set == bits { None } else { Some(beyond.unwrap_or(MAX_SIZE / hashes + 1) - 1) };
    // no whole number lies so near: those on either side
    Some(match most.filter(|most| *most < fewest) {
        Some(most) => ItemsInterval { least: most, most: Some(fewest) },
        None => ItemsInterval { least: fewest, most },
    })
}
