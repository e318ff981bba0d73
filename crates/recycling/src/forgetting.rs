//! Forgetting: the probability that a message is taken for a new one when it comes back.
//!
//! A message arrives, and returns after r new messages. It was stored unless it overflowed. The filter knows it until the
//! filters that hold it have been cleared; after that it may still be known by a false positive.

use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{Cost, distinct, hypergeometric};

use crate::cycle_length::RunningCycle;
use crate::one_phase::stationary;
use crate::{SigmaBounded, TwoPhase};

/// The false-negative rate at one reuse distance.
#[derive(Clone, Debug, PartialEq)]
pub struct Forgetting<N> {
    /// r, the number of other new messages between two arrivals of the message.
    pub distance: u64,
    /// The probability that the message is taken for a new one.
    pub false_negative_rate: N,
    /// The probability that no filter holds it any more. A false positive may still make it known.
    pub cleared: N,
}

/// False-negative rate of one filter at reuse distances 0 … `farthest`.
///
/// The message is cleared with probability Σ_{n≤r} Pr\[L > n\] / E\[L\], L the cycle length; then a false positive may
/// still make it known. The message's number D of distinct positions, which the end of its own cycle and a later false
/// positive both depend on, is carried along, so that the result is exact with either sampling. Beyond Dozier,
/// Salamatian, Rubenstein, who leave false negatives out of scope.
///
/// Work O(k² σ r + k r²); memory O(kσ + kr).
pub fn forgetting_one_phase<A: Arithmetic>(a: &A, filter: SigmaBounded, farthest: u64) -> Vec<Forgetting<A::Number>> {
    let later = Later::new(a, filter, farthest as usize);
    let by_chance = |class: &Class<A::Number>, r: usize| {
        // the running filter n messages after one was cleared, whatever was cleared since
        a.dot(&class.ends[..=r], later.known[class.distinct].either[..=r].iter().rev())
    };
    later.forgetting(|r| (later.runs_until[r].clone(), a.sum(later.classes.iter().map(|class| by_chance(class, r)))))
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
        let known = &later.known[class.distinct];
        // the filter that the message overflowed lacks a bit of it, so only later filters can take it for known
        let never_stored = class.ends[0].clone() * (known.running[r].clone() + &known.after_two[r]);
        (1..=r).fold(never_stored, |sum, t| sum + class.ends[t].clone() * &known.after_two[r - t])
    };
    later.forgetting(|r| {
        let next_runs = a.dot(&later.runs_on[1..=r], later.runs_on[..r].iter().rev());
        let cleared = later.runs_until[r].clone() - next_runs;
        (cleared, a.sum(later.classes.iter().map(|class| by_chance(class, r))))
    })
}

/// The cost of [`forgetting_one_phase`] and of [`forgetting_two_phase`], which take two filters of this shape.
///
/// Each message pushes one distribution for the cycle and one for each number of distinct positions, and is answered for with a
/// convolution over all the messages before it.
pub fn forgetting_cost(each: SigmaBounded, farthest: u64) -> Cost {
    let (classes, states) = (each.shape().hashes() as f64 + 1.0, each.sigma() as f64 + 1.0);
    let messages = farthest as f64 + 1.0;
    let chains = states * messages * classes * (classes + 4.0);
    let convolutions = messages * messages * (2.5 * classes + 0.5);
    let numbers = classes * (3.0 * states + 6.0 * messages);
    each.cost().then(Cost { steps: chains + convolutions, numbers })
}

/// What happens in the messages after the one that is asked for.
struct Later<N> {
    /// Pr\[L > n\].
    runs_on: Vec<N>,
    /// Σ_{i≤n} Pr\[L > i\].
    runs_until: Vec<N>,
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

impl<N: Number> Later<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, filter: SigmaBounded, farthest: usize) -> Self {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let chain = RunningCycle::new(a, filter);
        let masses = stationary(a, filter);
        let messages_per_cycle = a.one() / &masses[0];
        let hits: Vec<Vec<N>> =
            (0..=sigma).map(|set| hypergeometric::all_hit(a, shape.bits(), set, shape.hashes())).collect();

        // one cycle from the empty filter: the distribution of its bits, and of its last state
        let width = shape.hashes() as usize + 1;
        let mut running_masses = chain.empty();
        let (mut runs_on, mut ends) = (Vec::new(), vec![a.zero()]);
        let (mut runs_until, mut so_far) = (Vec::new(), a.zero());
        let mut running = vec![Vec::new(); width];
        let mut last_hits = vec![vec![a.zero()]; width];
        for _ in 0..=farthest {
            runs_on.push(a.sum(&running_masses));
            so_far = so_far + &runs_on[runs_on.len() - 1];
            runs_until.push(so_far.clone());
            let overflowing: Vec<N> = running_masses.iter().zip(&chain.overflow).map(|(p, o)| p.clone() * o).collect();
            ends.push(a.sum(&overflowing));
            for d in 0..width {
                let mean = |masses: &[N]| a.dot(masses, hits.iter().map(|hit| &hit[d]));
                running[d].push(mean(&running_masses));
                last_hits[d].push(mean(&overflowing));
            }
            running_masses = chain.push(&running_masses);
        }
        let known = running
            .into_iter()
            .zip(last_hits)
            .map(|(running, last_hits)| Known::new(a, &runs_on, &ends, running, &last_hits))
            .collect();

        let mut classes = Vec::new();
        for (distinct, probability) in distinct::positions(a, shape).into_iter().enumerate() {
            if probability.to_f64() == 0.0 {
                continue;
            }
            let mut stored = vec![a.zero(); masses.len()];
            let mut overflows = a.zero();
            for (set, mass) in masses.iter().enumerate() {
                let row = hypergeometric::distribution(a, shape.bits(), shape.bits() - set as u64, distinct as u64);
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
                ends.push(a.dot(&stored, &chain.overflow));
                stored = chain.push(&stored);
            }
            classes.push(Class { distinct, ends });
        }
        Self { runs_on, runs_until, classes, known, messages_per_cycle }
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

impl<N: Number> Known<N> {
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
