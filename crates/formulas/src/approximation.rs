//! The formulas that are not the false-positive rate, though often taken for it.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, Number};

use crate::Shape;

/// The classic formula, (1 − (1 − 1/m)^(kn))^k: Christensen et al. (2010), eq. 1.
///
/// Never above the exact rate with replacement (Hölder's inequality); equal iff k = 1, m = 1 or n = 0.
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn classic<A: Arithmetic>(a: &A, shape: Shape) -> A::Number {
    a.some_hit(1, shape.bits(), shape.balls()).pow(shape.hashes())
}

/// The limit of the classic formula for many bits, (1 − e^(−kn/m))^k: Christensen et al. (2010), after eq. 1.
///
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn classic_limit<A: AnalyticArithmetic>(a: &A, shape: Shape) -> A::Number
where
    A::Number: Analytic,
{
    a.one_minus_exp_minus(a.ratio(shape.balls(), shape.bits())).pow(shape.hashes())
}

/// Bloom's own formula, (1 − (1 − k/m)^n)^k: Bloom (1970), as Christensen et al. (2010) give it in eq. 19.
///
/// (1 − k/m)^n is the exact mean share of clear bits when an item's positions are distinct; as a rate it then
/// lies on or above the exact one without replacement. Domain: k ≤ m, otherwise `None`.
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn bloom_1970<A: Arithmetic>(a: &A, shape: Shape) -> Option<A::Number> {
    let (bits, items, hashes) = (shape.bits(), shape.items(), shape.hashes());
    (hashes <= bits).then(|| a.some_hit(hashes, bits, items).pow(hashes))
}
