//! Filters that refuse positives: every mask of tiny ones followed item by item, reference values, the limit, and simulation.

use std::collections::BTreeMap;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_filters::StageSize;
use bloomlab_formulas::{
    Load, approximation, exact,
    partitioned::{self, PartitionedLoad},
    refusing,
};
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_simulation::{ScalablePoint, StreamKey, simulate_scalable};

use crate::support::{both, estimate, outcomes, outcomes_in, reported};

const A: Rationals = Rationals;

/// The rate after n accepted items, by the distribution of the masks themselves: from a mask every outcome that sets a bit is equally
/// likely. A full mask stays.
fn followed(outcomes: &[u64], items: u64) -> Rational {
    let mut masses = BTreeMap::from([(0_u64, A.one())]);
    let accepted = |mask: u64| outcomes.iter().filter(move |outcome| **outcome & !mask != 0);
    for _ in 0..items {
        let mut next = BTreeMap::new();
        for (mask, mass) in masses {
            let count = accepted(mask).count() as u64;
            if count == 0 {
                let cell = next.entry(mask).or_insert_with(|| A.zero());
                *cell = cell.clone() + &mass;
            }
            for outcome in accepted(mask) {
                let cell = next.entry(mask | outcome).or_insert_with(|| A.zero());
                *cell = cell.clone() + mass.clone() / A.integer(count);
            }
        }
        masses = next;
    }
    A.sum(masses.into_iter().map(|(mask, mass)| mass * A.ratio(reported(outcomes, mask), outcomes.len() as u64)))
}

#[test]
fn the_rate_is_that_of_every_mask_followed() {
    for (bits, hashes) in (1..=5).flat_map(|bits| (1..=3).map(move |hashes| (bits, hashes))) {
        for load in (0..=4).flat_map(|items| both(bits, items, hashes)) {
            let expected = followed(&outcomes(load.shape()), load.items());
            assert_eq!(refusing::rate(&A, load).unwrap(), expected, "{load:?}");
        }
    }
}

#[test]
fn reference_values() {
    let exact = |bits, items, hashes| refusing::rate(&A, Load::new(bits, items, hashes).unwrap()).unwrap();
    assert_eq!(exact(3, 2, 2), Rational::new(31, 36));
    assert_eq!(exact(7, 4, 1), Rational::new(4, 7));
    let limit = refusing::limit(Load::new(10_000_000, 1_000_000, 7).unwrap()).unwrap();
    assert!((limit / 0.008_247_477_691_438_455 - 1.0).abs() < 1e-13, "{limit}");
}

/// The exact rate tends to the limit like 1/m, with and without replacement; both lie above the plain filter's.
#[test]
fn the_limit_is_that_of_many_bits_and_above_the_plain_rate() {
    for hashes in [2, 4, 7] {
        let off = |load: Load| {
            let rate = refusing::rate(&Double, load).unwrap();
            assert!(rate > exact::rate(&Double, load).unwrap(), "{load:?}");
            rate / refusing::limit(load).unwrap() - 1.0
        };
        for (half, load) in both(500, 50, hashes).zip(both(1000, 100, hashes)) {
            let ratio = off(half) / off(load);
            assert!((ratio - 2.0).abs() < 0.12, "{load:?}: {ratio}");
        }
    }
}

/// At half fill of the plain filter.
#[test]
fn what_refusing_costs_at_half_fill() {
    for (hashes, ratio) in [(4, 1.047), (7, 1.0063), (10, 1.0008)] {
        let load = Load::new(10_000_000, (1e7 * std::f64::consts::LN_2 / hashes as f64) as u64, hashes).unwrap();
        let found = refusing::limit(load).unwrap() / approximation::classic_limit(&Double, load);
        assert!((found - ratio).abs() < 6e-4, "{hashes}: {found}");
    }
}

#[test]
fn a_filter_is_full_after_its_harmonic_share() {
    // H_3 = 11/6: 1800 bits are full after 1100 items
    assert!(refusing::limit(Load::new(1800, 1100, 3).unwrap()).unwrap() > 0.999);
    assert!(refusing::limit(Load::new(1800, 1101, 3).unwrap()).is_err());
}

/// Slices that refuse, at finite size: the plain rate is a lower bound, by every mask followed.
#[test]
fn slices_that_refuse_have_at_least_the_plain_rate() {
    for (slices, slice_bits, items) in [(2, 2, 2), (2, 3, 3), (3, 2, 3), (2, 4, 4)] {
        let placed: Vec<(u64, u64)> = (0..slices).map(|slice| (slice * slice_bits, slice_bits)).collect();
        let refusing = followed(&outcomes_in(&placed), items);
        let plain = partitioned::rate(&A, &PartitionedLoad::even(slices * slice_bits, items, slices).unwrap());
        assert!(refusing > plain, "{placed:?} {items}");
    }
}

/// Three slices of 200 bits that refuse, 120 accepted: 4000 filters, seed 2. Above the plain rate, and near the limit, which is no model
/// at this size.
#[test]
fn simulated_slices_that_refuse_lie_above_the_plain_rate() {
    let stages = vec![StageSize { slices: 3, slice_bits: 200, capacity: 120 }];
    let point = ScalablePoint { stages, refusing: true, items: 120 };
    let rate = |trial| simulate_scalable(&point, &StreamKey::new("slices", 2, &point, trial).unwrap()).unwrap();
    let simulated = estimate(4000, rate);
    let plain = partitioned::rate(&Double, &PartitionedLoad::even(600, 120, 3).unwrap());
    let limit = refusing::limit(Load::new(600, 120, 3).unwrap()).unwrap();
    assert!((plain - 0.0924).abs() < 5e-5 && (limit - 0.0980).abs() < 5e-5, "{plain} {limit}");
    assert!(simulated.lower() > plain && simulated.contains(0.0985) && (simulated.mean / limit - 1.0).abs() < 0.02);
}
