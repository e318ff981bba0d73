//! Independent positions without a filter, several of them from one random word.

use crate::{RecyclingDesign, stream::Words};
use bloomlab_numbers::Sampling;

/// Above this product of bounds more than one word in sixteen could be rejected.
const LARGEST_PRODUCT: u64 = 1 << 60;

/// Draws the k positions of a new message among cells that only their order distinguishes.
///
/// With a word x and bounds b₁, b₂, …, the positions are the digits of x·b₁b₂… / 2⁶⁴ in the mixed radix of the bounds. The few
/// words that would favour some of them are rejected, so that they are exactly uniform and independent if the words are
/// (Brackett-Rozinsky and Lemire, Batched ranged random integer generation, 2024).
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    bits: u64,
    are_distinct: bool,
    batches: Vec<Batch>,
}

/// The positions that one word gives.
#[derive(Clone, Copy, Debug)]
struct Batch {
    /// Their numbers, from 0: from the first to before the end.
    first: u64,
    end: u64,
    /// The product of their bounds.
    product: u64,
    /// 2⁶⁴ modulo the product, the number of words that are rejected.
    rejected_words: u64,
}

impl Positions {
    /// Positions of a filter that can be made, so that 1 ≤ k, and k ≤ M if they are distinct.
    pub(crate) fn new(filter: &RecyclingDesign) -> Positions {
        let (bits, hashes) = (filter.bits, filter.hashes);
        let are_distinct = filter.sampling == Sampling::WithoutReplacement;
        let bound = |number: u64| if are_distinct { bits - number } else { bits };
        let mut batches: Vec<Batch> = Vec::new();
        for number in 0..hashes {
            let fits = |batch: &&mut Batch| {
                batch.product.checked_mul(bound(number)).is_some_and(|product| product <= LARGEST_PRODUCT)
            };
            match batches.last_mut().filter(fits) {
                Some(batch) => (batch.end, batch.product) = (number + 1, batch.product * bound(number)),
                None => {
                    batches.push(Batch { first: number, end: number + 1, product: bound(number), rejected_words: 0 })
                }
            }
        }
        for batch in &mut batches {
            batch.rejected_words = batch.product.wrapping_neg() % batch.product;
        }
        Positions { bits, are_distinct, batches }
    }

    /// Hands the positions of a new message to `place`, one after the other: numbers below M. If they are distinct, the j-th is
    /// not below j − 1, for a filter that numbers the cells of those before it from 0.
    #[inline(always)]
    pub(crate) fn draw(&self, random: &mut Words, mut place: impl FnMut(u64)) {
        let mut words = random.reader();
        for batch in &self.batches {
            let mut rest = words.next_word();
            while rest.wrapping_mul(batch.product) < batch.rejected_words {
                rest = words.next_word();
            }
            for number in batch.first..batch.end {
                let taken = if self.are_distinct { number } else { 0 };
                let product = u128::from(rest) * u128::from(self.bits - taken);
                place((product >> 64) as u64 + taken);
                rest = product as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StreamKey;
    use bloomlab_filters::{Recycling, Retention, uniform_below};
    use bloomlab_numbers::{Bound, Phases};

    fn design(bits: u64, hashes: u64, sampling: Sampling) -> RecyclingDesign {
        let recycling = Recycling { bound: Bound::Sigma(1), retention: Retention::NonRetaining };
        RecyclingDesign { sampling, ..RecyclingDesign::new(Phases::One, bits, hashes, recycling) }
    }

    /// Products far below 2⁶⁴, near it, and above it for two positions; of the bounds 3·2⁵⁸ every fourth word is rejected.
    #[test]
    fn positions_are_the_digits_of_one_uniform_number() {
        use Sampling::{WithReplacement, WithoutReplacement};
        let sizes = [(1000, 5), (1000, 6), (1000, 7), (8, 40), (1 << 40, 3), (3 << 58, 2), (7, 7), (1, 1)];
        for ((bits, hashes), sampling) in
            sizes.into_iter().flat_map(|size| [WithReplacement, WithoutReplacement].map(|sampling| (size, sampling)))
        {
            if sampling == WithoutReplacement && hashes > bits {
                continue;
            }
            let positions = Positions::new(&design(bits, hashes, sampling));
            let key = StreamKey::new("positions", 1, &(bits, hashes), 0).unwrap();
            let (mut random, mut same) = (key.words(), key.words());
            for _ in 0..200 {
                let mut drawn = Vec::new();
                positions.draw(&mut random, |position| drawn.push(position));
                assert_eq!(drawn.len() as u64, hashes);
                let mut drawn = drawn.into_iter().zip(0..);
                for batch in &positions.batches {
                    let mut number = 0;
                    for (position, j) in drawn.by_ref().take((batch.end - batch.first) as usize) {
                        let taken = if sampling == WithoutReplacement { j } else { 0 };
                        assert!((taken..bits).contains(&position));
                        number = number * (bits - taken) + position - taken;
                    }
                    assert_eq!(number, uniform_below(batch.product, || same.next_word()));
                }
            }
            assert_eq!(random.next_word(), same.next_word());
        }
    }
}
