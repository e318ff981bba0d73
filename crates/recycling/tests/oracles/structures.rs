//! The filters themselves against their models: means over independent filters, intervals of confidence 1 − 1e-6 (Student),
//! seeds by number. Absent items are those behind those inserted.

use std::ops::ControlFlow;

use bloomlab_filters::{
    AgePartitionedFilter, Decrements, FlagFilter, Hashing, Membership, RingFilter, RollingFilter, Source, StableFilter,
    TimerFilter,
};
use bloomlab_numbers::Double;
use bloomlab_occupancy::Sampling;
use bloomlab_recycling::age_partitioned::{self, AgePartitioned, Aging};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::rolling::{self, Rolling};
use bloomlab_recycling::stable;
use bloomlab_recycling::time_aware::{self, TimeAware};
use bloomlab_simulation::{Estimate, RollingPoint, RollingTrial, Task, run, simulate_rolling};

use crate::support::shape;

fn item(number: u64) -> [u8; 8] {
    number.to_le_bytes()
}

/// The share of absent items found while `counted` items come after `warm` others, each filter alone. Before every item
/// `asked` absent items are asked for.
fn rate<F: Membership>(make: impl Fn(u64) -> F, filters: u64, warm: u64, counted: u64, asked: u64) -> Estimate {
    let one = |seed| {
        let mut filter = make(seed);
        let mut found = 0_u64;
        for number in 0..warm + counted {
            if number >= warm {
                let absent = (0..asked).map(|i| u64::MAX - number * asked - i);
                found += absent.filter(|&other| filter.contains(&item(other))).count() as u64;
            }
            filter.insert(&item(number));
        }
        found as f64 / (counted * asked) as f64
    };
    let values: Vec<f64> = (1..=filters).map(one).collect();
    Estimate::of(&values, 1.0 - 1e-6).unwrap()
}

fn assert_has(estimate: Estimate, rate: f64, most_width: f64) {
    assert!(estimate.contains(rate), "{estimate:?} for {rate}");
    assert!(estimate.half_width < most_width * rate, "{estimate:?} is too wide to decide");
}

/// Whether the item `distance` insertions before the last one is contained, at every insertion of a stretch.
fn known<F: Membership>(mut filter: F, distance: u64, insertions: u64) -> u64 {
    let mut known = 0;
    for number in 0..insertions {
        filter.insert(&item(number));
        if number >= distance {
            known += u64::from(filter.contains(&item(number - distance)));
        }
    }
    known
}

#[test]
fn age_partitioned_filters_have_the_mean_rate_and_the_window() {
    let make = |seed| AgePartitionedFilter::new(4, 3, 60, 10, Source::Ideal, seed).unwrap();
    let model = AgePartitioned::new(4, 3, 60, 10).unwrap();
    // the structure ages at the next insertion, so that a query finds 1 … g items
    let mean = age_partitioned::mean_rate(&Double, model, Aging::AtTheNext).unwrap();
    assert_has(rate(make, 400, 80, 40, 10), mean, 0.05);
    for distance in [0, 15, model.window()] {
        assert_eq!(known(make(7), distance, 200), 200 - distance);
    }
    assert!(known(make(7), model.window() + 10, 400) < 200, "expired items are not all known");
}

#[test]
fn rings_have_the_mean_rate_and_the_window() {
    for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let hashing = |seed| Hashing { sampling, ..Hashing::ideal(4, seed) };
        let make = |seed| RingFilter::new(100, 2, 15, hashing(seed)).unwrap();
        let model = Ring::new(shape(100, 4, sampling), 2, 15).unwrap();
        // a query after the last item of a generation finds the active filter full: s = 1 … g
        let at = |active| ring::rate(&Double, model, active).unwrap();
        let mean = (1..=15).map(at).sum::<f64>() / 15.0;
        assert_has(rate(make, 900, 60, 30, 10), mean, 0.05);
        assert_eq!(known(make(7), model.window(), 200), 200 - model.window());
        assert!(known(make(7), 3 * 15, 400) < 200);
    }
}

#[test]
fn rolling_filters_have_the_mean_rate_and_the_window() {
    for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let hashing = |seed| Hashing { sampling, ..Hashing::ideal(4, seed) };
        let make = |seed| RollingFilter::new(160, 15, hashing(seed)).unwrap();
        let model = Rolling::new(shape(160, 4, sampling), 15).unwrap();
        assert_has(rate(make, 900, 60, 30, 10), rolling::mean_rate(&Double, model).unwrap(), 0.05);
        assert_eq!(known(make(7), model.window(), 200), 200 - model.window());
        assert!(known(make(7), 3 * 15, 400) < 400 - 3 * 15, "expired items are not all known");
    }
}

