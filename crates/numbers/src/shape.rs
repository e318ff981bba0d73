//! Bits, hash functions, and how positions are drawn: validated once.

use serde::{Deserialize, Serialize};

use crate::{Refused, within};

/// The largest number of bits, items, hash functions, bins or balls: 2^63 − 1.
pub const MAX_SIZE: u64 = i64::MAX as u64;

/// How the k positions of an item are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// k independent positions, which may coincide (the papers' *colliding*).
    WithReplacement,
    /// k distinct positions (the papers' *non-colliding*).
    WithoutReplacement,
}

/// The shape of a filter: m bits, k hash functions, and how an item's positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Shape {
    bits: u64,
    hashes: u64,
    sampling: Sampling,
}

impl Shape {
    /// The shape of a filter of `bits` bits (m) and `hashes` hash functions (k).
    /// Domain: 1 ≤ m, k ≤ 2^63 − 1, and k ≤ m without replacement.
    pub fn new(bits: u64, hashes: u64, sampling: Sampling) -> Result<Self, Refused> {
        within("bits", bits, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=MAX_SIZE)?;
        if sampling == Sampling::WithoutReplacement && hashes > bits {
            let domain = format!("1 ≤ hashes ≤ bits = {bits} without replacement");
            return Err(Refused::new("hashes", hashes, domain));
        }
        Ok(Self { bits, hashes, sampling })
    }

    /// m, the number of bits.
    #[inline]
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// k, the number of hash functions.
    #[inline]
    pub fn hashes(self) -> u64 {
        self.hashes
    }

    /// How positions are drawn.
    #[inline]
    pub fn sampling(self) -> Sampling {
        self.sampling
    }
}
