//! One filter, cleared after N messages have set bits.

use bloomlab_numbers::{Arithmetic, Number, Refused, Shape, Target, within};

use crate::parameters::{NBounded, check_hashes};
use crate::sweep::NBoundedSweep;
use crate::variants::{TwoPhaseAverage, Variant, variant_average};

/// f_w: the classic estimate of the rate after `messages` messages, which the papers call the worst case.
///
/// (1 − (1 − 1/M)^(kn))^k. Dozier, Salamatian, Rubenstein, eq. 1. A lower bound of the exact rate with replacement; the papers apply it
/// with either sampling, and so does this function.
pub fn worst_case_rate<A: Arithmetic>(a: &A, shape: Shape, messages: u64) -> A::Number {
    // above 2^63 throws the miss probability is 0 in any arithmetic that rounds
    a.some_hit(1, shape.bits(), shape.hashes().saturating_mul(messages)).pow(shape.hashes())
}

/// The rates of a filter that recycles after N bit-setting messages.
#[derive(Clone, Debug, PartialEq)]
pub struct NBoundedRates<N> {
    /// N.
    pub messages: u64,
    /// The exact average rate R/(N + R), R the expected number of new messages per cycle that set nothing.
    pub exact: N,
    /// f_o, the bound for a user who can distinguish a false positive from a repeat.
    pub f_o: N,
    /// f_a, the bound for a user who cannot.
    pub f_a: N,
    /// N + R: expected new messages per cycle.
    pub messages_per_cycle: N,
}

/// The exact rate of an N-bounded filter, with the papers' bounds.
///
/// * exact: R/(N + R), R the expected number of new messages per cycle that set nothing, by [`variant_average`];
/// * f_o = (1/N) Σ_{i=1..N} f_i and f_a = R_a/(N + R_a), R_a = Σ f_i/(1 − f_i), with f_i = f_w at i − 1 stored messages:
///   Dozier, Salamatian, Rubenstein, eq. 2, 3. f_o ≤ f_a ≤ exact with replacement. (With f_w at i messages, the other
///   reading of their index, they are not lower bounds.)
pub fn n_bounded<A: Arithmetic>(a: &A, filter: NBounded) -> NBoundedRates<A::Number> {
    let TwoPhaseAverage { messages_per_cycle, rate: exact, .. } = variant_average(a, Variant::one_phase(filter.into()));
    let last = filter.messages() as usize - 1;
    let (f_o, f_a) = published_bounds(a, filter.shape()).nth(last).expect("there are bounds for every N");
    NBoundedRates { messages: filter.messages(), exact, f_o, f_a, messages_per_cycle }
}

/// f_o and f_a for N = 1, 2, ….
pub(crate) fn published_bounds<A: Arithmetic>(a: &A, shape: Shape) -> impl Iterator<Item = (A::Number, A::Number)> {
    let (mut f_o, mut f_a) = (a.zero(), a.zero());
    (0..).map(move |stored| {
        let f = worst_case_rate(a, shape, stored);
        f_a = f_a.clone() + f.clone() / (a.one() - &f);
        f_o = f_o.clone() + f;
        let n = a.integer(stored + 1);
        (f_o.clone() / &n, f_a.clone() / (n + &f_a))
    })
}

/// A filter of more bits is not followed message by message: 65,536 bits take at most a few seconds.
const MOST_BITS: u64 = 1 << 16;

/// The rates of an N-bounded filter of at most 65,536 bits in double precision: what [`n_bounded`] gives.
///
/// Relative error of the exact rate below [`accuracy::N_BOUNDED_SWEEP`](crate::accuracy::N_BOUNDED_SWEEP), of f_o and f_a below
/// [`accuracy::N_BOUNDED_BOUNDS`](crate::accuracy::N_BOUNDED_BOUNDS).
pub fn n_bounded_rate(filter: NBounded) -> Result<NBoundedRates<f64>, Refused> {
    within("bits", filter.shape().bits(), 1..=MOST_BITS)?;
    let at_limit = NBoundedSweep::new(filter.shape()).nth(filter.messages() as usize - 1);
    Ok(at_limit.expect("the sweep goes on to the largest limit of a filter"))
}

/// The largest N, within the bound beyond which a cycle may never end, whose exact rate is at most the target.
pub(crate) fn n_bounded_capacity(shape: Shape, target: Target) -> Result<NBoundedRates<f64>, Refused> {
    check_hashes(shape)?;
    within("bits", shape.bits(), 1..=MOST_BITS)?;
    let last = NBoundedSweep::new(shape).take_while(|rates| rates.exact <= target.rate()).last();
    Ok(last.expect("nothing is set when the first message comes: N = 1 has the rate 0"))
}
