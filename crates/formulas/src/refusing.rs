//! Filters that refuse positives: an item is inserted, and counted, only if the filter does not report it already. Most libraries
//! do so. The set bits are the chain of [`filling::accepted_item`], that of an N-bounded recycling filter (Dozier et al.).
//!
//! For many bits the fill x = b/m follows dx/dn = (1 − x)k/(m(1 − x^k)), which integrates in closed form:
//! kn/m = Σ_{i=1}^k x^i/i, the first k terms of −ln(1 − x), where the plain filter has them all. So the rate x^k is higher for good,
//! and a filter is full after H_k m/k items, H_k = 1 + 1/2 + … + 1/k.

use bloomlab_numbers::{Arithmetic, Refused, filling};

use crate::{
    Load,
    observed::{self, ObservedFill},
    steps,
};

/// More steps than Newton's method takes from above: it converges from its first step, and quadratically near the end.
const MOST_STEPS: u64 = 200;

/// Pr\[b bits set\], b = 0, 1, …, when n items have been accepted. A full filter accepts none, and stays full.
///
/// Positive terms; O(k m) steps an item.
pub fn set_bits<A: Arithmetic>(a: &A, load: Load) -> Result<Vec<A::Number>, Refused> {
    let (hashes, most) = (load.hashes() as f64, load.bits().min(load.balls()) as f64);
    steps::check(load.items() as f64 * most * 4.0 * hashes + most * hashes, "items", load.items())?;
    let mut masses = vec![a.one()];
    for _ in 0..load.items() {
        masses = filling::accepted_item(a, load.shape(), masses);
    }
    Ok(masses)
}

/// The exact rate, Σ_b Pr\[b\] ρ(b). For k = 1 it is n/m.
///
/// Relative error in [`bloomlab_numbers::Double`] below 1e-11 for kn up to 10^5.
pub fn rate<A: Arithmetic>(a: &A, load: Load) -> Result<A::Number, Refused> {
    let mut rate = a.zero();
    for (set, mass) in (0..).zip(set_bits(a, load)?) {
        rate = rate + observed::rate(a, ObservedFill::new(load.shape(), set)?) * mass;
    }
    Ok(rate)
}

/// The limit of the rate for many bits at the same n/m: x^k with Σ_{i=1}^k x^i/i = kn/m, in double precision. It is the same
/// for k slices of m/k bits, one position in each.
///
/// Relative error below 1e-14 k.
pub fn limit(load: Load) -> Result<f64, Refused> {
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    steps::check(MOST_STEPS as f64 * hashes as f64, "hashes", hashes)?;
    let balls = load.balls() as f64 / bits as f64;
    let sum = |x: f64| (1..=hashes).rev().fold(0.0, |sum, i| (sum + 1.0 / i as f64) * x);
    if balls > sum(1.0) {
        let domain = format!("items ≤ H_k bits/k with bits = {bits}, k = {hashes}");
        return Err(Refused::new("items", items, domain));
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
