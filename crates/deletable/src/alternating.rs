//! Inclusion–exclusion over the cells of one query.

use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::combinatorics::alternating_sum;

/// Σ_t (−1)^t moments_t · avoided_t: the probability that all D of a random item's cells have a property, from the
/// moments E\[C(D, t)\] and the probabilities `avoided(t)` that t given cells all lack it.
pub(crate) fn all_cells<A: Arithmetic>(
    a: &A,
    moments: &[A::Number],
    mut avoided: impl FnMut(usize) -> A::Number,
) -> A::Number {
    alternating_sum(a, moments.iter().enumerate().map(|(t, moment)| moment.clone() * avoided(t)))
}
