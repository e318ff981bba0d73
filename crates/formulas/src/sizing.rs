//! The smallest filter whose rate does not exceed a target, whatever the formula for the rate.
//!
//! Every rate here, exact or classic, of independent positions, of slices or of blocks, lies on or above (1 − e^(−kn/m))^k, so that a target P asks
//! for m ≥ b(k) = kn/(−ln(1 − P^(1/k))). In x = P^(1/k), b = n ln(1/P)/(ln x · ln(1 − x)) falls up to x = 1/2, that is
//! k = log2(1/P), and rises from there. So the search starts at k = log2(1/P), finds the least m of each k between b(k) and the least m so
//! far, and leaves out every k whose b(k) exceeds that.

use std::ops::RangeInclusive;

use bloomlab_numbers::{MAX_SIZE, Refused, search::try_least};

use crate::Load;

/// The share by which b(k) is rounded down, so that its own rounding errors never exceed it.
const BOUND_SLACK: f64 = 1e-12;

/// The least target: two items share a hash of 256 bits, the longest in use, with this probability, and no more bits of the filter
/// distinguish them.
pub const LEAST_TARGET: f64 = 1.0 / ((1_u128 << 127) as f64 * (1_u128 << 127) as f64 * 4.0);

/// The domain of a target, and why it ends at [`LEAST_TARGET`].
pub const TARGETS: &str = "2^-256 ≤ target < 1, since two items share a hash of 256 bits with probability 2^-256";

/// The fewest bits that keep a target, and every k with which they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    bits: u64,
    /// Rising, at least one; for no items, when every k keeps the target, only k = 1.
    hashes: Vec<u64>,
}

impl Smallest {
    /// m bits with k hash functions.
    pub fn new(bits: u64, hashes: u64) -> Self {
        Self { bits, hashes: vec![hashes] }
    }

    /// The same bits with one more k.
    pub fn insert(&mut self, hashes: u64) {
        if let Err(place) = self.hashes.binary_search(&hashes) {
            self.hashes.insert(place, hashes);
        }
    }

    /// m.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Every k with which m bits keep the target, rising: at least one.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.hashes.iter().copied()
    }

    /// The k of the lowest rate, the least of those that tie, and its rate.
    pub fn lowest<R, E>(
        &self,
        mut rate: impl FnMut(u64) -> Result<R, E>,
        mut is_below: impl FnMut(&R, &R) -> Result<bool, E>,
    ) -> Result<(u64, R), E> {
        let mut best = (self.hashes[0], rate(self.hashes[0])?);
        for &hashes in &self.hashes[1..] {
            let other = rate(hashes)?;
            if is_below(&other, &best.1)? {
                best = (hashes, other);
            }
        }
        Ok(best)
    }
}

/// The least m over all k for which `meets(m, n, k)` holds.
///
/// `meets` says if a rate is at most the target P. The rate must fall with m and lie on or above
/// (1 − e^(−kn/m))^k, as do the exact rate with replacement and the classic formula.
/// `ln_target` is ln P, to the accuracy of a double. About log2(k) calls of `meets` for the first k, one or two
/// for most of the others whose bound is not above the result. Domain: 0 < P < 1, m and kn at most 2^63 − 1.
pub fn smallest<E: From<Refused>>(
    items: u64,
    ln_target: f64,
    meets: impl Fn(Load) -> Result<bool, E>,
) -> Result<Smallest, E> {
    let usual = usual(ln_target)?;
    Load::new(1, items, 1)?;
    if items == 0 {
        return Ok(Smallest::new(1, 1));
    }
    let found = over_hashes(items, ln_target, 1..=MAX_SIZE, usual, |hashes, from, best| {
        let meets = |bits| meets(Load::new(bits, items, hashes)?);
        // the best so far decides most often, and is near
        try_least(best.unwrap_or(from), from..=best.unwrap_or(MAX_SIZE), meets)
    })?;
    found.ok_or_else(|| Refused::new("items", items, "bits ≤ 2^63 − 1 to keep the target").into())
}

/// log2(1/P), rounded: the k for which the bound is least.
pub(crate) fn usual(ln_target: f64) -> Result<u64, Refused> {
    if !(ln_target < 0.0 && ln_target.is_finite()) {
        return Err(Refused::new("target", libm::exp(ln_target), "0 < target < 1"));
    }
    Ok((-ln_target / std::f64::consts::LN_2).round() as u64)
}

/// The least m over the k of a range, and every such k: `least(k, from, best)` finds that of one k, at least `from` and at most the best so
/// far. The search starts at `first`.
pub(crate) fn over_hashes<E: From<Refused>>(
    items: u64,
    ln_target: f64,
    domain: RangeInclusive<u64>,
    first: u64,
    mut least: impl FnMut(u64, u64, Option<u64>) -> Result<Option<u64>, E>,
) -> Result<Option<Smallest>, E> {
    let (fewest, most) = domain.into_inner();
    let most = if items == 0 { fewest } else { most };
    let first = first.clamp(fewest, most);
    let is_deep = |hashes: u64| hashes as f64 * -std::f64::consts::LN_2 < ln_target;
    let mut best: Option<Smallest> = None;
    for hashes in (fewest..=first).rev().chain(first + 1..=most) {
        let limit = best.as_ref().map(Smallest::bits);
        let from =
            least_conceivable_bits(items, hashes, ln_target).filter(|from| limit.is_none_or(|bits| *from <= bits));
        let found = from.map_or(Ok(None), |from| least(hashes, from, limit))?;
        match (&mut best, found) {
            (Some(best), Some(found)) if found == best.bits => best.insert(hashes),
            (_, Some(found)) => best = Some(Smallest::new(found, hashes)),
            // beyond log2(1/P) the bound rises, and no filter is large enough
            (best, None) if is_deep(hashes) && (from.is_none() || best.is_none() && most == MAX_SIZE) => break,
            (_, None) => {}
        }
    }
    Ok(best)
}

/// The k that the classic analysis takes, (m/n) ln 2, rounded and at least 1, for `bits_per_item` = m/n.
pub fn usual_hashes(bits_per_item: f64) -> u64 {
    (bits_per_item * std::f64::consts::LN_2).round().max(1.0) as u64
}

/// Items with distinct positions may do with a few bits less than b(k), for k up to 3.
const DISTINCT_GAIN: (u64, f64) = (3, 6.0);

/// The largest integer surely not above max(1, b(k)), less the gain of distinct positions; `None` where that exceeds every number of bits.
pub(crate) fn least_conceivable_bits(items: u64, hashes: u64, ln_target: f64) -> Option<u64> {
    let ln_x = ln_target / hashes as f64;
    // both forms of −ln(1 − x) are well conditioned where they are used
    let minus_ln_complement =
        if ln_x < -std::f64::consts::LN_2 { -libm::log1p(-libm::exp(ln_x)) } else { -libm::log(-libm::expm1(ln_x)) };
    let bound = hashes as f64 * items as f64 / minus_ln_complement;
    let gain = if hashes <= DISTINCT_GAIN.0 { DISTINCT_GAIN.1 } else { 0.0 };
    // the error of the exponential grows with |ln x| ≤ 745, beyond which it is 0 and the bound infinite
    let surely_below = bound * (1.0 - BOUND_SLACK) - gain;
    (surely_below < MAX_SIZE as f64).then(|| (surely_below as u64).max(1))
}
