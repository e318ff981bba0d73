//! Folding: a filter of split blocks is allocated for the most items there may be, and halved while an estimate of its rate keeps
//! the target.
//!
//! Blocks 2i and 2i + 1 are or-ed. With the block ⌊hb/2^32⌋ of a 32-bit hash h and an even number b of blocks, the result is the
//! filter of b/2 blocks with the same items, bit by bit: ⌊⌊hb/2^32⌋/2⌋ = ⌊h(b/2)/2^32⌋. So what a folded filter costs is its
//! size alone, and what its rate becomes is the estimate by which folding stops:
//!
//! * [`given_bits`]: the rate of this very filter, no estimate;
//! * [`mean_of_blocks`], the mean of (set bits/256)^8 over the blocks: the eight positions as if anywhere in the block, too high, which
//!   stops too early and is safe;
//! * [`of_mean_fill`], (1 − (1 − mean fill)^(2^j))^8 after j folds: forgets that blocks differ, too low. In the limit of many blocks it
//!   accepts what [`split_block::ruled_bits_per_item`] does.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, Double, Number};
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{Advice, MAX_SIZE, OutOfDomain, Parameter, Refused, Sampling, Shape, TooLarge, distinct};

use crate::blocked::{BlockedLoad, poisson_cost, poisson_mixture};
use crate::coverage::{draws, nothing_to_cover};
use crate::split_block::{BLOCK_BITS, WORD_BITS, WORDS};
use crate::{Formula, split_block};

/// The bits set in each word of a filter, by block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetBits(Vec<[u64; WORDS as usize]>);

impl SetBits {
    /// One entry for each block, of the bits set in each of its words.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless there is a block, and no word has more than 32 set.
    pub fn new(blocks: Vec<[u64; WORDS as usize]>) -> Result<Self, OutOfDomain> {
        Parameter::Bits.within(blocks.len() as u64 * BLOCK_BITS, BLOCK_BITS..=MAX_SIZE)?;
        for &set in blocks.iter().flatten() {
            Parameter::BitsSet.within(set, 0..=WORD_BITS)?;
        }
        Ok(Self(blocks))
    }

    fn mean_over_blocks<A: Arithmetic>(&self, a: &A, of: impl Fn(&[u64; WORDS as usize]) -> A::Number) -> A::Number {
        a.sum(self.0.iter().map(of)) / a.integer(self.0.len() as u64)
    }
}

/// The rate given the bits: the mean over blocks of Π over words of (set bits/32).
pub fn given_bits<A: Arithmetic>(a: &A, set: &SetBits) -> A::Number {
    let words =
        |words: &[u64; WORDS as usize]| words.iter().fold(a.one(), |product, &set| product * a.ratio(set, WORD_BITS));
    set.mean_over_blocks(a, words)
}

/// The mean over blocks of (set bits/256)^8; never below [`given_bits`].
pub fn mean_of_blocks<A: Arithmetic>(a: &A, set: &SetBits) -> A::Number {
    set.mean_over_blocks(a, |words| a.ratio(words.iter().sum(), BLOCK_BITS).pow(WORDS))
}

/// (1 − (1 − mean fill)^`merged`)^8: the estimate, before folding, for the filter in which `merged` = 2^j blocks are one.
pub fn of_mean_fill<A: Arithmetic>(a: &A, set: &SetBits, merged: u64) -> A::Number {
    let set_bits: u64 = set.0.iter().flatten().sum();
    a.some_hit(set_bits, set.0.len() as u64 * BLOCK_BITS, merged).pow(WORDS)
}

/// The limit of [`mean_of_blocks`] for many blocks at a mean load λ = n/b, in which it is certain.
///
/// Σ_j e^−λ λ^j/j! E\[(set bits/256)^8 | j items\]. The eighth power is the probability that eight positions anywhere in the block
/// are all set: with E_i(j) = E\[(set bits of a word/32)^i\] it is 8! 8^−8 \[z^8\] (Σ_i E_i(j) z^i/i!)^8, because words are independent
/// given j. Positive terms; loads are left out as in [`blocked::poisson`](crate::blocked::poisson). In doubles for λ up to 700.
///
/// # Errors
/// [`TooLarge`] when it takes more than [`Formula::MAX_COST`].
pub fn mean_of_blocks_limit<A: AnalyticArithmetic>(a: &A, load: BlockedLoad) -> Result<Bounded<A::Number>, TooLarge>
where
    A::Number: Analytic,
{
    poisson_cost(load, 500.0)
        .within(Formula::MAX_COST, Advice::Change { smaller: &[Parameter::Items], larger: &[Parameter::Bits] })?;
    Ok(poisson_mixture(a, load, expected_by_load(a)))
}

/// E\[(set bits/256)^8 | j items\], j = 0, 1, 2, ….
fn expected_by_load<A: Arithmetic>(a: &A) -> impl Iterator<Item = A::Number> {
    let throws = WORDS as usize;
    let ball = draws(a, throws, std::iter::once(WORD_BITS));
    let laws: Vec<Vec<A::Number>> = (0..=WORDS).map(|throws| distinct_in_word(a, throws)).collect();
    let one_more = move |covered: &Vec<A::Number>| Some(ball.iter().map(|row| a.dot(row, covered)).collect::<Vec<_>>());
    std::iter::successors(Some(nothing_to_cover(a, throws + 1)), one_more).map(move |covered| {
        let mut factorial = a.one();
        let mut series = Vec::with_capacity(throws + 1);
        for (i, law) in (0..).zip(&laws) {
            if i > 0 {
                factorial = factorial * a.integer(i);
            }
            series.push(a.dot(law, &covered) / &factorial);
        }
        // the eighth power by three squarings
        let power = (0..3).fold(series, |series, _| square(a, &series));
        power[throws].clone() * factorial / a.integer(WORDS).pow(WORDS)
    })
}

/// The law of the distinct positions of some throws into one word.
fn distinct_in_word<A: Arithmetic>(a: &A, throws: u64) -> Vec<A::Number> {
    match Shape::new(WORD_BITS, throws, Sampling::WithReplacement) {
        Ok(shape) => distinct::positions(a, shape),
        Err(_) => vec![a.one()], // no throw
    }
}

/// The square of a power series, as far as its terms go.
fn square<A: Arithmetic>(a: &A, series: &[A::Number]) -> Vec<A::Number> {
    let coefficient = |i: usize| a.sum((0..=i).map(|j| series[j].clone() * &series[i - j]));
    (0..series.len()).map(coefficient).collect()
}

/// The fewest bits an item that [`mean_of_blocks`] accepts for a target, in the limit of many blocks, in double precision.
///
/// # Errors
/// As for [`split_block::bits_per_item`].
pub fn bits_per_item_by_mean_of_blocks(target: f64) -> Result<f64, Refused> {
    split_block::bits_per_item_by(target, |load| mean_of_blocks_limit(&Double, load))
}
