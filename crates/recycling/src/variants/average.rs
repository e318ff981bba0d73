//! The average rate of any recycling filter.

use bloomlab_numbers::{Arithmetic, Ending, Number, Retention, hypergeometric};

use super::course::{Course, End, Path};
use super::cycle::Cycle;
use crate::transitions::false_positive_probability;
use crate::variants::Variant;

/// The average of a recycling filter, exact and as a product.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoPhaseAverage<N> {
    /// Expected number of new messages per cycle of the active filter, the one that ends it counted.
    pub messages_per_cycle: N,
    /// The average rate; of two filters, both asked with the same positions.
    pub rate: N,
    /// The papers' rate, which multiplies the two filters' chances as if they were independent.
    pub published_rate: N,
}

/// The average rate of any recycling filter, exact, with its product form and the messages per cycle.
///
/// A cycle starts with s bits: none, or the d distinct positions of the message that it retained. From s it makes h^(s)_a visits to a set
/// bits, L_s = Σ_a h^(s)_a, and ends at a message that finds a bits, has d distinct positions, x of them on clear bits, with probability
/// e_s(a, d, x); α is the stationary distribution of the starts, L = Σ α_s L_s, W = Σ α_s e_s. Then
///
/// * active: f_A = Σ_s α_s Σ_a h^(s)_a ρ(a) / L, the rate of one phase;
/// * frozen: f_F = Σ W(a, d, x) L_s' ρ(j) / L, with s' the start after that end and j = a bits (dropping) or a + x
///   (keeping): longer cycles see their frozen filter longer;
/// * both: given its size, what came after the retained message is a uniformly random set of the other positions. With y of
///   the retained message's positions in the frozen filter (d − x dropping, d keeping; 0 if forgotten) the
///   probability that both filters hold e query positions is
///   Σ_u C(y, u) C(j − y, e − u)/C(M', e) · E\[(a − s')^(e − u)/(M' − s')^(e − u)\], with falling powers.
///
/// Rate f_A + f_F − both; product form f_A + f_F − f_A f_F, as Dozier, Salamatian, Rubenstein, eq. 26, multiply. They agree for forgetting
/// without replacement only: a message that ends a cycle avoids the frozen filter, so that with retaining even distinct positions leave the
/// two filters dependent. `rate` and `published_rate` of one phase are the same.
///
/// Exact with either sampling. Work O(k³σ + k⁵) σ-bounded, O(k³N² + k⁵N) N-bounded; memory O(k²σ), O(k²N²).
pub fn variant_average<A: Arithmetic>(a: &A, variant: Variant) -> TwoPhaseAverage<A::Number> {
    let course = Course::new(a, variant.each());
    let visits = course.visits(a);
    let messages_per_cycle = a.sum(visits.iter().flatten());
    let false_positives = visits.iter().flat_map(|visits| visits.iter().zip(&course.rows));
    let active = a.sum(false_positives.map(|(visits, row)| visits.clone() * &row[0])) / &messages_per_cycle;
    let Some(ending) = variant.frozen() else {
        return TwoPhaseAverage { messages_per_cycle, rate: active.clone(), published_rate: active };
    };

    let after: Vec<After<A::Number>> = course.paths.iter().map(|path| After::new(a, &course, path)).collect();
    let (mut frozen, mut both) = (a.zero(), a.zero());
    for end in &course.ends {
        let weight = visits[visits.len() - 1][end.set as usize].clone() * &end.probability;
        let after = &after[course.cycle.next_start(end.distinct)];
        let held = Held::new(course.cycle, end, ending);
        let rho = false_positive_probability(a, course.cycle.shape(), held.set);
        frozen = frozen + weight.clone() * &after.messages * rho;
        both = both + weight * held.known_by_both(a, &course, &after.hits);
    }
    let (frozen, both) = (frozen / &messages_per_cycle, both / &messages_per_cycle);
    let published_rate = active.clone() + frozen.clone() * (a.one() - &active);
    TwoPhaseAverage { messages_per_cycle, rate: active + (frozen - both), published_rate }
}

struct After<N> {
    /// L_s.
    messages: N,
    /// Σ_a h_a (a − s)^(v)/(M − s)^(v), falling powers, v = 0 … k: expected messages at which v given positions, none of them of the
    /// retained message, are set.
    hits: Vec<N>,
}

impl<N: Number> After<N> {
    fn new<A: Arithmetic<Number = N>>(a: &A, course: &Course<N>, path: &Path<N>) -> Self {
        let shape = course.cycle.shape();
        let mut hits = vec![a.zero(); shape.hashes() as usize + 1];
        for visits in &path.visits {
            for (set, visits) in (0..).zip(visits).skip(path.start as usize) {
                let all = hypergeometric::all_hit(a, shape.bits() - path.start, set - path.start, shape.hashes());
                for (sum, hit) in hits.iter_mut().zip(all) {
                    *sum = sum.clone() + visits.clone() * hit;
                }
            }
        }
        Self { messages: path.messages(a), hits }
    }
}

struct Held {
    /// j: the bits set.
    set: u64,
    /// y: those of them that are the retained message's.
    retained: u64,
}

impl Held {
    fn new<N>(cycle: Cycle, end: &End<N>, ending: Ending) -> Self {
        let (set, of_message) = match ending {
            Ending::Dropping => (end.set, end.distinct - end.fresh),
            Ending::Keeping => (end.set + end.fresh, end.distinct),
        };
        let retained = if cycle.retention() == Retention::Retaining { of_message } else { 0 };
        Self { set, retained }
    }

    /// The expected messages of the neighbouring cycle that both filters know: Σ_e Pr\[D = e\] Σ_u C(e, u) y^(u)
    /// (j − y)^(e − u)/M^(e) · `hits[e − u]`, falling powers.
    fn known_by_both<A: Arithmetic>(&self, a: &A, course: &Course<A::Number>, hits: &[A::Number]) -> A::Number {
        let (bits, most) = (course.cycle.shape().bits(), course.distinct.len() as u64 - 1);
        let others = self.set - self.retained;
        let mut sum = a.zero();
        let mut retained = a.one(); // y^(u)/M^(u)
        for u in 0..=self.retained.min(most) {
            let mut term = retained.clone();
            for v in 0..=others.min(most - u) {
                sum = sum + term.clone() * &hits[v as usize] * &course.distinct[(u + v) as usize];
                if v < others && u + v < most {
                    term = term * a.ratio(others - v, bits - u - v) * a.ratio(u + v + 1, v + 1);
                }
            }
            if u < self.retained && u < most {
                retained = retained * a.ratio(self.retained - u, bits - u);
            }
        }
        sum
    }
}
