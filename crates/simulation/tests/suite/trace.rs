//! Filters traced message by message.

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::*;

use crate::estimate;

fn design(phases: Phases, bits: u64, hashes: u64, sigma: u64) -> RecyclingDesign {
    let recycling = Recycling { bound: Bound::Sigma(sigma), retention: Retention::NonRetaining };
    RecyclingDesign::new(phases, bits, hashes, recycling)
}

fn trace(design: &RecyclingDesign, messages: u64, epoch: u64) -> Vec<Found> {
    let key = StreamKey::new("trace", 7, design, epoch).unwrap();
    trace_recycling(design, messages, &key).unwrap()
}

#[test]
fn cycles_begin_empty_and_freeze_what_was_set() {
    for phases in [Phases::One, Phases::Two] {
        let found = trace(&design(phases, 60, 3, 40), 2_000, 0);
        assert_eq!((found.len(), found[0].set, found[0].rate), (2_000, 0, 0.0));
        assert!(found.iter().filter(|found| found.recycles).count() > 20);
        for pair in found.windows(2) {
            let frozen = if pair[0].recycles { pair[0].set } else { pair[0].frozen.unwrap_or(0) };
            let fits = if pair[0].recycles { pair[1].set == 0 } else { (pair[0].set..=40).contains(&pair[1].set) };
            assert!(fits, "{pair:?}");
            assert_eq!(pair[1].frozen, (phases == Phases::Two).then_some(frozen));
        }
    }
}

/// The mean momentary rate is the average rate: for one hash function and M = 7, σ = 4 that is 1 − 5/(7 (H_7 − H_2))
/// (Dozier, Salamatian and Rubenstein, eq. 19, solved). 20 epochs of 20,000 messages, α = 1e-6, seed 7.
#[test]
fn the_mean_momentary_rate_is_the_average_rate() {
    let design = design(Phases::One, 7, 1, 4);
    let mean = |epoch| {
        let found = trace(&design, 20_000, epoch);
        found.iter().map(|found| found.rate).sum::<f64>() / found.len() as f64
    };
    let estimate = estimate(&(0..20).map(mean).collect::<Vec<f64>>(), |mean| *mean);
    let expected = 1.0 - 5.0 / (7.0 * (3..=7).map(|j| 1.0 / f64::from(j)).sum::<f64>());
    assert!(estimate.contains(expected) && estimate.half_width < 0.01 * expected, "{expected} {estimate:?}");
}
