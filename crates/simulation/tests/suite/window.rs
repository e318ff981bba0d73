//! A stream through deletable filters, against the distribution of one cell's state.

use bloomlab_deletable::stream::Stream;
use bloomlab_numbers::{DeletableKind, Double};
use bloomlab_simulation::{WindowPoint, simulate_window};

use crate::{epochs, estimate};

/// With one hash function the model has no mean field: rates and refusals must lie within intervals of α = 1e-6 each.
/// 400 trials, seed 11.
#[test]
fn one_hash_function_follows_the_distribution_of_one_cell() {
    for kind in [DeletableKind::TBF, DeletableKind::Dfp, DeletableKind::Qbf, DeletableKind::Counting] {
        let (bits, window) = (kind.least_bits() * 40, 20);
        let point = WindowPoint { kind, bits, hashes: 1, window, ages: vec![1, 2, 5, 12] };
        let trials = epochs(("window", 11), point, 400, simulate_window);
        let model = Stream::new(kind, bits, window, 1).unwrap().passed(&Double, 12 * window);
        for (index, age) in [1, 2, 5, 12].into_iter().enumerate() {
            let rate = estimate(&trials, |ages| ages[index].false_positive_rate);
            let last = (age * window) as usize;
            assert!(rate.contains(model[last].rate), "{kind}, {age} windows: {rate:?} for {}", model[last].rate);
            if age == 1 {
                assert!(trials.iter().all(|tallies| tallies[0].deletions == 0), "deletes before the window is full");
                continue;
            }
            let refused = estimate(&trials, |ages| ages[index].refused as f64 / ages[index].deletions as f64);
            let mean = model[last + 1 - window as usize..=last].iter().map(|state| state.refused).sum::<f64>();
            let mean = mean / window as f64;
            assert!(refused.contains(mean), "{kind}, {age} windows: {refused:?} for {mean}");
        }
    }
}

/// With four hash functions the mean field is 3 % off at most at 2048 cells (regions of a DlBF: 10 %).
#[test]
fn rates_are_near_the_mean_field() {
    for (kind, off) in
        [(DeletableKind::Dfp, 0.03), (DeletableKind::Qbf, 0.03), (DeletableKind::Dlbf { region_bits: 4 }, 0.1)]
    {
        let (bits, window) = (2 * 2048, 256);
        let point = WindowPoint { kind, bits, hashes: 4, window, ages: vec![2, 8] };
        let trials = epochs(("mean field", 12), point, 40, simulate_window);
        let model = Stream::new(kind, bits, window, 4).unwrap().passed(&Double, 8 * window);
        for (index, age) in [2, 8].into_iter().enumerate() {
            let rate = estimate(&trials, |ages| ages[index].false_positive_rate);
            let expected = model[(age * window) as usize].rate;
            let least = (rate.mean - expected).abs() - rate.half_width;
            assert!(least <= off * expected, "{kind}, {age} windows: {rate:?} for {expected}");
        }
    }
}
