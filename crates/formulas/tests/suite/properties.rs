//! What must hold for every size: order of the formulas, monotony, containment, and the accuracy the docs claim.

use bloomlab_exact::{Certified, Enclosures, Rationals, certify, certify_at_most};
use bloomlab_formulas::{
    Formula, Load,
    accuracy::{EXACT_LEAST, EXACT_MOST_HASHES, EXACT_OF_MANY_HASHES},
    approximation, christensen, coverage, exact, inclusion_exclusion,
};
use bloomlab_numbers::{Arithmetic, BallsInBins, Double, NaiveDouble, bonferroni, contour, distribution};
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
    fn enclosures_contain_the_rational(load in loads(40, 12, 6), bits in 30u32..200) {
        let a = Enclosures::new(bits);
        let exact = inclusion_exclusion::rate(&Rationals, load);
        prop_assert!(inclusion_exclusion::rate(&a, load).contains(&exact));
        prop_assert!(coverage::rate(&a, load).contains(&exact));
        prop_assert!(christensen::by_recursion(&a, load).contains(&exact));
        prop_assert!(christensen::closed(&a, load).contains(&exact));
        prop_assert!(approximation::classic(&a, load).contains(&approximation::classic(&Rationals, load)));
    }

    #[test]
    fn positive_routes_need_no_extra_precision(load in loads_of_any_size()) {
        // what is lost is the rounding of 1 − t/m, amplified by the up to 2^65 balls, and little else
        let enclosure = coverage::rate(&Enclosures::new(53 + 66), load);
        prop_assert!(enclosure.relative_width() < 1e-12, "{:?}", enclosure);
        prop_assert!(enclosure.overlaps(&certified(load).enclosure));
    }

    #[test]
    fn doubles_keep_twelve_digits_at_any_size(load in loads_of_any_size()) {
        let truth = certified(load).to_f64();
        if truth > 1e-290 || truth == 0.0 {
            let double = exact::rate(&Double, load).unwrap();
            prop_assert!(off(double, truth) < 1e-12, "{double} for {truth}");
        }
        let tolerance = 8.0 * (load.hashes() + 1) as f64 * f64::EPSILON;
        let classic = certify(20, |a| approximation::classic(a, load)).unwrap().to_f64();
        if classic > 1e-290 {
            prop_assert!(off(approximation::classic(&Double, load), classic) < tolerance);
            let limit = certify(20, |a| approximation::classic_limit(a, load)).unwrap().to_f64();
            prop_assert!(off(approximation::classic_limit(&Double, load), limit) < tolerance);
        }
    }

    #[test]
    fn doubles_keep_twelve_digits_without_replacement(load in loads_of_any_size()) {
        if let Ok(distinct) = load.without_replacement() {
            let route = |a: &Enclosures| inclusion_exclusion::rate(a, distinct);
            let truth = certify(20, route).unwrap().to_f64();
            if truth > 1e-290 || truth == 0.0 {
                let double = exact::rate(&Double, distinct).unwrap();
                prop_assert!(off(double, truth) < 1e-12, "{double} for {truth}");
            }
        }
    }

    #[test]
    fn the_recursion_keeps_twelve_digits_in_doubles(load in loads(3000, 1000, 10)) {
        prop_assert!(off(christensen::by_recursion(&Double, load), certified(load).to_f64()) < 1e-12);
    }

    #[test]
    fn careful_powers_keep_the_accuracy_they_claim(log_bins in 0.0..62.0f64, share in 0.0..=1.0f64, log_balls in 0.0..62.0f64) {
        let (bins, balls) = (log_bins.exp2() as u64, log_balls.exp2() as u64);
        let targets = ((bins as f64 * share) as u64).min(bins);
        // what even MPFR's exponents cannot hold must be 0 in a double
        let miss = certify_at_most(20, 2048, |a| a.all_miss(targets, bins, balls)).map_or(0.0, |miss| miss.to_f64());
        if miss < 1e-300 {
            prop_assert!(Double.all_miss(targets, bins, balls) < 2e-300);
        } else {
            let tolerance = (2.0 - 2.0 * miss.ln()) * f64::EPSILON;
            prop_assert!(off(Double.all_miss(targets, bins, balls), miss) <= tolerance);
        }
        let hit = certify_at_most(20, 2048, |a| a.some_hit(targets, bins, balls)).map_or(1.0, |hit| hit.to_f64());
        prop_assert!(off(Double.some_hit(targets, bins, balls), hit) <= 8.0 * f64::EPSILON);
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
    assert_eq!(Formula::best(&Double, load), Formula::Coverage);
    assert_eq!(Formula::best(&Rationals, load), Formula::InclusionExclusion);
    // the route is still there under its own name, with its loss
    assert!(off(inclusion_exclusion::rate(&Double, load), truth) > 1.0);
    for (bits, items, hashes) in [(16, 1, 2), (1000, 60, 12), (1 << 40, 1 << 20, 60), (1 << 59, 3, 8)] {
        let load = Load::new(bits, items, hashes).unwrap();
        for load in [load, load.without_replacement().unwrap()] {
            assert_ne!(Formula::best(&Double, load), Formula::InclusionExclusion);
            assert_ne!(Formula::best(&NaiveDouble, load), Formula::InclusionExclusion);
        }
    }
}

