//! Routes of any size against the direct sweep, plans against exhaustive search, and the limit of infinitely many bits.

use bloomlab_exact::Multiprecision;
use bloomlab_numbers::{Bound, Double, Number, Phases, Sampling::WithReplacement, Shape, Target};
use bloomlab_recycling::*;

use crate::support::{BOTH, dropping, error, filter, shape};

const PHASES: [Phases; 2] = [Phases::One, Phases::Two];

/// The closed form against a sweep, whose own error is far below; false if the cycle has not settled.
fn is_settled(shape: Shape, phases: Phases, swept: AtSigma, most: f64) -> bool {
    let filter = SigmaBounded::new(shape, swept.sigma).unwrap();
    let Some(point) = settled_rate(filter, phases) else { return false };
    let worst = error(point.rate, swept.rate)
        .max(error(point.messages_per_cycle, swept.messages_per_cycle))
        .max(error(point.published_rate, swept.published_rate));
    assert!(worst <= most, "{filter:?} {phases:?}: {worst:.1e}");
    true
}

#[test]
fn the_closed_form_of_small_filters() {
    for sampling in BOTH {
        for (bits, k) in [(1000, 1), (100_000, 2), (40_000, 5), (20_000, 8), (60_000, 21), (100_000, 40)] {
            let (shape, step) = (shape(bits, k, sampling), bits as usize / 29);
            let one = Sweep::new(shape).step_by(step).filter(|swept| is_settled(shape, Phases::One, *swept, 1e-13));
            let two = TwoPhaseSweep::new(shape).step_by(step);
            let two = two.filter(|swept| is_settled(shape, Phases::Two, *swept, 3e-13));
            assert!(one.count() > 8 && two.count() > 8, "{shape:?}");
        }
    }
}

#[test]
fn what_has_not_settled_is_not_given() {
    let given = |bits, k, sigma| settled_rate(filter(bits, k, WithReplacement, sigma), Phases::One).is_some();
    assert!(!given(1 << 40, 8, 1 << 20) && given(1 << 40, 8, 1 << 26) && !given(100, 2, 50));
    // a series of more terms than are summed
    assert!(!given(1 << 40, 8, (1 << 40) - 1));
    // nothing has to settle under one hash function
    for sigma in 1..40 {
        let filter = filter(40, 1, WithReplacement, sigma);
        let (exact, at) = (one_phase(&Double, filter), settled_rate(filter, Phases::One).unwrap());
        assert!(error(at.messages_per_cycle, exact.messages_per_cycle) < 1e-14);
        assert!(error(at.rate, exact.rate) < 1e-14);
    }
}

/// Up to a hundred million bits, many hash functions, nearly empty and nearly full.
#[test]
fn the_closed_form_of_large_filters() {
    for sampling in BOTH {
        for (bits, k, sigma, phases) in [
            (1_000_000, 11, 120_007, Phases::One),
            (1_000_000, 2, 996_000, Phases::One),
            (2_000_000, 46, 900_001, Phases::One),
            (100_000_000, 6, 60_661_234, Phases::One),
            (400_000, 6, 100_001, Phases::Two),
            (400_000, 5, 200_003, Phases::Two),
        ] {
            let filter = filter(bits, k, sampling, sigma);
            let swept = swept_rate(filter, phases);
            assert!(is_settled(filter.shape(), phases, swept, accuracy::SETTLED), "{filter:?}");
        }
    }
}

