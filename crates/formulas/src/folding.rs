//! Folding: a filter of split blocks is allocated for the most items there may be, and halved while an estimate of its rate keeps
//! the target.
//!
//! Blocks 2i and 2i + 1 are or-ed: ⌊⌊hb/2^32⌋/2⌋ = ⌊h(b/2)/2^32⌋, so that the result is the filter of b/2 blocks with the same
//! items, bit by bit. Two estimates are in use: the mean of (set bits/256)^8 over the blocks, the eight positions as if anywhere
//! in the block, too high, which stops too early and is safe ([`mean_of_blocks_limit`]); and (1 − (1 − mean fill)^(2^j))^8 after
//! j folds, which forgets that blocks differ, too low. In the limit of many blocks it accepts what
//! [`split_block::ruled_bits_per_item`] does.

use bloomlab_numbers::{
    AnalyticArithmetic, Arithmetic, Double, Number, Refused, Sampling, Shape, contour::Bounded, distinct,
};

use crate::{
    blocked::{BlockedLoad, poisson_mixture},
    coverage::{draws, trial_by_trial},
    split_block,
    split_block::{WORD_BITS, WORDS},
};

/// The mean over blocks of (set bits/256)^8 at a mean load λ = n/b, in the limit of many blocks, in which it is certain.
///
/// Σ_j e^−λ λ^j/j! E\[(set bits/256)^8 | j items\]. The eighth power is the probability that eight positions anywhere in the block
/// are all set: with E_i(j) = E\[(set bits of a word/32)^i\] it is 8! 8^−8 \[z^8\] (Σ_i E_i(j) z^i/i!)^8, because words are independent
/// given j. Positive terms; loads are left out as in [`blocked::poisson`](crate::blocked::poisson). In doubles for λ up to 700.
pub fn mean_of_blocks_limit<A: AnalyticArithmetic>(a: &A, load: BlockedLoad) -> Result<Bounded<A::Number>, Refused> {
    poisson_mixture(a, load, expected_by_load(a), 500.0)
}

/// E\[(set bits/256)^8 | j items\], j = 0, 1, 2, ….
fn expected_by_load<A: Arithmetic>(a: &A) -> impl Iterator<Item = A::Number> {
    let throws = WORDS as usize;
    let ball = draws(a, throws, std::iter::once(WORD_BITS));
    let distributions: Vec<Vec<A::Number>> = (0..=WORDS).map(|throws| distinct_in_word(a, throws)).collect();
    trial_by_trial(a, ball).map(move |covered| {
        let mut factorial = a.one();
        let mut series = Vec::with_capacity(throws + 1);
        for (i, distribution) in (0..).zip(&distributions) {
            if i > 0 {
                factorial = factorial * a.integer(i);
            }
            series.push(a.dot(distribution, &covered) / &factorial);
        }
        // the eighth power by three squarings
        let power = (0..3).fold(series, |series, _| square(a, &series));
        power[throws].clone() * factorial / a.integer(WORDS).pow(WORDS)
    })
}

fn distinct_in_word<A: Arithmetic>(a: &A, throws: u64) -> Vec<A::Number> {
    match Shape::new(WORD_BITS, throws, Sampling::WithReplacement) {
        Ok(shape) => distinct::positions(a, shape),
        Err(_) => vec![a.one()], // no throw
    }
}

fn square<A: Arithmetic>(a: &A, series: &[A::Number]) -> Vec<A::Number> {
    let coefficient = |i: usize| a.sum((0..=i).map(|j| series[j].clone() * &series[i - j]));
    (0..series.len()).map(coefficient).collect()
}

/// The fewest bits an item that the mean over blocks accepts for a target, in the limit of many blocks, in double precision.
pub fn bits_per_item_by_mean_of_blocks(target: f64) -> Result<f64, Refused> {
    split_block::bits_per_item_by(target, |load| mean_of_blocks_limit(&Double, load))
}
