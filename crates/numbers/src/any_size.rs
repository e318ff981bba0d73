//! P(N, M, K) at any size, by the route that takes less.

use crate::{
    AnalyticArithmetic, BallsInBins, Cost, bonferroni,
    contour::{self, Bounded},
};

/// P(N, M, K), with an error bound of about 2^−`bits` of the value: by inclusion–exclusion where few bins are likely to be empty
/// ([`bonferroni`]), and by Cauchy's formula elsewhere ([`contour`]).
///
/// An arithmetic needs [`lost_bits`] bits more than the result is to have. Steps: [`cost`].
pub fn probability<A: AnalyticArithmetic>(a: &A, shape: BallsInBins, occupied: u64, bits: u32) -> Bounded<A::Number> {
    match is_alternating(shape, occupied, bits) {
        true => bonferroni::probability(a, shape, occupied, bits),
        false => contour::probability(a, shape, occupied, bits + digits(shape)),
    }
}

/// The bits by which the arithmetic of [`probability`] is to exceed `bits`.
pub fn lost_bits(shape: BallsInBins, occupied: u64, bits: u32) -> u32 {
    let lost = match is_alternating(shape, occupied, bits) {
        true => bonferroni::lost_bits(shape, occupied),
        // log2 N for each of N ln N, of a power to K and of an angle times N
        false => 3.0 * f64::from(digits(shape)),
    };
    lost as u32
}

/// The cost of [`probability`].
pub fn cost(shape: BallsInBins, occupied: u64, bits: u32) -> Cost {
    match is_alternating(shape, occupied, bits) {
        true => bonferroni::cost(shape, occupied, bits),
        false => contour::cost(shape, occupied, bits + digits(shape)),
    }
}

/// The binary digits of the larger of N and M. The contour's bound is relative to 1, and its probabilities are about 1/√N.
fn digits(shape: BallsInBins) -> u32 {
    u64::BITS - shape.balls().max(shape.bins()).leading_zeros()
}

/// Returns true if the alternating sum takes less. The contour has closed forms for K = 0, K = N and K > M. Else the fewer steps count, those of Bonferroni's sum as many times as it
/// has more bits.
pub fn is_alternating(shape: BallsInBins, occupied: u64, bits: u32) -> bool {
    if occupied == 0 || occupied >= shape.balls() || occupied > shape.bins() {
        return false;
    }
    let wider = 1.0 + bonferroni::lost_bits(shape, occupied) / f64::from(bits.max(1));
    bonferroni::cost(shape, occupied, bits).steps * wider < contour::cost(shape, occupied, bits + digits(shape)).steps
}
