//! Random streams keyed by what they are for.

use std::convert::Infallible;

use chacha20::{ChaChaCore, R8, rand_core::block::Generator, variants::Legacy};
use rand::{SeedableRng, TryRng, rngs::ChaCha8Rng};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::SimulationError;

/// The key of one epoch's random stream: SHA-256 of (experiment, seed, point, epoch), where the point enters as the JSON
/// of its parameters.
///
/// So an epoch's stream depends on nothing else: not on the other points, on their order, or on the number of threads;
/// and different epochs have independent streams. The key is all 256 bits of ChaCha8's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamKey([u8; 32]);

impl StreamKey {
    /// The key of an epoch of a point of an experiment.
    /// [`SimulationError::Unrepresentable`] if the point cannot be written as JSON.
    pub fn new(experiment: &str, seed: u64, point: &impl Serialize, epoch: u64) -> Result<StreamKey, SimulationError> {
        let point = serde_json::to_vec(point)?;
        let parts = [b"stream", experiment.as_bytes(), &seed.to_le_bytes(), &point, &epoch.to_le_bytes()];
        let mut hash = Sha256::new();
        // each part with its length, so that no two lists run together
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Ok(StreamKey(hash.finalize().into()))
    }

    /// The random generator of the epoch, from its beginning.
    pub fn generator(&self) -> ChaCha8Rng {
        ChaCha8Rng::from_seed(self.0)
    }

    /// The words of [`StreamKey::generator`], fetched many at once.
    pub(crate) fn words(&self) -> Words {
        Words { random: ChaChaCore::from_seed(self.0), halves: [0; 2 * FETCHED], next: FETCHED }
    }
}

/// The stream of a generator that has given no word yet. It is how an experiment hands the generator of an epoch to a simulation:
/// `simulate_blocked(&point, &random.into())`. Once nothing else makes keys, simulations take the generator itself.
impl From<ChaCha8Rng> for StreamKey {
    fn from(random: ChaCha8Rng) -> Self {
        assert_eq!(random.get_word_pos(), 0, "a stream begins with its first word");
        Self(random.get_seed())
    }
}

/// The words of four blocks, which the core of the generator makes at once.
const FETCHED: usize = 32;

/// The 64-bit words of [`StreamKey::generator`], straight from the core inside it: the same words in half the time.
pub(crate) struct Words {
    random: ChaChaCore<R8, Legacy>,
    /// Of each word the lower half, then the higher.
    halves: [u32; 2 * FETCHED],
    next: usize,
}

impl Words {
    #[inline]
    pub(crate) fn next_word(&mut self) -> u64 {
        self.reader().next_word()
    }

    /// Reads several words.
    #[inline]
    pub(crate) fn reader(&mut self) -> Reader<'_> {
        Reader { next: self.next, words: self }
    }

    #[cold]
    fn fetch(&mut self) {
        self.random.generate(&mut self.halves);
    }
}

/// Keeps in a register which word is next: through memory, each word would wait for the one before.
pub(crate) struct Reader<'a> {
    words: &'a mut Words,
    next: usize,
}

impl Reader<'_> {
    #[inline(always)]
    pub(crate) fn next_word(&mut self) -> u64 {
        if self.next >= FETCHED {
            self.words.fetch();
            self.next = 0;
        }
        let [low, high] = self.words.halves.as_chunks().0[self.next];
        self.next += 1;
        u64::from(high) << 32 | u64::from(low)
    }
}

impl Drop for Reader<'_> {
    #[inline]
    fn drop(&mut self) {
        self.words.next = self.next;
    }
}

impl TryRng for Words {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_word() as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn every_part_of_the_key_matters() {
        let key = |experiment, seed, point: &[u32], epoch| StreamKey::new(experiment, seed, &point, epoch).unwrap();
        let base = key("a", 1, &[5, 6], 0);
        assert_eq!(base, key("a", 1, &[5, 6], 0));
        for other in [key("b", 1, &[5, 6], 0), key("a", 2, &[5, 6], 0), key("a", 1, &[56], 0), key("a", 1, &[5, 6], 1)]
        {
            assert_ne!(base, other);
            assert_ne!(base.generator().next_u64(), other.generator().next_u64());
        }
    }

    #[test]
    fn words_fetched_at_once_are_those_of_the_generator() {
        let key = StreamKey::new("words", 1, &"point", 0).unwrap();
        let (mut words, mut generator) = (key.words(), key.generator());
        for _ in 0..5 * FETCHED {
            assert_eq!(words.next_word(), generator.next_u64());
        }
        assert_eq!(StreamKey::from(key.generator()), key);
    }

    /// A change of this number changes every simulation.
    #[test]
    fn the_stream_is_pinned() {
        assert_eq!(StreamKey::new("pinned", 1, &"point", 2).unwrap().generator().next_u64(), 7_174_976_352_291_086_538);
    }
}
