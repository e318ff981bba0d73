//! Properties of every way of finding positions.

use bloomlab_filters::{FilterError, Hashing, Locate, Locator, Source};
use bloomlab_numbers::Sampling;

use crate::every_hashing;

#[test]
fn without_replacement_gives_k_distinct_cells_up_to_k_equal_c() {
    for cells in 1..=12 {
        for hashes in 1..=cells {
            for hashing in every_hashing(hashes, 3) {
                let locator = Locator::new(cells, hashing).unwrap();
                for item in 0u32..50 {
                    let found = locator.probe(&item.to_le_bytes()).cells().len();
                    match hashing.sampling {
                        Sampling::WithoutReplacement => assert_eq!(found, hashes as usize),
                        Sampling::WithReplacement => assert!((1..=hashes as usize).contains(&found)),
                    }
                }
            }
        }
    }
}

/// Pearson's statistic of counts that should be equal.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

/// With independent positions every outcome of the k draws is equally likely. C = 5, k = 3: the number of distinct
/// cells is 1, 2, 3 with 5, 60, 60 of the 125 sequences; without replacement each of the C(5, 3) = 10 sets has the same
/// probability. 200,000 items, seed 5; α = 1e-6 each (chi-square critical values 27.63 for 2 and 45.08 for 9 degrees
/// of freedom).
#[test]
fn independent_positions_have_the_distribution_they_claim() {
    for source in [Source::Hash, Source::Ideal] {
        let with = Hashing { source, ..Hashing::new(3, 5) };
        let (with, without) = (Locator::new(5, with).unwrap(), Locator::new(5, with.without_replacement()).unwrap());
        let (mut distinct, mut sets) = ([0u64; 4], [0u64; 32]);
        for item in 0u64..200_000 {
            let item = item.to_le_bytes();
            distinct[with.probe(&item).cells().len()] += 1;
            sets[without.probe(&item).cells().iter().map(|cell| 1usize << cell).sum::<usize>()] += 1;
        }
        let expected = [0.0, 8_000.0, 96_000.0, 96_000.0];
        let statistic: f64 = (1..4).map(|d| (distinct[d] as f64 - expected[d]).powi(2) / expected[d]).sum();
        assert!(statistic < 27.63, "{source:?}: {distinct:?}");
        let sets: Vec<u64> = sets.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(sets.len(), 10);
        assert!(chi_square(&sets) < 45.08, "{source:?}: {sets:?}");
    }
}

#[test]
fn impossible_hashing_is_refused() {
    let refused = |cells, hashing| matches!(Locator::new(cells, hashing), Err(FilterError::Refused { .. }));
    assert!(refused(0, Hashing::new(1, 0)));
    assert!(refused(10, Hashing::new(0, 0)));
    assert!(refused(10, Hashing::new(11, 0).without_replacement()));
    assert!(!refused(10, Hashing::new(11, 0)), "with replacement k may exceed C");
}
