//! Filters whose positions all come from one hash of b bits.
//!
//! The idealised hash: each of the B = 2^b values is equally likely, and has its own positions, drawn as the scheme says. A
//! query is a false positive if its value is that of an item; if not, the n items draw from the other B − 1 values:
//!
//! rate = 1 − (1 − 1/B)^n + (1 − 1/B)^n Σ_K Pr\[K distinct values in n draws from B − 1\] p(K),
//!
//! p(K) the rate of the scheme with K items. All terms are positive.
//!
//! **A bracket.** p(n)(1 − k(n − K)/n) ≤ p(K) ≤ p(n): of n items that cover the query choose one for each position, at most k in
//! all; K of the n items, chosen at random, lack one of those with a probability of at most k(n − K)/n. The mean of n − K is at
//! most n(n − 1)/(2(B − 1)), so p(n)(1 − k(n − 1)/(2(B − 1))) ≤ Σ_K … ≤ p(n).
//!
//! **Nearer.** Let T be K + 2 items that cover the query. Both of two items are essential for at most C(k, 2) pairs, and for at most k
//! pairs just one of the two is: the pair that covers a position alone. Every pair of T is as likely to be the last two items, so
//!
//! |p(K + 2) − 2 p(K + 1) + p(K)| ≤ c p(K + 2)/((K + 1)(K + 2)), c = max(k(k − 1), 2k).
//!
//! With K₀ ≤ μ, the mean of K, and d = μ − K₀ the sum is p(K₀) + d (p(K₀ + 1) − p(K₀)), off by at most half the greatest of these
//! bounds times Var K + d(d − 1). The variance is at most n(n − 1)/(B − 1) (Efron and Stein), and at most the mean number of values
//! that do not occur, since occupied values are negatively associated. For the same reason Chernoff's bound holds: K < (1 − δ)μ has
//! a probability below e^(−δ²μ/2), and the line is off by at most (k + 1) p(n) there.
//!
//! If m is a power of two and a and d are disjoint bits of the hash, the scheme's rate is exact as it stands.

use bloomlab_numbers::{
    Arithmetic, BallsInBins, Double, MAX_SIZE, Number, Refused, contour::Bounded, distribution, within,
};

use crate::{
    steps,
    walks::{ExactRate, SchemeLoad, rate_in_double},
};

/// The most bits of a hash.
pub const MAX_HASH_BITS: u64 = 256;

/// The most bits of a hash for which the sum over K is taken.
pub const MAX_SUMMED_HASH_BITS: u64 = 62;

/// The rate with a hash of `hash_bits` bits, by the sum over the number of distinct values: O(n²) steps.
/// Domain: 1 ≤ b ≤ [`MAX_SUMMED_HASH_BITS`].
pub fn by_distinct_values<A: Arithmetic>(a: &A, rate: &ExactRate, hash_bits: u64) -> Result<A::Number, Refused> {
    within("hash-bits", hash_bits, 1..=MAX_SUMMED_HASH_BITS)?;
    with_values(a, rate, 1 << hash_bits)
}

/// [`by_distinct_values`] with any number B ≥ 2 of values.
pub fn with_values<A: Arithmetic>(a: &A, rate: &ExactRate, values: u64) -> Result<A::Number, Refused> {
    let items = rate.load().items();
    let work = (items as f64).powi(2) + items as f64 * 64.0 * (rate.powers() as f64 + rate.load().hashes() as f64);
    steps::check(work, "items", items)?;
    let distinct = distribution::by_recursion(a, BallsInBins::new(items, values - 1)?);
    let mut mean = a.zero();
    for (held, probability) in (0..).zip(&distinct) {
        mean = mean + rate.holding(held)?.rate(a) * probability;
    }
    Ok(a.some_hit(1, values, items) + a.all_miss(1, values, items) * mean)
}

/// The rate with a hash of `hash_bits` bits, whatever n, and a bound on its distance: by the narrower of [`bracket`] and
/// [`around_mean`].
/// Domain: 1 ≤ b ≤ [`MAX_HASH_BITS`].
pub fn bounded<A: Arithmetic>(a: &A, rate: &ExactRate, hash_bits: u64) -> Result<Bounded<A::Number>, Refused> {
    let bracket = bracket(a, rate, hash_bits)?;
    if hash_bits > MAX_SUMMED_HASH_BITS || rate.load().items() < 2 {
        return Ok(bracket);
    }
    let nearer = around_mean(a, rate, 1 << hash_bits)?;
    let is_narrower = nearer.error_bound.to_f64() < bracket.error_bound.to_f64();
    Ok(if is_narrower { nearer } else { bracket })
}

/// The most items for which the number of distinct values is summed over, and the most powers that the rates of all numbers of items
/// up to there may take, about a second in enclosures.
const MAX_SUMMED: (u64, f64) = (1000, 5e4);

