//! The random words of an item.

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

/// One step of SplitMix64's output function: well-spread seeds from consecutive numbers.
#[inline]
pub(crate) fn spread(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The odd number nearest 2⁶⁴ over the golden ratio: consecutive multiples are far apart.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The 128 bits of XXH3 of an item, stretched into as many words as are asked for.
///
/// With the halves a and b of the hash and aᵢ = a + i·[`STEP`], word i is the exclusive or of the halves of the 128-bit
/// product aᵢ · (aᵢ ⊕ b): the generator wyrand (Wang Yi, 2019) with a different constant for each item. The items are
/// hashed once, and a further word costs one multiplication.
#[derive(Clone, Copy)]
pub(crate) struct HashedWords {
    state: u64,
    key: u64,
}

impl HashedWords {
    /// The words of `item`, from the first.
    #[inline]
    pub(crate) fn of(seed: u64, item: &[u8]) -> HashedWords {
        let hash = xxh3_128_with_seed(item, spread(seed));
        HashedWords { state: hash as u64, key: (hash >> 64) as u64 }
    }

    /// The hash itself, its lower half and its upper one.
    #[inline(always)]
    pub(crate) fn halves(&self) -> [u64; 2] {
        [self.state, self.key]
    }

    /// The words of the same item that come `number` words later.
    #[inline]
    pub(crate) fn after(&self, number: u64) -> HashedWords {
        HashedWords { state: self.state.wrapping_add(STEP.wrapping_mul(number)), key: self.key }
    }

    #[inline(always)]
    pub(crate) fn next_word(&mut self) -> u64 {
        let product = u128::from(self.state) * u128::from(self.state ^ self.key);
        self.state = self.state.wrapping_add(STEP);
        product as u64 ^ (product >> 64) as u64
    }
}

/// ChaCha8 under a seed, on the stream of an item.
pub(crate) struct IdealWords(ChaCha8Rng);

impl IdealWords {
    pub(crate) fn new(seed: u64, stream: u64) -> IdealWords {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..24].copy_from_slice(b"bloomlab.filters");
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(stream);
        IdealWords(generator)
    }

    /// The words of `item`.
    pub(crate) fn of(seed: u64, item: &[u8]) -> IdealWords {
        IdealWords::new(seed, xxh3_64_with_seed(item, 0))
    }

    #[inline(always)]
    pub(crate) fn next_word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_words_are_those_of_the_same_item() {
        let mut all = HashedWords::of(3, b"an item of more than eight bytes");
        let mut later = all.after(5);
        (0..5).for_each(|_| _ = all.next_word());
        assert_eq!([all.next_word(), all.next_word()], [later.next_word(), later.next_word()]);
    }

    /// Four bits of a word, from bit `start`.
    fn nibble(word: u64, start: u32) -> usize {
        (word >> start & 15) as usize
    }

    /// The words 0 … 4, the far one, which holds the fingerprint, and the halves of the hash, of consecutive integers and of
    /// texts: the lowest or the highest four bits of every two words are together uniform. 2¹⁸ items; chi-square with 255
    /// degrees of freedom, 448 times; α = 1e-6 altogether, 2e-9 each (critical value 411), seeds 5 and 6.
    #[test]
    fn stretched_words_are_uniform_and_pairwise_independent() {
        for seed in [5, 6] {
            for is_text in [false, true] {
                let mut counts = vec![[0u32; 256]; 8 * 8 * 4];
                for number in 0..1u64 << 18 {
                    let item =
                        if is_text { format!("item {number}").into_bytes() } else { number.to_le_bytes().to_vec() };
                    let mut near = HashedWords::of(seed, &item);
                    let far = near.after(super::super::locator::FAR).next_word();
                    let [lower, upper] = near.halves();
                    let words: [u64; 8] = std::array::from_fn(|i| match i {
                        5 => far,
                        6 => lower,
                        7 => upper,
                        _ => near.next_word(),
                    });
                    for (i, &a) in words.iter().enumerate() {
                        for (j, &b) in words.iter().enumerate().skip(i + 1) {
                            for (k, [s, t]) in [[0, 0], [0, 60], [60, 0], [60, 60]].into_iter().enumerate() {
                                counts[(i * 8 + j) * 4 + k][nibble(a, s) * 16 + nibble(b, t)] += 1;
                            }
                        }
                    }
                }
                for (cell, counts) in counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&n| n > 0)) {
                    let statistic: f64 = counts.iter().map(|&n| (f64::from(n) - 1024.0).powi(2) / 1024.0).sum();
                    assert!(statistic < 411.0, "seed {seed}, text {is_text}, pair {cell}: {statistic}");
                }
            }
        }
    }

    /// Three words in a row, whose states are in arithmetic progression, and one item's words under neighbouring seeds: their
    /// exclusive or has each bit set in half the items. 2²⁰ items, 128 bits, α = 1e-6 altogether: each within 5.9 standard
    /// deviations of 512, seeds 7 and 8.
    #[test]
    fn no_bit_of_a_word_follows_from_others() {
        let (mut triples, mut seeds) = ([0u32; 64], [0u32; 64]);
        for number in 0..1u64 << 20 {
            let item = number.to_le_bytes();
            let (mut words, mut other) = (HashedWords::of(7, &item), HashedWords::of(8, &item));
            let first = words.next_word();
            let triple = first ^ words.next_word() ^ words.next_word();
            let pair = first ^ other.next_word();
            for bit in 0..64 {
                triples[bit] += (triple >> bit & 1) as u32;
                seeds[bit] += (pair >> bit & 1) as u32;
            }
        }
        for count in triples.into_iter().chain(seeds) {
            assert!((f64::from(count) - 524_288.0).abs() < 5.9 * 512.0, "{count}");
        }
    }
}
