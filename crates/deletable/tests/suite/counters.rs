//! Counters of l bits: every outcome of the hash functions for tiny filters, and reference values.

use bloomlab_deletable::counters::{Counters, rate_after_deletions, stuck};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::Double;

use crate::enumeration::all_positions;

fn counters(cells: u64, counter_bits: u64, items: u64, deleted: u64, hashes: u64) -> Counters {
    Counters::new(cells, counter_bits, items, deleted, hashes).unwrap()
}

/// The counters after these items were inserted and the first `deleted` deleted again.
fn run(cells: usize, limit: u64, items: &[&Vec<usize>], deleted: usize) -> Vec<u64> {
    let mut counts = vec![0_u64; cells];
    for &position in items.iter().copied().flatten() {
        counts[position] = (counts[position] + 1).min(limit);
    }
    for &position in items[..deleted].iter().copied().flatten() {
        counts[position] -= u64::from(counts[position] < limit);
    }
    counts
}

#[test]
fn every_outcome_of_tiny_filters() {
    for (cells, hashes, inserted) in [(1, 2, 3), (2, 1, 6), (2, 2, 4), (3, 2, 3), (4, 1, 5), (2, 3, 2)] {
        let tuples = all_positions(cells, hashes);
        for (counter_bits, deleted) in (1..=3).flat_map(|l| (0..=inserted).map(move |r| (l, r))) {
            let p = counters(cells as u64, counter_bits, (inserted - deleted) as u64, deleted as u64, hashes as u64);
            let (mut outcomes, mut matches, mut first, mut reached_once) = (0, 0, 0, 0);
            for chosen in all_positions(tuples.len(), inserted) {
                let items: Vec<&Vec<usize>> = chosen.iter().map(|&i| &tuples[i]).collect();
                let counts = run(cells, p.limit(), &items, deleted);
                outcomes += 1;
                matches += tuples.iter().filter(|query| query.iter().all(|&i| counts[i] > 0)).count() as u64;
                let hitting = items.iter().filter(|item| item.contains(&0)).count() as u64;
                reached_once += u64::from(hitting >= p.limit());
                first += u64::from(items.iter().copied().flatten().filter(|&&i| i == 0).count() as u64 >= p.limit());
            }
            assert!(reached_once <= first);
            let share = |count: u64, of: u64| Rational::new(count, of);
            assert_eq!(rate_after_deletions(&Rationals, p), share(matches, outcomes * tuples.len() as u64), "{p:?}");
            assert_eq!(stuck(&Rationals, p), share(reached_once, outcomes), "{p:?}");
        }
    }
}

#[test]
fn reference_values() {
    let near = |value: f64, expected: f64, digits: i32| {
        assert!((value / expected - 1.0).abs() < 0.51 * 10_f64.powi(1 - digits), "{value} {expected}");
    };
    for (counter_bits, expected) in [(1, 0.13847698), (2, 0.048125243), (3, 0.047265394), (4, 0.047265386)] {
        near(rate_after_deletions(&Double, counters(256, counter_bits, 40, 20, 4)), expected, 8);
    }
    for (cells, items, expected) in
        [(1024, 177, 8.86231e-16), (16384, 2839, 1.57958e-15), (262_144, 45426, 1.63333e-15)]
    {
        near(stuck(&Double, counters(cells, 4, items, 0, 4)), expected, 6);
    }
    let three = counters(262_144, 3, 45426, 0, 4);
    near(stuck(&Double, three), 8.33826e-6, 6);
}