/// Returns true if [`by_distinct_values`] is short enough to be taken before [`bounded`].
pub fn is_summed(rate: &ExactRate, hash_bits: u64) -> bool {
    let (items, hashes) = (rate.load().items(), rate.load().hashes() as f64);
    let powers = items as f64 * (rate.powers() as f64 + hashes * hashes);
    hash_bits <= MAX_SUMMED_HASH_BITS && items <= MAX_SUMMED.0 && powers <= MAX_SUMMED.1
}

/// The probability from which on down a number of distinct values does not count in doubles.
const NEGLIGIBLE: f64 = 1e-18;

/// The rate with a hash of `hash_bits` bits in double precision: the sum where [`is_summed`], else from the rates near the mean number
/// of distinct values, off by about k²/2^b of it at most. Domain: 1 ≤ b ≤ [`MAX_HASH_BITS`], and as for [`rate_in_double`].
pub fn finite_rate_in_double(load: SchemeLoad, hash_bits: u64) -> Result<f64, Refused> {
    within("hash-bits", hash_bits, 1..=MAX_HASH_BITS)?;
    let rate = ExactRate::new(load)?;
    let (a, items) = (Double, load.items());
    let values = libm::exp2(hash_bits as f64);
    let same = -libm::expm1(items as f64 * libm::log1p(-1.0 / values));
    let of_distinct = |held: u64| rate_in_double(rate.holding(held)?.load());
    let mean = if hash_bits > MAX_SUMMED_HASH_BITS || items < 2 {
        of_distinct(items)?
    } else if is_summed(&rate, hash_bits) {
        let distinct = distribution::by_recursion(&a, BallsInBins::new(items, (1 << hash_bits) - 1)?);
        let mut mean = 0.0;
        for (held, probability) in (0..).zip(distinct).filter(|(_, probability)| *probability > NEGLIGIBLE) {
            mean += of_distinct(held)? * probability;
        }
        mean
    } else {
        let distinct = distribution::mean(&a, BallsInBins::new(items, (1 << hash_bits) - 1)?);
        let near = (distinct as u64).min(items - 1);
        let (below, above) = (of_distinct(near)?, of_distinct(near + 1)?);
        below + (distinct - near as f64) * (above - below)
    };
    Ok(same + (1.0 - same) * mean)
}

/// From how many distinct values on few deviations from their mean are an eighth of it; (1 − δ, δ²/2) there and below.
const MANY_VALUES: f64 = 1e5;
const DEVIATIONS: [((u64, u64), u64); 2] = [((7, 8), 128), ((1, 2), 8)];

/// The exponent of 2 from which on a probability counts nowhere.
const NEVER: u64 = 4096;

/// The rate with `values` values (B), from the rates near the mean number of distinct ones.
/// Domain: n ≥ 2 and B ≥ 2.
pub fn around_mean<A: Arithmetic>(a: &A, rate: &ExactRate, values: u64) -> Result<Bounded<A::Number>, Refused> {
    let (items, hashes) = (rate.load().items(), rate.load().hashes());
    within("items", items, 2..=MAX_SIZE)?;
    let others = values - 1;
    let mean = distribution::mean(a, BallsInBins::new(items, others)?);
    let near = (mean.to_f64() as u64).min(items - 1);
    let below = rate.holding(near)?.rate(a);
    let step = rate.holding(near + 1)?.rate(a) - &below;
    let beyond = mean.clone() - a.integer(near);
    let collisions = a.integer(items) * a.integer(items - 1) / a.integer(others);
    let missing = a.integer(others) * a.all_miss(1, others, items);
    let variance = if collisions.to_f64() < missing.to_f64() { collisions } else { missing };

    let ((numerator, denominator), exponents) = DEVIATIONS[usize::from(mean.to_f64() < MANY_VALUES)];
    let least = mean.clone() * a.ratio(numerator, denominator);
    let pairs = a.integer(hashes) * a.integer((hashes - 1).max(2));
    let bend = pairs / ((least.clone() + a.one()) * (least + a.integer(2)));
    let twice_apart = variance + beyond.clone() * (beyond.clone() - a.one());
    let unlikely = a.one() / a.integer(2).pow(((mean.to_f64() / exponents as f64) as u64).min(NEVER));
    let share = bend * twice_apart / a.integer(2) + a.integer(hashes) * unlikely.clone() + unlikely;

    let other = a.all_miss(1, values, items);
    let value = a.some_hit(1, values, items) + other.clone() * (below + beyond * step);
    Ok(Bounded { value, error_bound: other * rate.rate(a) * share })
}

/// The rate with a hash of `hash_bits` bits, between the bounds above, whatever n: their middle, and its distance from them.
/// Domain: 1 ≤ b ≤ [`MAX_HASH_BITS`].
pub fn bracket<A: Arithmetic>(a: &A, rate: &ExactRate, hash_bits: u64) -> Result<Bounded<A::Number>, Refused> {
    within("hash-bits", hash_bits, 1..=MAX_HASH_BITS)?;
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