#[test]
fn large_filters_are_settled_and_hopeless_ones_refused() {
    let rate = |filter| sigma_bounded_rate(filter, Phases::One);
    for sampling in BOTH {
        for (k, c) in [(1, 0.5), (6, 0.5), (6, 0.75), (4, 0.25), (12, 0.5)] {
            let large = filter(1 << 40, k, sampling, (c * (1_u64 << 40) as f64) as u64);
            let (point, route) = rate(large).unwrap();
            assert_eq!(route, Route::Settled);
            let limit = infinite_average(large, Phases::One).unwrap();
            assert!(
                error(point.messages_per_cycle, limit.messages_per_bit * (1_u64 << 40) as f64) < 1e-10,
                "{point:?}"
            );
            assert!(error(point.rate, limit.rate) < 3e-10, "{point:?} {limit:?}");
        }
    }
    assert_eq!(rate(filter(1 << 40, 6, WithReplacement, 5)).unwrap().1, Route::Sweep);
    // a full filter is too near
    let refused = rate(filter(1 << 62, 64, WithReplacement, (1 << 62) - 1)).unwrap_err();
    assert!(refused.name == "sigma" && refused.needs.starts_with("sigma ≤ 828503,"), "{refused}");
    // the edge of the range: as many bits as a number can have
    let most = i64::MAX as u64;
    let (point, _) = rate(filter(most, 6, WithReplacement, most / 2)).unwrap();
    assert!(point.rate.is_finite() && point.messages_per_cycle > 1e17);
}

fn target(rate: f64) -> Target {
    Target::new(rate).unwrap()
}

#[test]
fn capacity_is_the_largest_threshold_that_meets_the_target() {
    for sampling in BOTH {
        for (bits, k, goal) in [(40, 3, 0.1), (25, 1, 0.3), (30, 4, 0.01), (30, 2, 0.9), (333, 5, 1e-9), (333, 5, 0.5)]
        {
            for phases in PHASES {
                // the generic models, which do not pass over states as the search does
                let at = |sigma| match filter(bits, k, sampling, sigma) {
                    filter if phases == Phases::One => one_phase(&Double, filter),
                    filter => Average { rate: dropping(&Double, filter).rate, ..one_phase(&Double, filter) },
                };
                let best = (0..bits).rev().find(|&sigma| at(sigma).rate <= goal).unwrap();
                let (point, route) = capacity(shape(bits, k, sampling), phases, target(goal)).unwrap();
                assert_eq!((point.sigma, route), (best, Route::Sweep));
                assert!(error(point.messages_per_cycle, at(best).messages_per_cycle) < 1e-13);
            }
        }
    }
    // in closed form: the threshold that the sweep finds, too
    for k in [2, 6] {
        let shape = shape(2_000_003, k, WithReplacement);
        let (point, route) = capacity(shape, Phases::One, target(0.01)).unwrap();
        assert_eq!(route, Route::Settled);
        let swept = Sweep::new(shape).take_while(|point| point.rate <= 0.01).last().unwrap();
        assert_eq!(point.sigma, swept.sigma);
    }
}

#[test]
fn plans_at_a_thousand_bits() {
    let goal = target(0.01);
    let sigma_bounded = plan_sigma_bounded(1000, WithReplacement, Phases::One, goal, None).unwrap();
    assert_eq!((sigma_bounded.hashes, sigma_bounded.bound), (6, Bound::Sigma(606)));
    assert_eq!(format!("{:.1}", sigma_bounded.messages_per_cycle), "155.9");
    let worst = plan_worst_case(1000, WithReplacement, goal, None).unwrap().unwrap();
    assert_eq!((worst.hashes, worst.bound), (7, Bound::Messages(104)));
    assert!(worst.rate < 0.002);
    let full = |n| worst_case_rate(&Multiprecision::new(100), shape(1000, 7, WithReplacement), n).to_f64();
    assert!(full(104) <= 0.01 && full(105) > 0.01);
    let by_messages = plan_n_bounded(1000, WithReplacement, goal, None).unwrap();
    let (limit, shape) = (by_messages.bound.value(), shape(1000, by_messages.hashes, WithReplacement));
    let at = |limit| n_bounded(&Double, NBounded::new(shape, limit).unwrap());
    assert!(at(limit).exact <= 0.01 && at(limit + 1).exact > 0.01);
    let (f_o, f_a) = published_bound_capacities(shape, goal).unwrap();
    assert!(f_o >= f_a && f_a >= limit && limit > 104, "{f_o} {f_a} {limit}");
    assert!(at(f_o).f_o <= 0.01 && at(f_o + 1).f_o > 0.01);
    assert!(at(f_a).f_a <= 0.01 && at(f_a + 1).f_a > 0.01);
    // nothing but the message that is forgotten: one hash function does
    let nothing = plan_sigma_bounded(1000, WithReplacement, Phases::One, target(1e-300), None).unwrap();
    assert_eq!((nothing.hashes, nothing.messages_per_cycle.round()), (1, 1.0));
}

