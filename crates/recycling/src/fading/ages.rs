//! False negatives by the age of the cycle: one phase, up to megabytes.
//!
//! Dozier, Salamatian, Rubenstein, *Analysis of false negative rates for recycling Bloom filters* (2024), ask for them in filters of
//! megabytes. Look backwards from a query: the filter has seen j messages since it was cleared with probability Pr\[S_j ≤ σ\]/L, where S_j
//! are the bits that j messages set and L = Σ_j Pr\[S_j ≤ σ\] is the mean cycle. A message that returns after R others is among the j iff
//! R < j. Else it was cleared, or ended its cycle, and is taken for new unless all its bits are set. With w̄(j) = Pr\[R ≥ j\],
//!
//! FN = (1/L) Σ_j w̄(j) E\[1 − (S_j/m)^k; S_j ≤ σ\].
//!
//! No sum of forgetting rates over reuse distances is left: it telescopes over the cycles since. Exact for distinct
//! positions. With replacement a message whose positions coincide delays the end of its own cycle, which the sum leaves
//! out: an absolute error of order k²/(mL).

use bloomlab_formulas::{Load, counts::set_bits::push, layout::Layout};
use bloomlab_numbers::{Arithmetic, BallsInBins, Double, Refused, Sampling, distribution, search, within};

use super::occupied;
use crate::parameters::SigmaBounded;
use crate::transitions::false_positive_probability;

/// Standard deviations of the set bits around the end of a cycle that are followed: beyond them lies less than 1e-15.
const REACH: f64 = 8.0;
/// Up to this number of steps the set bits are followed from the empty filter.
const FROM_EMPTY: f64 = 3e7;
/// The most steps from the empty filter with distinct positions, for which there is no other route.
const MOST_STEPS: f64 = 536_870_912.0;
/// The most bits: such a filter takes a second or two.
const MOST_BITS: u64 = 1 << 24;
/// Less probability than this is left out.
const LEAST: f64 = 1e-17;

/// The ages of a cycle of one σ-bounded phase, whatever the reuse distances.
#[derive(Clone, Debug)]
pub struct Ages {
    /// E\[1 − (S_j/m)^k; S_j ≤ σ\], j = 0, 1, ….
    denied: Vec<f64>,
    /// Pr\[S_j ≤ σ\].
    reached: Vec<f64>,
}

/// The distribution of the set bits of a cycle that still runs: `masses[0]` is that of `first` set bits.
struct SetBits {
    first: u64,
    masses: Vec<f64>,
}

impl Ages {
    /// The ages of a filter that forgets the message which ends a cycle.
    ///
    /// O(k²L + kd²), d the standard deviation of the set bits at the end of a cycle: half a second at m = 2^23.
    ///
    /// Domain: at most 2^24 bits; of distinct positions (σ + 1)k times the messages of a cycle are at most 2^29.
    pub fn new(filter: SigmaBounded) -> Result<Self, Refused> {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let (bits, hashes) = (shape.bits(), shape.hashes());
        let mut ages = Self { denied: Vec::new(), reached: Vec::new() };
        // the longest cycle is one of about ln(m/(m − σ)) m/k messages and some
        let cycle = -(bits as f64) * libm::log1p(-(sigma as f64) / bits as f64) / hashes as f64;
        let from_empty = (cycle + 50.0) * hashes as f64 * (sigma as f64 + 1.0);
        let is_independent = shape.sampling() == Sampling::WithReplacement;
        let start = if from_empty <= if is_independent { FROM_EMPTY } else { MOST_STEPS } {
            SetBits { first: 0, masses: vec![1.0] }
        } else if is_independent {
            within("bits", bits, 1..=MOST_BITS)?;
            ages.follow_until_near_the_end(filter)?
        } else {
            return Err(Refused::new("sigma", sigma, "a shorter cycle of a filter of distinct positions"));
        };
        ages.follow_to_the_end(filter, start);
        Ok(ages)
    }

