//! One filter, cleared after N messages have set bits.

use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{OutOfDomain, Parameter, Shape, Target};

use crate::NBounded;
use crate::parameters::check_hashes;
use crate::sweep::NBoundedSweep;
use crate::transitions::transitions;

/// f_w: the classic estimate of the rate after `messages` messages, which the papers call the worst case.
///
/// (1 − (1 − 1/M)^(kn))^k. Dozier, Salamatian, Rubenstein, eq. 1. A lower bound of the exact rate with replacement; the
/// papers apply it with either sampling, and so does this function.
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
/// * exact: R/(N + R) with R = Σ_{i=0..N−1} E\[ρ(B_i)/(1 − ρ(B_i))\], B_i the bits set after i bit-setting messages, a
///   chain with transitions τ(b, b+d)/(1 − τ(b, b)), d ≥ 1;
/// * f_o = (1/N) Σ_{i=1..N} f_i and f_a = R_a/(N + R_a), R_a = Σ f_i/(1 − f_i), with f_i = f_w at i − 1 stored messages:
///   Dozier, Salamatian, Rubenstein, eq. 2, 3. f_o ≤ f_a ≤ exact with replacement. (With f_w at i messages, the other
///   reading of their index, they are no lower bounds.)
///
/// Work O(k² N²) at most, memory O(k² N): the departures of every state are kept, because to push the distribution by
/// [`filling::accepted_item`](bloomlab_occupancy::filling::accepted_item) takes eight times as long in enclosures (at m =
/// 3000, k = 6, N = 300).
pub fn n_bounded<A: Arithmetic>(a: &A, filter: NBounded) -> NBoundedRates<A::Number> {
    let shape = filter.shape();
    let limit = filter.messages();
    let mut states = Vec::new();
    let mut masses = vec![a.one()];
    let (mut silent, mut f_o, mut f_a) = (a.zero(), a.zero(), a.zero());
    for i in 0..limit {
        // with i bit-setting messages at most ki bits are set, and never all of them before the last
        let mut next = vec![a.zero(); masses.len() + shape.hashes() as usize];
        for (set, mass) in masses.iter().enumerate().take(shape.bits() as usize) {
            if states.len() <= set {
                states.push(Departure::new(a, shape, set as u64));
            }
            let state = &states[set];
            silent = silent + mass.clone() * &state.silent;
            for (target, t) in next[set + 1..].iter_mut().zip(&state.departures) {
                *target = target.clone() + mass.clone() * t;
            }
        }
        masses = next;
        let f = worst_case_rate(a, shape, i);
        f_a = f_a + f.clone() / (a.one() - &f);
        f_o = f_o + f;
    }
    let n = a.integer(limit);
    let messages_per_cycle = n.clone() + &silent;
    NBoundedRates {
        messages: limit,
        exact: silent / &messages_per_cycle,
        f_o: f_o / &n,
        f_a: f_a.clone() / (n + f_a),
        messages_per_cycle,
    }
}

/// A filter of more bits is not followed message by message: 65,536 bits take at most some seconds.
const MOST_BITS: u64 = 1 << 16;

/// The rates of an N-bounded filter of at most 65,536 bits in double precision: what [`n_bounded`] gives.
///
/// Relative error of the exact rate below [`accuracy::N_BOUNDED_SWEEP`](crate::accuracy::N_BOUNDED_SWEEP), of f_o and f_a below
/// [`accuracy::N_BOUNDED_BOUNDS`](crate::accuracy::N_BOUNDED_BOUNDS).
///
/// # Errors
/// [`OutOfDomain`] for larger filters.
pub fn n_bounded_rate(filter: NBounded) -> Result<NBoundedRates<f64>, OutOfDomain> {
    Parameter::Bits.within(filter.shape().bits(), 1..=MOST_BITS)?;
    let at_limit =
        usize::try_from(filter.messages() - 1).ok().and_then(|before| NBoundedSweep::new(filter.shape()).nth(before));
    // the sweep goes on to the largest limit of a filter
    at_limit.ok_or_else(|| OutOfDomain::new(Parameter::Messages, filter.messages(), "a cycle that ends"))
}

/// The largest N, within the bound beyond which a cycle may never end, whose exact rate is at most the target.
pub(crate) fn n_bounded_capacity(shape: Shape, target: Target) -> Result<NBoundedRates<f64>, OutOfDomain> {
    check_hashes(shape)?;
    Parameter::Bits.within(shape.bits(), 1..=MOST_BITS)?;
    let last = NBoundedSweep::new(shape).take_while(|rates| rates.exact <= target.rate()).last();
    // nothing is set when the first message comes: N = 1 has the rate 0
    last.ok_or_else(|| OutOfDomain::new(Parameter::Target, target.rate(), "a target that a single message keeps"))
}

/// A state of the chain of bit-setting messages.
struct Departure<N> {
    /// ρ/(1 − ρ): expected messages that set nothing before one does.
    silent: N,
    /// τ(b, b + d)/(1 − τ(b, b)), d = 1 … k.
    departures: Vec<N>,
}

impl<N: Number> Departure<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, shape: Shape, set: u64) -> Self {
        let mut row = transitions(a, shape, set);
        let departures = row.split_off(1);
        let leave = a.sum(&departures);
        Self { silent: row.swap_remove(0) / &leave, departures: departures.into_iter().map(|t| t / &leave).collect() }
    }
}
