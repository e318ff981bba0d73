//! P(N, M, K) at any size: both routes against rationals, and the precision that each needs.

use bloomlab_exact::{Enclosures, Rationals};
use bloomlab_numbers::any_size::{is_alternating, lost_bits, probability};
use bloomlab_numbers::{BallsInBins, Double, distribution};

#[test]
fn either_route_gives_the_probability_within_its_bound() {
    let mut taken = [0, 0];
    for (balls, bins) in
        [(1, 1), (20, 32), (40, 3), (100, 1), (200, 2), (200, 5), (900, 30), (1687, 7), (3000, 2), (200, 150)]
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
    for (balls, bins) in [(1 << 62, 1 << 62), (1 << 62, 1 << 57), (1 << 62, 100), (1 << 30, 1 << 25), (10_000, 100)] {
        let shape = BallsInBins::new(balls, bins).unwrap();
        let mode = distribution::mean(&Double, shape) as u64;
        let a = Enclosures::new(120 + lost_bits(shape, mode, 100));
        let bounded = probability(&a, shape, mode, 100);
        let enclosure = bounded.value.widened_by(&bounded.error_bound);
        assert!(enclosure.relative_width() < 1e-27, "{shape:?} {mode}: {enclosure:?}");
    }
}
