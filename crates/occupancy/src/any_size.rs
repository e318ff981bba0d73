//! P(N, M, K) at any size, by the route that takes less.

use bloomlab_numbers::AnalyticArithmetic;

use crate::contour::{self, Bounded};
use crate::{BallsInBins, Cost, bonferroni};

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

/// Whether Bonferroni's sum takes less. The contour has closed forms for K = 0, K = N and K > M. Else the fewer steps count, those of Bonferroni's sum as many times as it
/// has more bits.
fn is_alternating(shape: BallsInBins, occupied: u64, bits: u32) -> bool {
    if occupied == 0 || occupied >= shape.balls() || occupied > shape.bins() {
        return false;
    }
    let wider = 1.0 + bonferroni::lost_bits(shape, occupied) / f64::from(bits.max(1));
    bonferroni::cost(shape, occupied, bits).steps * wider < contour::cost(shape, occupied, bits + digits(shape)).steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution;
    use bloomlab_exact::{Enclosures, Rationals};

    #[test]
    fn either_route_gives_the_probability_within_its_bound() {
        let mut taken = [0, 0];
        for (balls, bins) in [(1, 1), (20, 32), (40, 3), (100, 1), (200, 2), (200, 5), (900, 30), (1687, 7), (3000, 2)]
        {
            let shape = BallsInBins::new(balls, bins).unwrap();
            for occupied in 0..=bins + 1 {
                let exact = distribution::by_eq_10(&Rationals, shape, occupied);
                let a = Enclosures::new(120 + lost_bits(shape, occupied, 100));
                let bounded = probability(&a, shape, occupied, 100);
                let enclosure = bounded.value.widened_by(&bounded.error_bound);
                assert!(enclosure.contains(&exact), "{shape:?} {occupied}: {enclosure:?}");
                assert!(enclosure.relative_width() < 1e-27, "{shape:?} {occupied}: {enclosure:?}");
                taken[usize::from(is_alternating(shape, occupied, 100))] += 1;
            }
        }
        assert!(taken.iter().all(|count| *count > 20), "{taken:?}");
    }

    #[test]
    fn what_is_taken_suffices_at_the_largest_sizes() {
        for (balls, bins) in [(1 << 62, 1 << 62), (1 << 62, 1 << 57), (1 << 62, 100), (1 << 30, 1 << 25), (10_000, 100)]
        {
            let shape = BallsInBins::new(balls, bins).unwrap();
            let mode = distribution::mean(&bloomlab_numbers::Double, shape) as u64;
            let a = Enclosures::new(120 + lost_bits(shape, mode, 100));
            let bounded = probability(&a, shape, mode, 100);
            let enclosure = bounded.value.widened_by(&bounded.error_bound);
            assert!(enclosure.relative_width() < 1e-27, "{shape:?} {mode}: {enclosure:?}");
        }
    }
}
