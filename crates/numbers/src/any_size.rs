//! P(N, M, K) at any size, by the route that has few terms.

use crate::{
    AnalyticArithmetic, BallsInBins, bonferroni,
    contour::{self, Bounded},
};

/// P(N, M, K), with an error bound of about 2^−`bits` of the value: by inclusion–exclusion where few bins are likely to be empty
/// ([`bonferroni`]), and by Cauchy's formula elsewhere ([`contour`]).
///
/// An arithmetic needs [`lost_bits`] bits more than the result is to have.
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

/// The binary digits of the larger of N and M. The contour's bound is relative to 1, and its probabilities are about 1/√N.
fn digits(shape: BallsInBins) -> u32 {
    u64::BITS - shape.balls().max(shape.bins()).leading_zeros()
}

/// The most empty bins for which the alternating sum is taken: at least e^4, with some hundred terms that lose some hundred bits, and more
/// where it loses fewer bits than are asked for. With more of them the contour has few terms, since no occupied bin holds many balls.
fn ln_most_empty(bits: u32) -> f64 {
    libm::log(f64::from(bits) / 3.0).max(4.0)
}

/// Returns true if the alternating sum is taken. The contour has closed forms for K = 0, K = N and K > M.
pub fn is_alternating(shape: BallsInBins, occupied: u64, bits: u32) -> bool {
    let is_closed = occupied == 0 || occupied >= shape.balls() || occupied > shape.bins();
    !is_closed && bonferroni::ln_empty(shape, occupied) <= ln_most_empty(bits)
}
