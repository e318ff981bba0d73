//! Forgetting: how likely a message is to be taken for a new one when it comes back.
//!
//! A message arrives; r new messages later it is asked for. It was stored unless it overflowed, and it is known as
//! long as a filter that holds it has not been cleared, or else by false positive in what has been stored since.

use crate::cycle_length::RunningCycle;
use crate::one_phase::stationary;
use crate::transitions::{all_hit, distinct_positions, hypergeometric};
use crate::{SigmaBounded, TwoPhase};
use bloomlab_numbers::Arithmetic;

/// The false-negative rate at one reuse distance.
#[derive(Clone, Debug, PartialEq)]
pub struct Forgetting<N> {
    /// r, the number of other new messages between two arrivals of the message.
    pub distance: u64,
    /// The probability that the message is taken for a new one.
    pub false_negative_rate: N,
    /// The probability that no filter holds it any more: false positives not counted in its favour.
    pub cleared: N,
}

/// False-negative rate of one filter at reuse distances 0 … `farthest`.
///
/// The message is cleared with probability Σ_{n≤r} Pr\[L > n\] / E\[L\], L the cycle length; then a false positive may
/// still make it known. The message's number D of distinct positions, which the end of its own cycle and a later false
/// positive both depend on, is carried along, so that the result is exact for either kind of positions. Beyond Dozier,
/// Salamatian, Rubenstein, who leave false negatives out of scope.
///
/// Work O(k² σ r + k r²); memory O(kσ + kr).
pub fn forgetting_one_phase<A: Arithmetic>(a: &A, filter: SigmaBounded, farthest: u64) -> Vec<Forgetting<A::Number>> {
    let later = Later::new(a, filter, farthest as usize);
    let by_chance = |class: &Class<A::Number>, r: usize| {
        // the running filter n messages after one was cleared, whatever was cleared since
        (0..=r).fold(a.zero(), |sum, t| sum + class.ends[t].clone() * &later.known(class.distinct).either[r - t])
    };
    later.forgetting(|r| {
        let all = prefix_sum(a, &later.runs_on, r);
        (all, later.classes.iter().fold(a.zero(), |sum, class| sum + by_chance(class, r)))
    })
}

/// False-negative rate of a two-phase filter at reuse distances 0 … `farthest`.
///
/// The message is cleared with probability (Σ_{n≤r} Pr\[L > n\] − Σ_{s=1..r} Pr\[L > s\] Pr\[L > r − s\]) / E\[L\]: its
/// cycle has ended and so has the next. False positives as in [`forgetting_one_phase`], in either filter.
///
/// Work O(k² σ r + k r²); memory O(kσ + kr).
pub fn forgetting_two_phase<A: Arithmetic>(a: &A, filters: TwoPhase, farthest: u64) -> Vec<Forgetting<A::Number>> {
    let filter = filters.each();
    let later = Later::new(a, filter, farthest as usize);
    let by_chance = |class: &Class<A::Number>, r: usize| {
        let known = later.known(class.distinct);
        // the filter that the message overflowed lacks a bit of it, so only later filters can take it for known
        let never_stored = class.ends[0].clone() * (known.running[r].clone() + &known.after_two[r]);
        (1..=r).fold(never_stored, |sum, t| sum + class.ends[t].clone() * &known.after_two[r - t])
    };
    later.forgetting(|r| {
        let next_runs = (1..=r).fold(a.zero(), |sum, s| sum + later.runs_on[s].clone() * &later.runs_on[r - s]);
        let cleared = prefix_sum(a, &later.runs_on, r) - next_runs;
        (cleared, later.classes.iter().fold(a.zero(), |sum, class| sum + by_chance(class, r)))
    })
}

fn prefix_sum<A: Arithmetic>(a: &A, terms: &[A::Number], last: usize) -> A::Number {
    terms[..=last].iter().fold(a.zero(), |sum, term| sum + term)
}

/// What happens in the messages after the one that is asked for.
struct Later<N> {
    /// Pr\[L > n\].
    runs_on: Vec<N>,
    /// One for each number of distinct positions the message can have.
    classes: Vec<Class<N>>,
    known: Vec<Known<N>>,
    messages_per_cycle: N,
}

/// A message with `distinct` distinct positions.
struct Class<N> {
    distinct: usize,
    /// Pr\[D = distinct, and the cycle ends t messages after it\]; at t = 0 the message itself overflows.
    ends: Vec<N>,
}