#[test]
fn doubles_keep_eleven_digits_of_many_hash_functions() {
    for (bits, items, hashes) in [
        (1 << 10, 8, 61),
        (1 << 12, 30, 128),
        (1 << 30, 1 << 24, 128),
        (3000, 12, 256),
        (1 << 40, 1 << 32, 300),
        (4000, 8, 512),
    ] {
        let load = Load::new(bits, items, hashes).unwrap();
        let truth = certified(load).to_f64();
        assert!(truth > EXACT_LEAST && hashes <= EXACT_MOST_HASHES, "{load:?} {truth}");
        let error = off(exact::rate(&Double, load).unwrap(), truth);
        assert!(error < EXACT_OF_MANY_HASHES, "{load:?} {truth}: {error}");
    }
}

#[test]
fn too_many_steps_are_refused_and_not_tried() {
    let load = Load::new(1 << 40, 1 << 20, 1 << 20).unwrap();
    let errors = [exact::rate(&Double, load).unwrap_err(), exact::rate(&Rationals, load).unwrap_err()];
    for error in errors.map(|error| error.to_string()) {
        assert!(error.starts_with("hashes = 1048576 is out of domain: needs at most 2e9 steps"), "{error}");
    }
    // many hash functions on few bits are no obstacle
    let load = Load::new(32, 1, 1_000_000).unwrap();
    assert!((exact::rate(&Double, load).unwrap() - 1.0).abs() < 1e-12);
}

#[test]
fn few_bins_under_many_balls() {
    for (balls, bins) in [(40, 3), (200, 5), (1000, 4), (3000, 2)] {
        let shape = BallsInBins::new(balls, bins).unwrap();
        for occupied in 0..=bins + 1 {
            let exact = distribution::by_eq_10(&Rationals, shape, occupied);
            for bits in [1, 20, 60] {
                let bounded = bonferroni::probability(&Enclosures::new(200), shape, occupied, bits);
                let enclosure = bounded.value.widened_by(&bounded.error_bound);
                assert!(enclosure.contains(&exact), "{shape:?} {occupied} {bits}");
                let width = enclosure.relative_width();
                assert!(width < libm::exp2(1.0 - f64::from(bits)), "{shape:?} {occupied} {enclosure:?}");
            }
        }
    }
    // where both routes reach, they agree
    let shape = BallsInBins::new(1 << 20, 4096).unwrap();
    for occupied in [1048, 2000, 4096] {
        let a = Enclosures::new(400);
        let [few, contour] =
            [bonferroni::probability(&a, shape, occupied, 300), contour::probability(&a, shape, occupied, 300)]
                .map(|bounded| bounded.value.widened_by(&bounded.error_bound));
        assert!(few.overlaps(&contour) && few.relative_width() < 1e-60, "{few:?} {contour:?}");
    }
}
