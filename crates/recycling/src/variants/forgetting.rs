//! Forgetting in every recycling filter.

use bloomlab_numbers::Arithmetic;

use super::course::{Course, distinct_numbers};
use super::held::{Arrival, Held};
use super::tagged::{Moves, Tagged};
use crate::variants::Variant;

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
/// For each number d of distinct positions that the message can have, the chain of (bits set in the active filter, how many of the d
/// positions are missing there, whether the frozen filter has all d; N-bounded also the bit-setting messages so far) is pushed forward. A
/// message that finds a bits and sets x more sets c of m missing positions with probability C(m, c) C(M' − a − m, x − c)/C(M' − a, x). At
/// the end of a cycle the frozen filter has all d if the active one had (dropping) or has with that message (keeping); the next cycle
/// starts empty or with it. A false negative: positions are missing in the active filter, and the frozen one has not all d.
///
/// `cleared` follows where the message is held, without its positions: a sum of renewal terms in closed form, except where two phases
/// retain, whose consecutive cycles are dependent. Beyond Dozier, Salamatian, Rubenstein, who leave false negatives out of scope.
///
/// An endless iterator. Work O(k⁴σ) a message σ-bounded, O(k⁵N²) N-bounded.
pub fn variant_forgetting<A: Arithmetic>(a: &A, variant: Variant) -> impl Iterator<Item = Forgetting<A::Number>> {
    let (course, frozen) = (Course::new(a, variant.each()), variant.frozen());
    let visits = course.visits(a);
    let messages_per_cycle = a.sum(visits.iter().flatten());
    let arrival = |d| Arrival::new(a, &course, &visits, &messages_per_cycle, d);
    let arrivals: Vec<Arrival<A::Number>> = distinct_numbers(variant.each().shape()).map(arrival).collect();
    let mut held = Held::new(a, &course, frozen, &arrivals);
    let mut tagged: Vec<_> = arrivals.iter().map(|arrival| Tagged::new(a, &course, frozen, arrival)).collect();
    let moves = Moves::new(a, &course);
    (0..).map(move |distance| {
        if distance > 0 {
            held.step(a, &course, frozen);
            for tagged in &mut tagged {
                tagged.step(a, &course, &moves);
            }
        }
        let false_negative_rate = a.sum(tagged.iter().map(|tagged| tagged.false_negative(a)));
        Forgetting { distance, false_negative_rate, cleared: held.cleared.clone() }
    })
}