/// Chances that a message that is not stored is known, n messages after a filter was cleared.
struct Known<N> {
    /// By the filter then cleared, while its cycle runs on.
    running: Vec<N>,
    /// By the running filter, whether or not it has been cleared since.
    either: Vec<N>,
    /// By the running or the frozen filter, where the cycle has ended at least once since.
    after_two: Vec<N>,
}

impl<N: bloomlab_numbers::Number> Later<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, filter: SigmaBounded, farthest: usize) -> Self {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let chain = RunningCycle::new(a, filter);
        let law = stationary(a, filter);
        let messages_per_cycle = a.one() / &law[0];
        let hits: Vec<Vec<N>> = (0..=sigma).map(|set| all_hit(a, shape.bits(), set, shape.hashes())).collect();

        // one cycle from the empty filter: the law of its bits, and of its last state
        let width = shape.hashes() as usize + 1;
        let mut running_law = chain.empty();
        let (mut runs_on, mut ends) = (Vec::new(), vec![a.zero()]);
        let mut running = vec![Vec::new(); width];
        let mut last_hits = vec![vec![a.zero()]; width];
        for _ in 0..=farthest {
            runs_on.push(running_law.iter().fold(a.zero(), |sum, p| sum + p));
            let overflowing: Vec<N> = running_law.iter().zip(&chain.overflow).map(|(p, o)| p.clone() * o).collect();
            ends.push(overflowing.iter().fold(a.zero(), |sum, p| sum + p));
            for d in 0..width {
                let mean = |law: &[N]| law.iter().zip(&hits).fold(a.zero(), |sum, (p, hit)| sum + p.clone() * &hit[d]);
                running[d].push(mean(&running_law));
                last_hits[d].push(mean(&overflowing));
            }
            running_law = chain.push(&running_law);
        }
        let known = running
            .into_iter()
            .zip(last_hits)
            .map(|(running, last_hits)| Known::new(a, &runs_on, &ends, running, &last_hits))
            .collect();

        let mut classes = Vec::new();
        for (distinct, probability) in distinct_positions(a, shape).into_iter().enumerate() {
            if distinct as u64 > shape.bits() || probability.to_f64() == 0.0 {
                continue;
            }
            let mut stored = vec![a.zero(); law.len()];
            let mut overflows = a.zero();
            for (set, mass) in law.iter().enumerate() {
                let row = hypergeometric(a, shape.bits(), shape.bits() - set as u64, distinct as u64);
                for (d, p) in row.into_iter().enumerate() {
                    let p = p * mass * &probability;
                    match stored.get_mut(set + d) {
                        Some(target) => *target = target.clone() + p,
                        None => overflows = overflows + p,
                    }
                }
            }
            let mut ends = vec![overflows];
            for _ in 0..farthest {
                ends.push(stored.iter().zip(&chain.overflow).fold(a.zero(), |sum, (p, o)| sum + p.clone() * o));
                stored = chain.push(&stored);
            }
            classes.push(Class { distinct, ends });
        }
        Self { runs_on, classes, known, messages_per_cycle }
    }

    fn known(&self, distinct: usize) -> &Known<N> {
        &self.known[distinct]
    }

    /// The rates, from (E\[L\] times the probability of having been cleared, the chance to be known all the same).
    fn forgetting(&self, at: impl Fn(usize) -> (N, N)) -> Vec<Forgetting<N>> {
        (0..self.runs_on.len())
            .map(|r| {
                let (cleared, by_chance) = at(r);
                let cleared = cleared / &self.messages_per_cycle;
                Forgetting { distance: r as u64, false_negative_rate: cleared.clone() - by_chance, cleared }
            })
            .collect()
    }
}

impl<N: bloomlab_numbers::Number> Known<N> {
    /// Renewal equations: a cycle that ends at ℓ ≤ n leaves n − ℓ messages to the next one, beside the filter that it
    /// froze.
    fn new<A: Arithmetic<Number = N>>(a: &A, runs_on: &[N], ends: &[N], running: Vec<N>, last_hits: &[N]) -> Self {
        let (mut either, mut after_two): (Vec<N>, Vec<N>) = (Vec::new(), Vec::new());
        for n in 0..running.len() {
            let (mut one, mut two) = (running[n].clone(), a.zero());
            for length in 1..=n {
                let rest = n - length;
                one = one + ends[length].clone() * &either[rest];
                two = two + ends[length].clone() * (running[rest].clone() + &after_two[rest]);
                two = two + last_hits[length].clone() * (runs_on[rest].clone() - &running[rest]);
            }
            either.push(one);
            after_two.push(two);
        }
        Self { running, either, after_two }
    }
}
