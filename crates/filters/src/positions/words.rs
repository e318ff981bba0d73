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
/// product aᵢ · (aᵢ ⊕ b): the generator wyrand (Wang Yi, 2019) with a constant of each item's own. The items are hashed once,
/// and a further word costs one multiplication.
pub(crate) struct HashedWords {
    state: u64,
    key: u64,
}

impl HashedWords {
    /// The words of `item`, from the first.
    #[inline]
    pub(crate) fn of(seed: u64, item: &[u8]) -> HashedWords {
        // for integers the compiler leaves out what other lengths need
        let hash = match <&[u8; 8]>::try_from(item) {
            Ok(integer) => xxh3_128_with_seed(integer, spread(seed)),
            Err(_) => xxh3_128_with_seed(item, spread(seed)),
        };
        HashedWords { state: hash as u64, key: (hash >> 64) as u64 }
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

    /// A change of these numbers changes every stored filter and every simulation.
    #[test]
    fn words_are_pinned() {
        let mut hashed = HashedWords::of(1, b"bloom");
        let mut ideal = IdealWords::of(1, b"bloom");
        let words = [hashed.next_word(), hashed.next_word(), ideal.next_word(), ideal.next_word()];
        assert_eq!(
            words,
            [
                17_898_814_408_284_456_239,
                5_116_280_485_521_616_857,
                17_922_259_022_419_854_856,
                8_830_124_586_132_938_566
            ]
        );
    }
}