    /// While no cycle has ended the rates are those of a plain filter, item by item.
    fn follow_until_near_the_end(&mut self, filter: SigmaBounded) -> Result<SetBits, Refused> {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let balls = |messages: u64| BallsInBins::new(messages * shape.hashes(), shape.bits());
        let reach = |insertions| REACH * libm::sqrt(distribution::variance_in_double(insertions));
        let reaches = |messages: u64| {
            let insertions = balls(messages)?;
            Ok::<_, Refused>(distribution::mean(&Double, insertions) + reach(insertions) >= sigma as f64)
        };
        let near = search::try_least(1, 1..=sigma, reaches)?.unwrap_or(sigma).max(2) - 1;
        let load = Load::holding(shape, near)?;
        let a = &Double;
        let distinct = Layout::<Double>::distinct(&load, a);
        let mut item = load.item(a, distinct.len() - 1);
        for (clear, row) in (0..).zip(&mut item) {
            row[clear as usize] = load.missed(a, clear, 1);
        }
        let mut covered: Vec<f64> = (0..distinct.len()).map(|targets| if targets == 0 { 1.0 } else { 0.0 }).collect();
        for _ in 0..near {
            self.denied.push(1.0 - a.dot(&distinct, &covered));
            self.reached.push(1.0);
            for targets in (0..covered.len()).rev() {
                covered[targets] = item[targets].iter().zip(&covered).map(|(x, y)| x * y).sum();
            }
        }
        let insertions = balls(near)?;
        let (middle, reach) =
            (libm::round(distribution::mean(&Double, insertions)) as u64, reach(insertions) as u64 + 1);
        let first = middle.saturating_sub(reach).max(1);
        let last = (middle + reach).min(insertions.most_occupied()).min(sigma);
        let masses = (first..=last).map(|set| occupied::probability(insertions, set)).collect();
        Ok(SetBits { first, masses })
    }

    /// Message by message, until hardly any cycle still runs.
    fn follow_to_the_end(&mut self, filter: SigmaBounded, SetBits { mut first, mut masses }: SetBits) {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let clear = |set: u64| 1.0 - false_positive_probability(&Double, shape, set);
        let end = usize::try_from(sigma).unwrap_or(usize::MAX);
        let known: Vec<f64> = (first..=sigma).map(clear).collect();
        let begins = first;
        loop {
            let reached: f64 = masses.iter().sum();
            if reached < LEAST {
                break;
            }
            let skipped = (first - begins) as usize;
            self.reached.push(reached);
            self.denied.push(masses.iter().zip(&known[skipped..]).map(|(mass, known)| mass * known).sum());
            for hash in 0..shape.hashes() {
                let own = if shape.sampling() == Sampling::WithReplacement { 0 } else { hash };
                push(shape.bits(), own, first, &mut masses);
            }
            masses.truncate((end + 1).saturating_sub(first as usize));
            let leading = masses.iter().take_while(|mass| **mass < LEAST * LEAST).count();
            if leading >= 64 || leading == masses.len() {
                masses.drain(..leading);
                first += leading as u64;
            }
        }
    }

    /// L, the expected new messages per cycle.
    pub fn messages_per_cycle(&self) -> f64 {
        self.reached.iter().sum()
    }

    /// The share of returning messages that are taken for new, `tail`(r) = Pr\[R ≥ r\].
    pub fn false_negatives(&self, tail: impl Fn(f64) -> f64) -> f64 {
        self.denied_until(u64::MAX, tail) / self.messages_per_cycle()
    }

    /// The share taken for new of those that return while a cycle is younger than `messages`.
    pub fn false_negatives_while_young(&self, messages: u64, tail: impl Fn(f64) -> f64) -> f64 {
        let young = self.reached.iter().take(usize::try_from(messages).unwrap_or(usize::MAX));
        self.denied_until(messages, tail) / young.sum::<f64>()
    }

    /// The share taken for new of those that return when a cycle has that many messages; none if no cycle has.
    pub fn false_negatives_at(&self, age: u64, tail: impl Fn(f64) -> f64) -> Option<f64> {
        let at = usize::try_from(age).ok()?;
        Some(self.denied.get(at)? / self.reached.get(at)? * tail(age as f64))
    }

    fn denied_until(&self, messages: u64, tail: impl Fn(f64) -> f64) -> f64 {
        (0..messages).zip(&self.denied).map(|(age, denied)| denied * tail(age as f64)).sum()
    }
}
