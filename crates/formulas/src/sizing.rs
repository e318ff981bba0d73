//! The smallest filter whose rate does not exceed a target, whatever the formula for the rate.
//!
//! Both the exact rate and the classic formula lie on or above (1 − e^(−kn/m))^k, so that a target P asks for
//! m ≥ b(k) = kn/(−ln(1 − P^(1/k))). In x = P^(1/k), b = n ln(1/P)/(ln x · ln(1 − x)) falls up to x = 1/2, that is
//! k = log2(1/P), and rises from there. For a fixed k the rate falls as m grows. So the search starts at k =
//! log2(1/P), finds the least m of a k by bisection, and leaves out every k beyond the first on either side whose b(k)
//! already exceeds the least m found.

use std::ops::RangeInclusive;

use bloomlab_numbers::{MAX_SIZE, OutOfDomain, Parameter, search};

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
    /// The least k; for no items, when every k does, only k = 1.
    hashes: u64,
    /// The others, rising.
    others: Vec<u64>,
}

impl Smallest {
    /// m bits with k hash functions.
    pub fn new(bits: u64, hashes: u64) -> Self {
        Self { bits, hashes, others: Vec::new() }
    }

    /// The same bits with one more k.
    pub fn insert(&mut self, hashes: u64) {
        let (least, other) = (self.hashes.min(hashes), self.hashes.max(hashes));
        self.hashes = least;
        if let Err(place) = self.others.binary_search(&other)
            && other > least
        {
            self.others.insert(place, other);
        }
    }