#[test]
fn the_best_number_of_hashes_is_the_best_of_all() {
    for (bits, goal, phases, most) in [
        (20, 1e-5, Phases::One, 64),
        (64, 1e-15, Phases::One, 64),
        (100, 1e-8, Phases::Two, 64),
        (300, 0.05, Phases::One, 40),
        (900, 1e-3, Phases::Two, 40),
        (1000, 0.01, Phases::One, 40),
        (1 << 30, 0.01, Phases::One, 12),
    ] {
        let plan = |hashes| plan_sigma_bounded(bits, WithReplacement, phases, target(goal), hashes).unwrap();
        let all = (1..=most).map(|k| plan(Some(k)).messages_per_cycle).fold(0.0, f64::max);
        assert_eq!(plan(None).messages_per_cycle, all, "{:?}", plan(None));
    }
    assert!(plan_sigma_bounded(1001, WithReplacement, Phases::Two, target(0.01), None).is_err());
}

#[test]
fn message_limits_of_large_filters_are_not_planned() {
    let by_messages = plan_n_bounded(1 << 40, WithReplacement, target(0.01), None).unwrap_err();
    let worst = plan_worst_case(1 << 40, WithReplacement, target(0.01), None).unwrap_err();
    assert_eq!([by_messages.name, worst.name], ["bits"; 2]);
    assert_eq!(plan_worst_case(8, WithReplacement, target(1e-5), None).unwrap(), None);
}

/// P; one phase and its k; two phases and their k; the ratio and the formula that it follows, to the digits given.
const LIMITS: [(f64, f64, u64, f64, u64, f64, f64); 6] = [
    (1e-2, 0.1553376534, 6, 0.1010056072, 7, 1.537911, 1.4962),
    (1e-3, 0.0954990882, 8, 0.0684173150, 10, 1.395832, 1.3885),
    (1e-5, 0.0525495111, 14, 0.0414618100, 17, 1.267420, 1.2694),
    (1e-10, 0.0240785123, 30, 0.0208288707, 33, 1.156016, 1.1577),
    (1e-15, 0.0154728830, 46, 0.0138994789, 50, 1.113199, 1.1143),
    (1e-20, 0.0113664286, 62, 0.0104280008, 67, 1.089991, 1.0907),
];

/// The capacity of infinitely many bits; a filter of ten million is within a thousandth of it.
#[test]
fn reference_capacities() {
    let both = |rate| PHASES.map(|phases| capacity_limit(phases, target(rate)));
    for (rate, one, one_hashes, two, two_hashes, ratio, limit) in LIMITS {
        let found = both(rate);
        assert_eq!(found.map(|at| at.hashes), [one_hashes, two_hashes], "{rate}");
        let near = |value: f64, expected: f64, half_digit: f64| {
            assert!((value - expected).abs() <= 1.001 * half_digit, "{rate}: {value} {expected}");
        };
        near(found[0].messages_per_bit, one, 5e-11);
        near(found[1].messages_per_bit, two, 5e-11);
        near(found[0].messages_per_bit / found[1].messages_per_bit, ratio, 5e-7);
        let log = -libm::log(rate);
        near(1.0 / (1.0 - libm::log(log) / log), limit, 5e-5);
    }
    // one phase holds a tenth more down to rates that no filter needs to keep
    let [at_4, at_2] = [4e-18, 2e-18].map(|rate| both(rate).map(|at| at.messages_per_bit));
    assert!(at_4[0] / at_4[1] > 1.1 && at_2[0] / at_2[1] < 1.1, "{at_4:?} {at_2:?}");
    for (phases, limit) in PHASES.into_iter().zip(both(1e-3)) {
        let plan = plan_sigma_bounded(10_000_000, WithReplacement, phases, target(1e-3), None).unwrap();
        let filters = if phases == Phases::Two { 2.0 } else { 1.0 };
        assert!(error(filters * plan.messages_per_cycle / 1e7, limit.messages_per_bit) < 1e-3, "{phases:?} {limit:?}");
    }
}
