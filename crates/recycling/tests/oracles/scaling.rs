//! Routes of any size against the direct sweep, and plans against exhaustive search.
use bloomlab_exact::Multiprecision;
use bloomlab_numbers::{
    Bound, Double, Number, OutOfDomain, Parameter, Phases,
    Sampling::{WithReplacement, WithoutReplacement},
    Target,
};
use bloomlab_recycling::*;

use crate::support::{BOTH, dropping, filter, shape};

/// The closed form against a sweep, whose own error is far below; `None` where the cycle has not settled.
fn check(filter: SigmaBounded, phases: Phases, swept: AtSigma, most: f64) -> Option<()> {
    let point = settled_rate(filter, phases)?;
    let error = |ours: f64, truth: f64| (ours / truth - 1.0).abs();
    let worst = error(point.rate, swept.rate)
        .max(error(point.messages_per_cycle, swept.messages_per_cycle))
        .max(error(point.published_rate, swept.published_rate));
    assert!(worst <= most, "{filter:?} {phases:?}: {worst:.1e}");
    Some(())
}

#[test]
fn the_closed_form_of_small_filters() {
    for sampling in BOTH {
        for (bits, k) in [(1000, 1), (100_000, 2), (40_000, 5), (20_000, 8), (60_000, 21), (100_000, 40)] {
            let shape = shape(bits, k, sampling);
            let thresholds = |swept: &AtSigma| swept.sigma.is_multiple_of(bits / 29);
            let at = |swept: &AtSigma| SigmaBounded::new(shape, swept.sigma).unwrap();
            let one = |swept: AtSigma| check(at(&swept), Phases::One, swept, 1e-13);
            let two = |swept: AtSigma| check(at(&swept), Phases::Two, swept, 3e-13);
            assert!(Sweep::new(shape).filter(thresholds).filter_map(one).count() > 8, "{shape:?}");
            assert!(TwoPhaseSweep::new(shape).step_by(bits as usize / 29).filter_map(two).count() > 8, "{shape:?}");
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
        assert!((at.messages_per_cycle / exact.messages_per_cycle - 1.0).abs() < 1e-14);
        assert!((at.rate / exact.rate - 1.0).abs() < 1e-14);
    }
}

/// One million, ten and a hundred million bits (three seconds of sweeping), and many hash functions.
#[test]
fn the_closed_form_of_large_filters() {
    let million: &[u64] = &[50_001, 120_007, 500_000, 606_123, 799_999, 970_001, 996_000];
    let mut all = Vec::new();
    for sampling in BOTH {
        all.extend([1, 2, 3, 5, 6, 8, 11, 16].map(|k| (sampling, 1_000_000, k, million)));
        all.push((sampling, 10_000_000, 6, &[6_000_000]));
    }
    all.push((WithReplacement, 100_000_000, 6, &[30_000_001, 60_661_234]));
    all.extend([(WithReplacement, 2_000_000, 30, &[1_000_003][..]), (WithReplacement, 2_000_000, 46, &[900_001])]);
    for (sampling, bits, k, wanted) in all {
        let shape = shape(bits, k, sampling);
        for point in Sweep::new(shape).take_while(|point| point.sigma <= wanted[wanted.len() - 1]) {
            let filter = SigmaBounded::new(shape, point.sigma).unwrap();
            let is_wanted = wanted.contains(&point.sigma);
            assert!(!is_wanted || check(filter, Phases::One, point, accuracy::SETTLED).is_some(), "{point:?}");
        }
    }
    for (sampling, k) in [(WithReplacement, 6), (WithoutReplacement, 5)] {
        let shape = shape(400_000, k, sampling);
        for point in TwoPhaseSweep::new(shape).filter(|point| [100_001, 200_003].contains(&point.sigma)) {
            let filter = SigmaBounded::new(shape, point.sigma).unwrap();
            assert!(check(filter, Phases::Two, point, accuracy::SETTLED).is_some(), "{point:?}");
        }
    }
}

/// Directly computed averages come twice as near to the limit where the filter doubles: the limit is right to the
/// corrections in 1/M.
#[test]
fn averages_approach_the_infinite_filter_like_one_over_m() {
    for (sampling, k) in [(WithReplacement, 6), (WithoutReplacement, 3), (WithReplacement, 1)] {
        let away = |bits: u64| {
            let filter = filter(bits, k, sampling, bits / 8 * 5);
            let (one, each) =
                (one_phase(&Double, filter), TwoPhase::new(2 * bits, k, sampling, filter.sigma()).unwrap());
            let limits = [Phases::One, Phases::Two].map(|phases| infinite_average(filter, phases).unwrap());
            let messages = one.messages_per_cycle / bits as f64 / limits[0].messages_per_bit - 1.0;
            [messages, one.rate / limits[0].rate - 1.0, dropping(&Double, each).rate / limits[1].rate - 1.0]
        };
        for (near, far) in away(1 << 15).into_iter().zip(away(1 << 14)) {
            assert!((far / near - 2.0).abs() < 1e-3, "{sampling:?} {k}: {far:e} and {near:e}");
        }
    }
    assert_eq!(infinite_average(filter(100, 3, WithReplacement, 0), Phases::One), None);
}

fn rate(filter: SigmaBounded) -> Result<(AtSigma, Route), OutOfDomain> {
    sigma_bounded_rate(filter, Phases::One)
}

#[test]
fn large_filters_are_settled_and_hopeless_ones_refused() {
    for sampling in BOTH {
        for (k, c) in [(1, 0.5), (6, 0.5), (6, 0.75), (4, 0.25), (12, 0.5)] {
            let (point, route) = rate(filter(1 << 40, k, sampling, (c * (1_u64 << 40) as f64) as u64)).unwrap();
            assert_eq!(route, Route::Settled);
            // the limit of infinitely many bits: (1/k) du/(1 − u) messages per bit while the fill passes u
            let messages = -f64::ln_1p(-c) / k as f64;
            let rate = 1.0 - (1..=k as i32).map(|j| c.powi(j) / f64::from(j)).sum::<f64>() / (k as f64 * messages);
            assert!((point.messages_per_cycle / (messages * (1_u64 << 40) as f64) - 1.0).abs() < 1e-10, "{point:?}");
            assert!((point.rate / rate - 1.0).abs() < 3e-10, "{point:?} {rate}");
        }
    }
    let swept = rate(filter(1 << 40, 6, WithReplacement, 5)).unwrap();
    assert_eq!(swept.1, Route::Sweep);
    // a full filter is too near
    let refused = rate(filter(1 << 62, 64, WithReplacement, (1 << 62) - 1)).unwrap_err();
    assert!(refused.parameter() == Parameter::Sigma && refused.domain().starts_with("sigma ≤ 828503,"), "{refused}");
    // the edge of the range: as many bits as a number can have
    let most = i64::MAX as u64;
    let (point, _) = rate(filter(most, 6, WithReplacement, most / 2)).unwrap();
    assert!(point.rate.is_finite() && point.messages_per_cycle > 1e17);
}

#[test]
fn narrow_distributions_of_many_hash_functions_are_followed() {
    let shape = shape(1 << 24, 64, WithReplacement);
    let swept = NBoundedSweep::new(shape).nth(59).unwrap();
    let model = n_bounded(&Double, NBounded::new(shape, 60).unwrap());
    assert!((swept.exact / model.exact - 1.0).abs() < 1e-12, "{swept:?} {model:?}");
}

#[test]
fn plans_for_low_rates_find_the_many_hashes_they_need() {
    // (1 − e^(−kN/M))^k at kN/M = ln 2, k = 50 is 2^−50 = 8.9e-16
    let worst = plan_worst_case(1 << 16, WithReplacement, target(1e-15), None).unwrap().unwrap();
    assert_eq!(worst.hashes, 50);
    let expected = (1 << 16) as f64 * std::f64::consts::LN_2 / 50.0;
    let Bound::Messages(limit) = worst.bound else { panic!("{worst:?}") };
    assert!((limit as f64 / expected - 1.0).abs() < 0.01, "{worst:?}");
    let by_sigma = plan_sigma_bounded(1 << 16, WithReplacement, Phases::One, target(1e-15), None).unwrap();
    let by_messages = plan_n_bounded(1 << 16, WithReplacement, target(1e-15), None).unwrap();
    assert!((by_sigma.messages_per_cycle / by_messages.messages_per_cycle - 1.0).abs() < 2e-3);
    assert!(worst.messages_per_cycle < by_messages.messages_per_cycle);
    // nothing but the message that is forgotten: one hash function does
    let nothing = plan_sigma_bounded(1000, WithReplacement, Phases::One, target(1e-300), None).unwrap();
    assert_eq!((nothing.hashes, nothing.messages_per_cycle.round()), (1, 1.0));
}

fn target(rate: f64) -> Target {
    Target::new(rate).unwrap()
}

#[test]
fn capacity_is_the_largest_threshold_that_meets_the_target() {
    for sampling in BOTH {
        for (bits, k, goal) in [(40, 3, 0.1), (25, 1, 0.3), (30, 4, 0.01), (30, 2, 0.9)] {
            let shape = shape(bits, k, sampling);
            let at = |sigma| one_phase(&Double, SigmaBounded::new(shape, sigma).unwrap());
            let best = (0..bits).rev().find(|&sigma| at(sigma).rate <= goal).unwrap();
            let (point, route) = capacity(shape, Phases::One, target(goal)).unwrap();
            assert_eq!((point.sigma, route), (best, Route::Sweep));
            assert!((point.messages_per_cycle / at(best).messages_per_cycle - 1.0).abs() < 1e-13);
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
fn rates_rise_with_the_threshold_and_the_limit() {
    for sampling in BOTH {
        for k in [1, 3, 7] {
            let shape = shape(300, k, sampling);
            let rising = |rates: Vec<f64>| rates.windows(2).all(|pair| pair[0] <= pair[1] * (1.0 + 1e-14));
            assert!(rising(Sweep::new(shape).map(|point| point.rate).collect()));
            assert!(rising(NBoundedSweep::new(shape).map(|rates| rates.exact).collect()));
        }
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
    assert!(worst_case_rate(&Multiprecision::new(100), shape(1000, 7, WithReplacement), 104).to_f64() <= 0.01);
    assert!(worst_case_rate(&Multiprecision::new(100), shape(1000, 7, WithReplacement), 105).to_f64() > 0.01);
    let by_messages = plan_n_bounded(1000, WithReplacement, goal, None).unwrap();
    let Bound::Messages(limit) = by_messages.bound else { panic!("{by_messages:?}") };
    let shape = shape(1000, by_messages.hashes, WithReplacement);
    let at = |limit| n_bounded(&Double, NBounded::new(shape, limit).unwrap()).exact;
    assert!(at(limit) <= 0.01 && at(limit + 1) > 0.01);
    let (f_o, f_a) = published_bound_capacities(shape, goal).unwrap();
    assert!(f_o >= f_a && f_a >= limit && limit > 104, "{f_o} {f_a} {limit}");
    let bounds = |limit| n_bounded(&Double, NBounded::new(shape, limit).unwrap());
    assert!(bounds(f_o).f_o <= 0.01 && bounds(f_o + 1).f_o > 0.01);
    assert!(bounds(f_a).f_a <= 0.01 && bounds(f_a + 1).f_a > 0.01);
}

#[test]
fn the_best_number_of_hashes_is_the_best_of_all() {
    for (bits, goal, phases) in [(300, 0.05, Phases::One), (900, 1e-3, Phases::Two), (1000, 0.01, Phases::One)] {
        let plan = |hashes| plan_sigma_bounded(bits, WithReplacement, phases, target(goal), hashes).unwrap();
        let best = plan(None);
        let all = (1..=40).map(|k| plan(Some(k)).messages_per_cycle).fold(0.0, f64::max);
        assert_eq!(best.messages_per_cycle, all, "{best:?}");
    }
    let large = |hashes| plan_sigma_bounded(1 << 30, WithReplacement, Phases::One, target(0.01), hashes).unwrap();
    let best = large(None);
    let all = (1..=12).map(|k| large(Some(k)).messages_per_cycle).fold(0.0, f64::max);
    assert_eq!(best.messages_per_cycle, all, "{best:?}");
    assert!(plan_sigma_bounded(1001, WithReplacement, Phases::Two, target(0.01), None).is_err());
}

#[test]
fn large_plans() {
    for sampling in BOTH {
        for goal in [0.2, 0.01, 1e-5] {
            let by_sigma = plan_sigma_bounded(1 << 40, sampling, Phases::One, target(goal), None).unwrap();
            assert!((by_sigma.rate / goal - 1.0).abs() < 1e-9 && by_sigma.rate <= goal);
            let by_messages = plan_n_bounded(1 << 40, sampling, target(goal), None).unwrap_err();
            let worst = plan_worst_case(1 << 40, sampling, target(goal), None).unwrap_err();
            assert_eq!([by_messages.parameter(), worst.parameter()], [Parameter::Bits; 2]);
        }
    }
    assert_eq!(plan_worst_case(8, WithReplacement, target(1e-5), None).unwrap(), None);
}