    /// m.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Every k with which m bits keep the target, rising: at least one.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.hashes).chain(self.others.iter().copied())
    }

    /// The k of the lowest rate, the least of those that tie, and its rate.
    ///
    /// # Errors
    /// The first error of `rate` or of `is_below`.
    pub fn lowest<R, E>(
        &self,
        mut rate: impl FnMut(u64) -> Result<R, E>,
        mut is_below: impl FnMut(&R, &R) -> Result<bool, E>,
    ) -> Result<(u64, R), E> {
        let mut best = (self.hashes, rate(self.hashes)?);
        for &hashes in &self.others {
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
/// `meets` says whether a rate is at most the target P. The rate must fall with m and lie on or above
/// (1 − e^(−kn/m))^k, as do the exact rate with replacement and the classic formula.
/// `ln_target` is ln P, to the accuracy of a double. About log2(k) calls of `meets` for the first k, one or two
/// for most of the others whose bound is not above the result.
///
/// # Errors
/// [`OutOfDomain`]: P outside (0, 1), m or kn above 2^63 − 1; or the first error of `meets`.
pub fn smallest<E: From<OutOfDomain>>(
    items: u64,
    ln_target: f64,
    meets: impl Fn(Load) -> Result<bool, E>,
) -> Result<Smallest, E> {
    let first = first_hashes(ln_target)?;
    Load::new(1, items, 1)?;
    if items == 0 {
        return Ok(Smallest::new(1, 1));
    }
    let mut search = Search { items, ln_target, meets, best: None };
    for hashes in (1..=first).rev() {
        if search.consider(hashes)?.is_break() {
            break;
        }
    }
    for hashes in first + 1.. {
        if search.consider(hashes)?.is_break() {
            break;
        }
    }
    search.best.ok_or_else(|| too_many_bits(items).into())
}

/// The k that the classic analysis takes, (m/n) ln 2, rounded and at least 1, for `bits_per_item` = m/n.
pub fn usual_hashes(bits_per_item: f64) -> u64 {
    (bits_per_item * std::f64::consts::LN_2).round().max(1.0) as u64
}

/// Every k with which m bits and n ≥ 1 items may have a rate as low as e^`ln_rate`, that of one of them: for the others
/// (1 − e^(−kn/m))^k is above. It falls up to k = (m/n) ln 2 and rises from there.
pub fn hashes_as_good(bits: u64, items: u64, ln_rate: f64) -> RangeInclusive<u64> {
    let per_item = bits as f64 / items as f64;
    let ln_bound = |k: f64| k * libm::log(-libm::expm1(-k / per_item));
    let reaches = |hashes| ln_bound(hashes as f64) <= ln_rate * (1.0 - BOUND_SLACK);
    let usual = usual_hashes(per_item);
    let first = search::first(0, usual, reaches);
    let most = MAX_SIZE / items;
    let beyond = search::first_above(usual, most, |hashes| !reaches(hashes));
    first..=beyond.map_or(most, |beyond| beyond - 1)
}

/// The k from which the search sets out: log2(1/P), rounded down.
fn first_hashes(ln_target: f64) -> Result<u64, OutOfDomain> {
    if !(ln_target < 0.0 && ln_target.is_finite()) {
        let target = libm::exp(ln_target);
        return Err(OutOfDomain::new(Parameter::Target, target, "0 < target < 1"));
    }
    Ok((-ln_target / std::f64::consts::LN_2).max(1.0) as u64)
}

fn too_many_bits(items: u64) -> OutOfDomain {
    OutOfDomain::new(Parameter::Items, items, "bits ≤ 2^63 − 1 to keep the target")
}

type Flow = std::ops::ControlFlow<()>;

struct Search<M> {
    items: u64,
    ln_target: f64,
    meets: M,
    best: Option<Smallest>,
}

impl<E: From<OutOfDomain>, M: Fn(Load) -> Result<bool, E>> Search<M> {
    /// Improves the best size with `hashes` hash functions. Breaks when neither this k nor any k beyond it can improve it.
    fn consider(&mut self, hashes: u64) -> Result<Flow, E> {
        let Some(least) = least_conceivable_bits(self.items, hashes, self.ln_target) else {
            return Ok(Flow::Break(()));
        };
        let Some(best) = self.best.as_ref().map(|best| best.bits) else {
            let likely = likely_bits(self.items, hashes, self.ln_target, least);
            let found = search::try_first_around(likely, least..=MAX_SIZE, |bits| self.meets(bits, hashes))?;
            let Some(bits) = found else { return Ok(Flow::Break(())) };
            self.best = Some(Smallest::new(bits, hashes));
            return Ok(Flow::Continue(()));
        };
        if least > best {
            return Ok(Flow::Break(()));
        }
        if !self.meets(best, hashes)? {
            return Ok(Flow::Continue(()));
        }
        // the least m lies within a few k of the bound; near the best size, the way down is shorter
        let bits = match best - least > 2 * hashes {
            true => search::try_first_above(least - 1, best, |bits| self.meets(bits, hashes))?.unwrap_or(best),
            false => search::try_first_below(best, least, |bits| self.meets(bits, hashes))?,
        };
        if bits < best {
            self.best = Some(Smallest::new(bits, hashes));
        } else if let Some(best) = &mut self.best {
            best.insert(hashes);
        }
        Ok(Flow::Continue(()))
    }

    fn meets(&self, bits: u64, hashes: u64) -> Result<bool, E> {
        (self.meets)(Load::new(bits, self.items, hashes)?)
    }
}

/// About the least m of k hash functions, not below `least`: for the mean fill f and its variance v the exact rate is f^k
/// (1 + C(k, 2) v/f² + …).
fn likely_bits(items: u64, hashes: u64, ln_target: f64, least: u64) -> u64 {
    let (n, k) = (items as f64, hashes as f64);
    let meets = |bits: u64| {
        let m = bits as f64;
        let clear = libm::exp(k * n * libm::log1p(-1.0 / m));
        let fill = 1.0 - clear;
        let variance = clear * (1.0 - clear * (1.0 + k * n / m)) / m;
        k * libm::log(fill) + 0.5 * k * (k - 1.0) * variance / (fill * fill) <= ln_target
    };
    // beyond the bound by k/3 at x = 1/2
    let most = least.saturating_add(hashes).min(MAX_SIZE);
    search::first(least - 1, most, meets)
}

/// The largest integer surely not above max(1, b(k)); `None` where that exceeds every number of bits.
fn least_conceivable_bits(items: u64, hashes: u64, ln_target: f64) -> Option<u64> {
    let ln_x = ln_target / hashes as f64;
    // both forms of −ln(1 − x) are well conditioned where they are used
    let minus_ln_complement =
        if ln_x < -std::f64::consts::LN_2 { -libm::log1p(-libm::exp(ln_x)) } else { -libm::log(-libm::expm1(ln_x)) };
    let bound = hashes as f64 * items as f64 / minus_ln_complement;
    // the error of the exponential grows with |ln x| ≤ 745, beyond which it is 0 and the bound infinite
    let surely_below = bound * (1.0 - BOUND_SLACK);
    (surely_below < MAX_SIZE as f64).then(|| (surely_below as u64).max(1))
}
