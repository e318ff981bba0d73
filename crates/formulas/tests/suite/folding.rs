//! An estimate of a split filter's rate by which libraries fold it.

use bloomlab_formulas::{folding, split_block::load};
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
