//! Order of the formulas, monotony and containment at every size; the accuracy of doubles is the business of `crosscheck`'s grid.

use bloomlab_exact::{Certified, Enclosures, Rationals, certify};
use bloomlab_formulas::{Load, approximation, coverage, exact, inclusion_exclusion};
use bloomlab_numbers::{BallsInBins, Double, contour, distribution};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn loads(bits: u64, items: u64, hashes: u64) -> impl Strategy<Value = Load> {
    (1..=bits, 0..=items, 1..=hashes).prop_map(|(m, n, k)| Load::new(m, n, k).unwrap())
}

/// Any m up to 2^59, any load from next to nothing to several times full, k up to 60.
fn loads_of_any_size() -> impl Strategy<Value = Load> {
    (0.0..59.0f64, -40.0..3.0f64, 1..=60u64).prop_map(|(log_bits, log_load, k)| {
        let bits = log_bits.exp2() as u64;
        let items = (bits as f64 * log_load.exp2() / k as f64) as u64;
        Load::new(bits.max(1), items, k).unwrap()
    })
}

fn certified(load: Load) -> Certified {
    certify(20, |a| inclusion_exclusion::rate(a, load)).unwrap()
}

/// Relative difference; 0 for equal values (both may be 0).
fn off(value: f64, truth: f64) -> f64 {
    if value == truth { 0.0 } else { (value / truth - 1.0).abs() }
}

proptest! {
    // a fixed seed: a red run means a change of the code
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Default::default() })]

    #[test]
    fn exact_is_at_least_classic_with_equality_where_it_should_be(load in loads(40, 12, 6)) {
        let exact = inclusion_exclusion::rate(&Rationals, load);
        let classic = approximation::classic(&Rationals, load);
        prop_assert!(exact >= classic);
        let degenerate = load.hashes() == 1 || load.bits() == 1 || load.items() == 0;
        prop_assert_eq!(exact == classic, degenerate);
    }

    #[test]
    fn more_items_never_lower_the_rate(load in loads(40, 12, 6)) {
        let more = Load::new(load.bits(), load.items() + 1, load.hashes()).unwrap();
        prop_assert!(inclusion_exclusion::rate(&Rationals, load) <= inclusion_exclusion::rate(&Rationals, more));
    }

    #[test]
    fn bloom_1970_bounds_the_rate_without_replacement(load in loads(40, 12, 6)) {
        if let Ok(distinct) = load.without_replacement() {
            let exact = inclusion_exclusion::rate(&Rationals, distinct);
            prop_assert!(approximation::bloom_1970(&Rationals, load).unwrap() >= exact);
        } else {
            prop_assert!(approximation::bloom_1970(&Rationals, load).is_err());
        }
    }

    #[test]
    fn positive_routes_need_no_extra_precision(load in loads_of_any_size()) {
        // what is lost is the rounding of 1 − t/m, amplified by the up to 2^65 balls, and little else
        let enclosure = coverage::rate(&Enclosures::new(53 + 66), load);
        prop_assert!(enclosure.relative_width() < 1e-12, "{:?}", enclosure);
        prop_assert!(enclosure.overlaps(&certified(load).enclosure));
    }

    #[test]
    fn contour_contains_the_rational_and_is_narrow(balls in 0..30u64, bins in 1..30u64, occupied in 0..32u64) {
        let shape = BallsInBins::new(balls, bins).unwrap();
        let exact = distribution::by_eq_10(&Rationals, shape, occupied);
        let bounded = contour::probability(&Enclosures::new(300), shape, occupied, 200);
        let enclosure = bounded.value.widened_by(&bounded.error_bound);
        prop_assert!(enclosure.contains(&exact), "{enclosure:?} {exact}");
        prop_assert!(enclosure.relative_width() < 1e-55, "{}", enclosure.relative_width());
    }
}

/// Few angles bring the tail of the error bound to its end, where every bin holds one ball: all distances between balls and
/// bins up to 40, that end among them.
#[test]
fn contour_contains_the_rational_at_the_end_of_its_tail() {
    for (balls, bits) in (2..=40).flat_map(|balls| [4, 8, 16].map(|bits| (balls, bits))) {
        let shape = BallsInBins::new(balls, 50).unwrap();
        for occupied in 1..=balls {
            let bounded = contour::probability(&Enclosures::new(128), shape, occupied, bits);
            let enclosure = bounded.value.widened_by(&bounded.error_bound);
            let exact = distribution::by_eq_10(&Rationals, shape, occupied);
            assert!(enclosure.contains(&exact), "{balls} balls, {occupied} bins, {bits} bits: {enclosure:?} {exact}");
        }
    }
}

#[test]
fn contour_reaches_sizes_nothing_else_does() {
    // the probabilities of the largest filters: near the mode they are those of a normal distribution to O(1/S)
    for (log_balls, log_bins) in [(30, 30), (40, 41), (62, 62), (62, 40), (40, 62)] {
        let shape = BallsInBins::new(1 << log_balls, 1 << log_bins).unwrap();
        let mean = certify(25, |a| distribution::mean(a, shape)).unwrap().to_f64();
        let variance = certify(25, |a| distribution::variance(a, shape)).unwrap().to_f64();
        if variance < 100.0 {
            continue; // all bins occupied, or no two balls together
        }
        let occupied = mean as u64;
        let probability = certify(17, |a| {
            let bounded = contour::probability(a, shape, occupied, a.bits());
            bounded.value.widened_by(&bounded.error_bound)
        });
        let normal =
            (-(occupied as f64 - mean).powi(2) / (2.0 * variance)).exp() / (std::f64::consts::TAU * variance).sqrt();
        assert!(off(probability.unwrap().to_f64(), normal) < 3.0 / variance.sqrt(), "{shape:?}");
    }
}

/// Inclusion–exclusion loses about 12 digits more than a double has there, and gives −1.02e-11.
#[test]
fn doubles_are_not_led_where_they_lose_their_digits() {
    let load = Load::new(1 << 20, 1000, 20).unwrap();
    let truth = certified(load).to_f64();
    assert!((truth / 3.36e-35 - 1.0).abs() < 1e-2, "{truth}");
    assert!(off(exact::rate(&Double, load).unwrap(), truth) < 1e-12);
    // the route is still there under its own name, with its loss
    assert!(off(inclusion_exclusion::rate(&Double, load), truth) > 1.0);
}
