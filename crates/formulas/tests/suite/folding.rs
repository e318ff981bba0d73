//! The estimates of a split filter's rate by which libraries fold it.

use bloomlab_formulas::{
    blocked, folding,
    split_block::{BLOCK_BITS, bits_per_item, load, ruled_bits_per_item},
};
use bloomlab_numbers::{BallsInBins, Double, Number, distribution};

use crate::support::assert_near;

/// The mean over blocks by another route: the distribution of the set bits of a block, eight convolutions of the occupancy of a word.
#[test]
fn the_limit_of_the_mean_over_blocks_is_that_of_the_set_bits() {
    let mean = 7.5_f64;
    let (mut weight, mut sum) = ((-mean).exp(), 0.0);
    for held in 0..60_u64 {
        let word: Vec<f64> = distribution::by_recursion(&Double, BallsInBins::new(held, 32).unwrap());
        let mut block = vec![1.0];
        for _ in 0..8 {
            let mut next = vec![0.0; block.len() + word.len() - 1];
            for (i, p) in block.iter().enumerate() {
                word.iter().enumerate().for_each(|(j, q)| next[i + j] += p * q);
            }
            block = next;
        }
        let eighth: f64 = block.iter().enumerate().map(|(set, p)| p * Number::pow(&(set as f64 / 256.0), 8)).sum();
        sum += weight * eighth;
        weight *= mean / (held + 1) as f64;
    }
    let limit = folding::mean_of_blocks_limit(&Double, load(2, 15).unwrap()).unwrap();
    assert_near(limit.value, sum, 1e-12);
}

/// At what size each estimate stops, and the true rate there.
#[test]
fn what_each_estimate_accepts() {
    let rate = |bits_per_item: f64| {
        let blocks = ((1_u64 << 40) as f64 * bits_per_item / BLOCK_BITS as f64) as u64;
        blocked::limit(&Double, load(blocks, 1 << 40).unwrap()).unwrap().value
    };
    for (target, share) in [(0.1, 0.981), (0.01, 0.972), (0.001, 0.967), (1e-4, 0.963), (1e-5, 0.961)] {
        let accepted = folding::bits_per_item_by_mean_of_blocks(target).unwrap();
        let true_share = rate(accepted) / target;
        assert!((true_share - share).abs() < 6e-4, "{target}: {true_share} for {share}");
        assert!(accepted > bits_per_item(target).unwrap());
        // the mean fill of many blocks is 1 − e^(−8/c): it accepts the rule's size
        let fill = 1.0 - (-8.0 / ruled_bits_per_item(&Double, target)).exp();
        assert_near(fill.powi(8), target, 1e-12);
    }
}
