//! Forgetting in every recycling filter.

use bloomlab_numbers::{Arithmetic, Ending};

use super::Variant;
use super::arrival::Arrival;
use super::course::{Course, distinct_numbers};
use super::held::Held;
use super::tagged::{Moves, Tagged};

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
/// where two phases retain, whose consecutive cycles are dependent. Beyond Dozier, Salamatian, Rubenstein, who leave false negatives out of
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
