//! Filters that refuse positives: an item is inserted, and counted, only if the filter does not report it already. Most libraries
//! do so.
//!
//! The n items that were accepted are those that set a bit, so that more bits are set than by n items, and the rate is higher than
//! that of the plain filter. The set bits are a chain: from b, an accepted item sets d ≥ 1 bits more with probability τ(b, b + d)/(1 − ρ(b)),
//! τ the plain chain and ρ(b) = τ(b, b) the rate with b bits set. It is the chain of an N-bounded recycling filter (Dozier et al.).
//!
//! For many bits the fill x = b/m follows dx/dn = (1 − x)k/(m(1 − x^k)), which integrates in closed form:
//! kn/m = Σ_{i=1}^k x^i/i, the first k terms of −ln(1 − x), where the plain filter has them all. So the rate x^k at n/m items a bit is
//! higher for good, however many bits there are, and a filter is full after H_k m/k items, H_k = 1 + 1/2 + … + 1/k.

use bloomlab_numbers::{Arithmetic, Cost, Number, TooLarge};
use bloomlab_occupancy::{OutOfDomain, Parameter, Refused, Sampling, Shape, hypergeometric};

use crate::observed::{self, ObservedFill};
use crate::{Formula, Load};

/// More steps than Newton's method takes from above: it converges from its first step, and quadratically near the end.
const MOST_STEPS: u64 = 200;

/// Pr\[b bits set\], b = 0, 1, …, when n items have been accepted. A full filter accepts none, and stays full.
///
/// Positive terms; O(k m) steps an item with replacement, O(k² m) without.
///
/// # Errors
/// [`TooLarge`] when it takes more than [`Formula::MAX_COST`].
pub fn set_bits<A: Arithmetic>(a: &A, load: Load) -> Result<Vec<A::Number>, TooLarge> {
    let (shape, items) = (load.shape(), load.items());
    let (hashes, most) = (load.hashes() as f64, load.bits().min(load.balls()) as f64);
    let per_state = if shape.sampling() == Sampling::WithReplacement { 4.0 * hashes } else { 8.0 * hashes };
    let cost = Cost::of_steps(items as f64 * most * per_state + most * hashes).holding(4.0 * most);
    cost.within(Formula::MAX_COST, "try fewer items or bits")?;
    let mut law = vec![a.one()];
    for _ in 0..items {
        law = accept(a, shape, law);
    }
    Ok(law)
}

/// The exact rate, Σ_b Pr\[b\] ρ(b). For k = 1 it is n/m.
///
/// Relative error in [`bloomlab_numbers::Double`] below 1e-11 for kn up to 10^5.
///
/// # Errors
/// As for [`set_bits`].
pub fn rate<A: Arithmetic>(a: &A, load: Load) -> Result<A::Number, Refused> {
    let mut rate = a.zero();
    for (set, mass) in (0..).zip(set_bits(a, load)?) {
        rate = rate + observed::rate(a, ObservedFill::new(load.shape(), set)?) * mass;
    }
    Ok(rate)
}

/// One accepted item more.
fn accept<A: Arithmetic>(a: &A, shape: Shape, law: Vec<A::Number>) -> Vec<A::Number> {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    let length = (law.len() + hashes as usize).min(bits as usize + 1);
    let mut next = vec![a.zero(); length];
    let mut unchanged = law;
    unchanged.resize(length, a.zero());
    // a full filter stays so
    let full = if length as u64 > bits { unchanged.pop() } else { None };
    match shape.sampling() {
        Sampling::WithReplacement => {
            for (set, mass) in (0..).zip(&mut unchanged) {
                *mass = mass.clone() / sets_a_bit(a, bits, hashes, set);
            }
            for _ in 0..hashes {
                throw(a, bits, &mut unchanged, &mut next);
            }
        }
        Sampling::WithoutReplacement => {
            for (set, mass) in unchanged.iter().enumerate().filter(|(_, mass)| mass.to_f64() > 0.0) {
                let fresh = hypergeometric::law(a, bits, bits - set as u64, hashes);
                let sets_a_bit = a.sum(&fresh[1..]);
                for (cell, probability) in next[set + 1..].iter_mut().zip(&fresh[1..]) {
                    *cell = cell.clone() + mass.clone() * probability / &sets_a_bit;
                }
            }
        }
    }
    if let (Some(full), Some(last)) = (full, next.last_mut()) {
        *last = last.clone() + full;
    }
    next
}

/// 1 − (b/m)^k = (1 − b/m) Σ_{i<k} (b/m)^i, b < m.
fn sets_a_bit<A: Arithmetic>(a: &A, bits: u64, hashes: u64, set: u64) -> A::Number {
    let fill = a.ratio(set, bits);
    let powers = (0..hashes).fold(a.zero(), |sum, _| sum * &fill + a.one());
    powers * a.ratio(bits - set, bits)
}

/// One position of an item: `unchanged` are the states in which it has set nothing yet, `changed` those in which it has.
fn throw<A: Arithmetic>(a: &A, bits: u64, unchanged: &mut [A::Number], changed: &mut [A::Number]) {
    for set in (1..changed.len()).rev() {
        let before = changed[set - 1].clone() + &unchanged[set - 1];
        let stays = changed[set].clone() * a.ratio(set as u64, bits);
        changed[set] = stays + before * a.ratio(bits - (set as u64 - 1), bits);
    }
    for (set, mass) in (0..).zip(unchanged) {
        *mass = mass.clone() * a.ratio(set, bits);
    }
}

/// The limit of the rate for many bits at the same n/m: x^k with Σ_{i=1}^k x^i/i = kn/m, in double precision. It is the same
/// for k slices of m/k bits, one position in each.
///
/// Relative error below 1e-14 k.
///
/// # Errors
/// [`OutOfDomain`] when the filter is full before, n/m > H_k/k; [`TooLarge`] when it takes more than [`Formula::MAX_COST`].
pub fn limit(load: Load) -> Result<f64, Refused> {
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    Cost::of_steps(MOST_STEPS as f64 * hashes as f64).within(Formula::MAX_COST, "try fewer hash functions")?;
    let balls = load.balls() as f64 / bits as f64;
    let sum = |x: f64| (1..=hashes).rev().fold(0.0, |sum, i| (sum + 1.0 / i as f64) * x);
    if balls > sum(1.0) {
        let domain = format!("items ≤ H_k bits/k with bits = {bits}, k = {hashes}");
        return Err(OutOfDomain::new(Parameter::Items, items, domain).into());
    }
    // the sum is convex and at least x, so that Newton's steps from kn/m (or 1) fall to the root
    let mut fill = balls.min(1.0);
    for _ in 0..MOST_STEPS {
        let slope = (0..hashes).fold(0.0, |sum, _| sum * fill + 1.0);
        let next = fill - (sum(fill) - balls) / slope;
        if next >= fill {
            break;
        }
        fill = next;
    }
    Ok(libm::pow(fill, hashes as f64))
}
