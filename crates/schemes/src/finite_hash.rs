//! Filters whose positions all come from one hash of b bits.
//!
//! The idealised hash: each of the B = 2^b values is equally likely, and owns positions of its own, drawn as the scheme says. A
//! query is a false positive if its value is that of an item; if not, the n items draw from the other B − 1 values, and only
//! their distinct ones count:
//!
//! rate = 1 − (1 − 1/B)^n + (1 − 1/B)^n Σ_K Pr\[K distinct values in n draws from B − 1\] p(K),
//!
//! p(K) the rate of the scheme with K items. All terms are positive.
//!
//! **A bracket.** p(n)(1 − k(n − K)/n) ≤ p(K) ≤ p(n): where n items cover the query, choose for each position an item that
//! covers it, at most k in all; K of the n items, chosen at random, lack one of those with a probability of at most
//! k(n − K)/n. The mean of n − K is at most n(n − 1)/(2(B − 1)), the pairs of items that may collide. So
//!
//! p(n)(1 − k(n − 1)/(2(B − 1))) ≤ Σ_K … ≤ p(n).
//!
//! Where m is a power of two and a and d are disjoint bits of the hash, (a, d) is uniform and the scheme's rate is exact as it
//! stands: do not add the term a second time.

use bloomlab_formulas::Formula;
use bloomlab_numbers::{Arithmetic, Cost, Number};
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{BallsInBins, OutOfDomain, Parameter, Refused, law};

use crate::ExactRate;

/// The most bits of a hash.
pub const MAX_HASH_BITS: u64 = 256;

/// The most bits of a hash for which the sum over K is taken.
pub const MAX_SUMMED_HASH_BITS: u64 = 62;

/// The rate with a hash of `hash_bits` bits, by the sum over the number of distinct values: O(n²) steps.
///
/// # Errors
/// [`Refused`] unless 1 ≤ b ≤ [`MAX_SUMMED_HASH_BITS`]; more than [`Formula::MAX_COST`].
pub fn by_distinct_values<A: Arithmetic>(a: &A, rate: &ExactRate, hash_bits: u64) -> Result<A::Number, Refused> {
    Parameter::HashBits.within(hash_bits, 1..=MAX_SUMMED_HASH_BITS)?;
    with_values(a, rate, 1 << hash_bits)
}

/// [`by_distinct_values`] with any number B ≥ 2 of values.
///
/// # Errors
/// As there.
pub fn with_values<A: Arithmetic>(a: &A, rate: &ExactRate, values: u64) -> Result<A::Number, Refused> {
    let items = rate.load().items();
    let steps = (items as f64).powi(2) + items as f64 * 64.0 * (rate.powers() as f64 + rate.load().hashes() as f64);
    Cost::of_steps(steps).holding(3.0 * items as f64).within(Formula::MAX_COST, "fewer items would do")?;
    let distinct = law::by_recursion(a, BallsInBins::new(items, values - 1)?);
    let mut mean = a.zero();
    for (held, probability) in (0..).zip(&distinct) {
        mean = mean + rate.holding(held)?.rate(a) * probability;
    }
    Ok(a.some_hit(1, values, items) + a.all_miss(1, values, items) * mean)
}

/// The rate with a hash of `hash_bits` bits, between the bounds above, whatever n: their middle, and its distance from them.
///
/// # Errors
/// [`OutOfDomain`] unless 1 ≤ b ≤ [`MAX_HASH_BITS`].
pub fn bracket<A: Arithmetic>(a: &A, rate: &ExactRate, hash_bits: u64) -> Result<Bounded<A::Number>, OutOfDomain> {
    Parameter::HashBits.within(hash_bits, 1..=MAX_HASH_BITS)?;
    let load = rate.load();
    if load.items() == 0 {
        return Ok(Bounded { value: a.zero(), error_bound: a.zero() });
    }
    let (items, values) = (load.items(), a.integer(2).pow(hash_bits));
    let (same, other) = match 1_u64.checked_shl(hash_bits as u32) {
        Some(values) => (a.some_hit(1, values, items), a.all_miss(1, values, items)),
        None => {
            let other = a.never(a.one() / &values, items);
            (a.one() - &other, other)
        }
    };
    let top = rate.rate(a) * &other;
    let pairs = a.integer(load.hashes()) * a.integer(items - 1) / (a.integer(2) * (values - a.one()));
    // the lower bound is 0 at least
    let share = if pairs.to_f64() < 1.0 { pairs } else { a.one() };
    let error_bound = top.clone() * share / a.integer(2);
    Ok(Bounded { value: same + top - error_bound.clone(), error_bound })
}
