//! The ways to find the positions of an item.

use bloomlab_numbers::Sampling;
use serde::{Deserialize, Serialize};

/// The source of the random 64-bit words of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Real hashing: the 128 bits of XXH3 of the item's bytes under the filter's seed, stretched to as many words as are
    /// needed.
    Hash,
    /// The ideal that analyses assume: words that are uniform and independent. They are the output of ChaCha8 under
    /// the filter's seed, on the stream numbered by a 64-bit digest of the item; so the same item always has the same
    /// words, and two items share theirs only if their digests collide.
    Ideal,
}

/// The way a filter finds the positions of an item: plain parameters, validated by [`Locator::new`](crate::Locator::new).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hashing {
    /// The number of hash functions, k.
    pub hashes: u64,
    /// The source of the random words.
    pub source: Source,
    /// With or without replacement.
    pub sampling: Sampling,
    /// Seed: filters with different seeds have independent positions.
    pub seed: u64,
}

impl Hashing {
    /// k independent hash functions, with replacement: the textbook filter on real hashing.
    pub fn new(hashes: u64, seed: u64) -> Hashing {
        Hashing { hashes, source: Source::Hash, sampling: Sampling::WithReplacement, seed }
    }

    /// k positions from the ideal uniform source, with replacement: what the analyses assume.
    pub fn ideal(hashes: u64, seed: u64) -> Hashing {
        Hashing { source: Source::Ideal, ..Hashing::new(hashes, seed) }
    }

    /// The same with distinct positions.
    pub fn without_replacement(self) -> Hashing {
        Hashing { sampling: Sampling::WithoutReplacement, ..self }
    }
}
