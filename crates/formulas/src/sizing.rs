//! The smallest filter whose rate does not exceed a target, whatever the formula for the rate.
//!
//! Both the exact rate and the classic formula lie on or above (1 − e^(−kn/m))^k, so that a target P asks for
//! m ≥ b(k) = kn/(−ln(1 − P^(1/k))). In x = P^(1/k), b = n ln(1/P)/(ln x · ln(1 − x)) falls up to x = 1/2, that is
//! k = log2(1/P), and rises from there. For a fixed k the rate falls as m grows. So the search starts at the k that is
//! likely the best, finds the least m of a k by bisection, and leaves out every k beyond the first on either side whose b(k)
//! already exceeds the least m found.

use std::ops::RangeInclusive;

use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter, search};

use crate::Load;

/// The share by which b(k) is rounded down, so that its own rounding errors never exceed it.
const BOUND_SLACK: f64 = 1e-12;

/// The fewest bits that keep a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// m.
    pub bits: u64,
    /// Every k with which m bits keep the target, rising; for no items, when every k does, only k = 1.
    pub hashes: Vec<u64>,
}

/// The reason why no size was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SizingError<E> {
    /// The target does not lie between 0 and 1, or the items need a filter of more than 2^63 − 1 bits.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// Whether a filter keeps the target could not be decided.
    #[error("{0}")]
    Undecided(E),
}

/// The least m over all k for which `meets(m, n, k)` holds.
///
/// `meets` tells whether a rate is at most the target P. The rate must fall with m and lie on or above
/// (1 − e^(−kn/m))^k, as do the exact rate with replacement and the classic formula.
/// `ln_target` is ln P, to the accuracy of a double. About log2(k) calls of `meets` for the first k, one or two
/// for most of the others whose bound is not above the result.
///
/// # Errors
/// [`SizingError`]: P outside (0, 1), m or kn above 2^63 − 1, or an error of `meets`.
pub fn smallest<E>(
    items: u64,
    ln_target: f64,
    meets: impl Fn(Load) -> Result<bool, E>,
) -> Result<Smallest, SizingError<E>> {
    let first = first_hashes(ln_target)?;
    Load::new(1, items, 1)?;
    if items == 0 {
        return Ok(Smallest { bits: 1, hashes: vec![1] });
    }
    let first = likely_hashes(items, ln_target, first);
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
    let mut smallest = search.best.ok_or_else(|| too_many_bits(items))?;
    smallest.hashes.sort_unstable();
    Ok(smallest)
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

/// The calls of `meets` that [`smallest`] makes, estimated from above, and the filter that it asks for first.
///
/// With x = 1/2 the least m lies about k/3 above b(k) at most: the variance of the set bits raises the rate by a factor of
/// about e^(0.15 k²/m). Every k whose bound is not above that m takes a call or two, the first two k together three for each binary digit of
/// what is not known of the distance, about k²/m of it.
///
/// # Errors
/// [`OutOfDomain`] as for [`smallest`].
pub fn likely_calls(items: u64, ln_target: f64) -> Result<(Load, u64), OutOfDomain> {
    let first = first_hashes(ln_target)?;
    if items == 0 {
        return Ok((Load::new(1, 0, first)?, 0));
    }
    let bits = |hashes| least_conceivable_bits(items, hashes, ln_target);
    let least = bits(first).ok_or_else(|| too_many_bits(items))?;
    // least may lie below the bound by its slack
    let distance = first / 3 + (least as f64 * BOUND_SLACK) as u64;
    let likely = least.saturating_add(distance);
    let asked = |hashes: &u64| bits(*hashes).is_some_and(|bits| bits <= likely);
    let neighbours = (1..first).rev().take_while(asked).count() + (first + 1..).take_while(asked).count();
    let unknown = (first as f64 * first as f64 / least as f64) as u64 + (least as f64 * BOUND_SLACK) as u64;
    let digits = u64::from(u64::BITS - unknown.leading_zeros());
    Ok((Load::new(least, items, first)?, 3 * digits + 12 + neighbours as u64))
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

impl<E, M: Fn(Load) -> Result<bool, E>> Search<M> {
    /// Improves the best size with `hashes` hash functions. Breaks when neither this k nor any k beyond it can improve it.
    fn consider(&mut self, hashes: u64) -> Result<Flow, SizingError<E>> {
        let Some(least) = least_conceivable_bits(self.items, hashes, self.ln_target) else {
            return Ok(Flow::Break(()));
        };
        let Some(best) = self.best.as_ref().map(|best| best.bits) else {
            let likely = likely_bits(self.items, hashes, self.ln_target, least);
            let bits = match self.meets(likely, hashes)? {
                true => self.fall(hashes, least, likely)?,
                false => match self.gallop(hashes, likely + 1, MAX_SIZE)? {
                    Some(bits) => bits,
                    None => return Ok(Flow::Break(())),
                },
            };
            self.best = Some(Smallest { bits, hashes: vec![hashes] });
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
            true => self.gallop(hashes, least, best)?.unwrap_or(best),
            false => self.fall(hashes, least, best)?,
        };
        if bits < best {
            self.best = Some(Smallest { bits, hashes: vec![hashes] });
        } else if let Some(best) = &mut self.best {
            best.hashes.push(hashes);
        }
        Ok(Flow::Continue(()))
    }

    /// The least m from `least` to `best` that meets the target, as `best` does: downwards in growing steps to one that does
    /// not, then by bisection. Neighbouring k have nearly the same least m.
    fn fall(&self, hashes: u64, least: u64, best: u64) -> Result<u64, SizingError<E>> {
        let fails = |fewer| self.meets(best - fewer, hashes).map(|meets| !meets);
        let fewer = search::try_first_above(0, best - least, fails)?;
        Ok(fewer.map_or(least, |fewer| best - fewer + 1))
    }

    /// The least m from `least` to `most` that meets the target: in growing steps up to one that does, then by
    /// bisection. The least m lies within a few k of the bound, whatever its size.
    fn gallop(&self, hashes: u64, least: u64, most: u64) -> Result<Option<u64>, SizingError<E>> {
        search::try_first_above(least - 1, most, |bits| self.meets(bits, hashes))
    }

    fn meets(&self, bits: u64, hashes: u64) -> Result<bool, SizingError<E>> {
        (self.meets)(Load::new(bits, self.items, hashes)?).map_err(SizingError::Undecided)
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

/// About the k from 1 to `most` that likely needs the fewest bits: they fall and rise again. Neighbours often need as many, so that k
/// further apart are compared. Below a hundred the search is short wherever it begins, so that it begins at `most`.
fn likely_hashes(items: u64, ln_target: f64, most: u64) -> u64 {
    let bits = |hashes| {
        let least = least_conceivable_bits(items, hashes, ln_target);
        least.map_or(MAX_SIZE, |least| likely_bits(items, hashes, ln_target, least))
    };
    if most < 100 {
        return most;
    }
    let apart = most / 16;
    let low = search::first(0, most, |hashes| bits(hashes) <= bits(hashes + apart));
    most.min(low + apart / 2)
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