/// 1000 filters of each, three intervals of confidence 1 − 1e-6, seed 5. They are at most 6 % wide, and one generation more or less
/// would change the rates by more than 40 %.
#[test]
fn rates_in_the_course_of_a_generation_are_those_of_the_model() {
    let points = [(64, 2, 7), (320, 3, 40), (128, 5, 5), (4096, 7, 200)];
    let points = points.map(|(positions, hashes, generation)| RollingPoint { positions, hashes, generation });
    let task = Task { experiment: "rolling", version: "1", seed: 5, points: &points, epochs: 1000 };
    let trials = run(&task, None, &|_| ControlFlow::Continue(()), simulate_rolling).unwrap();
    for (point, trials) in points.iter().zip(trials) {
        let shape = shape(point.positions, point.hashes, Sampling::WithReplacement);
        let model = Rolling::new(shape, point.generation).unwrap();
        let at = |into| rolling::rate(&Double, model, into).unwrap();
        type Value = fn(&RollingTrial) -> f64;
        let values: [(Value, f64); 3] = [
            (|trial| trial.first, at(1)),
            (|trial| trial.mean, rolling::mean_rate(&Double, model).unwrap()),
            (|trial| trial.last, at(point.generation)),
        ];
        for (value, expected) in values {
            let values: Vec<f64> = trials.iter().map(value).collect();
            let estimate = Estimate::of(&values, 1.0 - 1e-6).unwrap();
            assert!(estimate.contains(expected), "{point:?}: {estimate:?} for {expected}");
            assert!(estimate.half_width < 0.06 * expected, "{point:?}: {estimate:?}");
        }
    }
}

#[test]
fn time_aware_filters_have_the_rate_and_the_window() {
    let (hashing, window) = (|seed| Hashing::ideal(3, seed), 25);
    let model = TimeAware::new(shape(160, 3, Sampling::WithReplacement), window).unwrap();
    let timers = |seed| TimerFilter::new(160, window, hashing(seed)).unwrap();
    let flags = |seed| FlagFilter::new(160, window, hashing(seed)).unwrap();
    // a query finds the cells before the sweep: W + t messages, t = 1 … W
    let (twice, once) = (2 * window, window);
    let at =
        |items| bloomlab_formulas::exact::rate(&Double, bloomlab_formulas::Load::new(160, items, 3).unwrap()).unwrap();
    assert_has(rate(timers, 1200, 50, 50, 5), at(window), 0.06);
    let shift = (at(twice) - at(once)) / window as f64;
    assert_has(rate(flags, 900, 75, 50, 5), time_aware::flag_rate(&Double, model).unwrap() + shift, 0.05);
    for distance in [0, window - 1] {
        assert_eq!(known(timers(3), distance, 100), 100 - distance);
        assert_eq!(known(flags(3), distance, 100), 100 - distance);
    }
    let missed = 1000 - window - known(timers(5), window, 1000);
    let expected = (1.0 - at(window)) * (1000 - window) as f64;
    assert!((missed as f64 - expected).abs() < 6.0 * expected.sqrt(), "{missed} {expected}");
}

#[test]
fn stable_filters_have_the_rate_and_forget_as_the_model() {
    for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        for (cells, hashes, decrements, most) in [(100, 3, 10, 1), (60, 2, 6, 3)] {
            let hashing = |seed| Hashing { sampling, ..Hashing::ideal(hashes, seed) };
            let make = |seed| StableFilter::new(cells, decrements, most, Decrements::Distinct, hashing(seed)).unwrap();
            let model = stable::Stable::new(shape(cells, hashes, sampling), decrements, most).unwrap();
            assert_has(rate(make, 200, 100, 100, 10), stable::rate(&Double, model).unwrap(), 0.15);
            let missed = |seed| 1.0 - known(make(seed), 5, 205) as f64 / 200.0;
            let values: Vec<f64> = (1..=100).map(missed).collect();
            let expected = stable::forgetting(&Double, model, 5).unwrap()[5];
            assert_has(Estimate::of(&values, 1.0 - 1e-6).unwrap(), expected, 0.3);
        }
    }
}

/// Runs of neighbours have no exact model; at m = 100 their rate lies between the exact one for distinct cells and the published
/// one (K = 3, P = 10, M = 1), here within 3 % of their middle.
#[test]
fn runs_of_neighbours_lie_between_the_exact_and_the_published_rate() {
    let hashing = |seed| Hashing::ideal(3, seed).without_replacement();
    let make = |seed| StableFilter::new(100, 10, 1, Decrements::Run, hashing(seed)).unwrap();
    let model = stable::Stable::new(shape(100, 3, Sampling::WithoutReplacement), 10, 1).unwrap();
    let (exact, published) = (stable::rate(&Double, model).unwrap(), stable::published_rate(&Double, model));
    let simulated = rate(make, 400, 100, 300, 10);
    assert!(simulated.lower() < published && simulated.upper() > exact, "{simulated:?} {exact} {published}");
}
