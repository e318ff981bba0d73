//! Forgetting in every recycling filter.

use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::{Cost, Ending, Retention, Shape};

use super::Variant;
use super::arrival::Arrival;
use super::course::{self, Course, distinct_numbers};
use super::held::Held;
use super::tagged::{Moves, Tagged};
use crate::Forgetting;

/// The false-negative rate at reuse distances 0, 1, 2, …, exact with either sampling.
///
/// For each number d of distinct positions that the message can have, the chain of (bits set in the active filter, how
/// many of the d positions are missing there, whether the frozen filter has all d; N-bounded also the bit-setting messages
/// so far) is pushed forward. A message that finds a bits and sets x more sets c of m missing positions with probability
/// C(m, c) C(M' − a − m, x − c)/C(M' − a, x). At the end of a cycle the frozen filter has all d if the active
/// one had (dropping) or has with that message (keeping); the next cycle starts empty or with it. A false negative:
/// positions are missing in the active filter, and the frozen one has not all d.
///
/// `cleared` follows where the message is held, without its positions: a sum of renewal terms in closed form, except
/// where two phases retain, whose consecutive cycles are dependent.
/// [`forgetting_one_phase`](crate::forgetting_one_phase) and [`forgetting_two_phase`](crate::forgetting_two_phase) are
/// faster, for σ-bounded filters that drop and forget. Beyond Dozier, Salamatian, Rubenstein, who leave false negatives out of
/// scope.
///
/// An endless iterator. Work O(k⁴σ) a message σ-bounded, O(k⁵N²) N-bounded.
pub fn variant_forgetting<A: Arithmetic>(a: &A, variant: Variant) -> VariantForgetting<'_, A> {
    let (course, frozen) = (Course::new(a, variant.each()), variant.frozen());
    let visits = course.visits(a);
    let messages_per_cycle = a.sum(visits.iter().flatten());
    let arrival = |d| Arrival::new(a, &course, &visits, &messages_per_cycle, d);
    let arrivals: Vec<Arrival<A::Number>> = distinct_numbers(variant.each().shape()).map(arrival).collect();
    let held = Held::new(a, &course, frozen, &arrivals);
    let tagged = arrivals.iter().map(|arrival| Tagged::new(a, &course, frozen, arrival)).collect();
    VariantForgetting { arithmetic: a, frozen, moves: Moves::new(a, &course), course, tagged, held, distance: 0 }
}

/// The iterator of [`variant_forgetting`].
pub struct VariantForgetting<'a, A: Arithmetic> {
    arithmetic: &'a A,
    frozen: Option<Ending>,
    course: Course<A::Number>,
    moves: Moves<A::Number>,
    tagged: Vec<Tagged<A::Number>>,
    held: Held<A::Number>,
    distance: u64,
}

impl<A: Arithmetic> Iterator for VariantForgetting<'_, A> {
    type Item = Forgetting<A::Number>;

    fn next(&mut self) -> Option<Self::Item> {
        let (a, distance) = (self.arithmetic, self.distance);
        if distance > 0 {
            self.held.step(a, &self.course, self.frozen);
            for tagged in &mut self.tagged {
                tagged.step(a, &self.course, &self.moves);
            }
        }
        self.distance += 1;
        let false_negative_rate = a.sum(self.tagged.iter().map(|tagged| tagged.false_negative(a)));
        Some(Forgetting { distance, false_negative_rate, cleared: self.held.cleared.clone() })
    }
}

pub(crate) fn cost(variant: Variant, messages: u64) -> Cost {
    let cycle = variant.each();
    let k = cycle.shape().hashes() as f64;
    let course = course::cost(cycle);
    let (states, staged) = (cycle.most_set() as f64 + 1.0, course::staged_states(cycle));
    let ending = course::ends_at_most(cycle);
    // of missing positions, for each number of distinct ones that has them
    let (missing, moves) = tagged_states(cycle.shape());
    let classes = if variant.frozen().is_some() { 2.0 } else { 1.0 };
    let first_states = if cycle.retention() == Retention::Retaining { 2.0 * k * (k + 1.0) } else { 2.0 };
    let ending_states = ending / (k * (k + 1.0) / 2.0);
    let prepare = states * moves * 8.0 + ending * missing * k * k;
    let step = classes * (staged * moves + missing * ending_states * first_states) + 4.0 * staged * k;
    let numbers = states * moves + 4.0 * missing * staged + missing * ending_states * first_states;
    course.then(Cost { steps: prepare + (messages as f64 + 1.0) * step, numbers })
}

/// The numbers of missing positions, and the moves from all of them, summed over the numbers of distinct positions.
fn tagged_states(shape: Shape) -> (f64, f64) {
    let most = shape.hashes().min(shape.bits());
    let of_missing = |missing: u64| {
        let distinct = distinct_numbers(shape).end() + 1 - missing.max(*distinct_numbers(shape).start());
        let (m, k) = (missing as f64, shape.hashes() as f64);
        let moves = (m + 1.0) * (m + 2.0) / 2.0 + (k - m) * (m + 1.0);
        (distinct as f64, distinct as f64 * moves)
    };
    (0..=most).map(of_missing).fold((0.0, 0.0), |(states, all), (n, moves)| (states + n, all + moves))
}
