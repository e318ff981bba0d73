//! Filters by window.

use std::time::Instant;

use bloomlab::compare::for_window;
use bloomlab::{SizedWindow, WindowFilter};
use bloomlab_numbers::{Ending, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, Variant, variant_average, variant_forgetting};

use crate::integer;

fn row(rows: &[SizedWindow], filter: WindowFilter) -> &SizedWindow {
    rows.iter().find(|row| row.filter == filter).unwrap()
}

fn parameter(row: &SizedWindow, name: &str) -> u64 {
    integer(&row.parameters, name)
}

/// W = 20,000; the table is the limit, age-partitioned filters with fewer than 60 old slices.
#[test]
fn bits_a_message_are_those_of_the_table() {
    for (target, ring, full, hashes, ages) in
        [(0.1, 9.53, 3, 5, 12.18), (0.01, 15.58, 5, 9, 19.57), (0.001, 21.07, 8, 13, 26.18)]
    {
        let rows = for_window(20_000, target).unwrap();
        let found = row(&rows, WindowFilter::Ring);
        assert!((found.bits_per_message / ring - 1.0).abs() < 2e-3, "{target}: {}", found.bits_per_message);
        assert_eq!((parameter(found, "full_filters"), parameter(found, "hashes")), (full, hashes), "{target}");
        let found = row(&rows, WindowFilter::AgePartitioned).bits_per_message;
        assert!((found / ages - 1.0).abs() < 6e-3, "{target}: {found}");
    }
}

#[test]
fn every_filter_keeps_the_target_and_its_window() {
    for (window, target) in [(2, 0.1), (40, 0.01), (1000, 0.01), (300, 1e-6)] {
        let rows = for_window(window, target).unwrap();
        assert!(rows.windows(2).all(|pair| pair[0].bits_per_message <= pair[1].bits_per_message));
        for row in &rows {
            assert!(row.rate <= target, "{window} {target} {row:?}");
            assert!(row.window == 0 || row.window >= window && row.false_negative_rate == 0.0, "{row:?}");
            assert!((0.0..1.0).contains(&row.false_negative_rate), "{row:?}");
            let has_generations = row.parameters.iter().any(|(name, _)| *name == "generation");
            assert_eq!(row.worst_rate.is_some_and(|worst| worst >= row.rate), has_generations, "{row:?}");
        }
    }
}

/// The forgetting of two phases and of one, against that at every distance: the probability of having been
/// cleared, averaged over the window.
#[test]
fn what_is_forgotten_is_the_mean_over_all_distances() {
    let window = 40;
    let rows = for_window(window, 0.01).unwrap();
    let two = row(&rows, WindowFilter::TwoPhasesDropping);
    let (half, hashes) = (parameter(two, "bits_of_each"), parameter(two, "hashes"));
    let dropping = |half, sigma| {
        let shape = Shape::new(half, hashes, Sampling::WithReplacement).unwrap();
        Variant::two_phases(SigmaBounded::new(shape, sigma).unwrap().into(), Ending::Dropping)
    };
    let mean = |variant| {
        let cleared = variant_forgetting(&bloomlab_numbers::Double, variant).map(|at| at.cleared);
        cleared.take(window as usize).sum::<f64>() / window as f64
    };
    let cleared = mean(dropping(half, parameter(two, "sigma")));
    assert!((two.false_negative_rate / cleared - 1.0).abs() < 1e-9, "{two:?} {cleared}");
    // one bit fewer in each filter would miss the target
    assert!(variant_average(&bloomlab_numbers::Double, dropping(half - 1, hashes * window)).rate > 0.01);
    let keeping = row(&rows, WindowFilter::TwoPhasesKeeping);
    assert!(keeping.window == window && keeping.bits_per_message > two.bits_per_message, "{keeping:?}");
    let one = row(&rows, WindowFilter::OnePhase);
    let shape = Shape::new(parameter(one, "bits"), parameter(one, "hashes"), Sampling::WithReplacement).unwrap();
    let filter = SigmaBounded::new(shape, parameter(one, "sigma")).unwrap();
    let cleared = mean(Variant::one_phase(filter.into()));
    assert!((one.false_negative_rate / cleared - 1.0).abs() < 1e-9, "{one:?} {cleared}");
    assert!(row(&rows, WindowFilter::Stable).false_negative_rate > 0.2);
}

/// A stable filter has the fewest decrements that keep the rate, and the k, up to 8, that misses least at half the window.
#[test]
fn the_stable_filter_is_the_best_of_all_numbers_of_hash_functions() {
    use bloomlab_recycling::stable::{self, Stable};
    let double = &bloomlab_numbers::Double;
    for (window, target) in [(40, 0.01), (300, 0.05), (100, 1e-3)] {
        let rows = for_window(window, target).unwrap();
        let found = row(&rows, WindowFilter::Stable);
        let cells = parameter(found, "cells");
        let of = |hashes| {
            let shape = Shape::new(cells, hashes, Sampling::WithoutReplacement).unwrap();
            let keeps = |p| stable::rate(double, Stable::new(shape, p, 1).unwrap()).unwrap() <= target;
            let decrements = (hashes..=cells).find(|p| keeps(*p))?;
            let filter = Stable::new(shape, decrements, 1).unwrap();
            let missed = stable::forgetting(double, filter, window / 2).unwrap()[window as usize / 2 - 1];
            Some((missed, hashes, decrements))
        };
        let best = (1..=8).filter_map(of).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let sized = (parameter(found, "hashes"), parameter(found, "decrements"));
        assert_eq!(sized, (best.1, best.2), "{window} {target}");
    }
}

#[test]
fn extremes_are_answered() {
    let deep = [(3, 1e-15), (9, 0.5_f64.powi(60)), (1_000_000, 1e-6), (1 << 20, 0.01), (100_000, 0.1)];
    // the best of few parts is so small at rates near 1 that more parts have no bit left
    let shallow = [(2, 0.9), (2, 0.99), (3, 0.9), (5, 0.95), (9, 0.9), (33, 0.001), (100, 0.99), (1000, 0.999_999)];
    for (window, target) in deep.into_iter().chain(shallow) {
        let start = Instant::now();
        let rows = for_window(window, target).unwrap();
        assert!(rows.len() >= 4 && rows.iter().all(|filter| filter.rate <= target), "{window} {target}");
        assert!(window > 50 || rows.iter().any(|row| row.filter == WindowFilter::Rolling), "{window} {target}");
        assert!(start.elapsed().as_secs_f64() < 10.0, "{window} {target}: {:?}", start.elapsed());
    }
}
