//! When a recycling filter starts a new cycle.

use serde::{Deserialize, Serialize};

/// The bound of a cycle of a recycling filter (Dozier, Salamatian, Rubenstein).
///
/// The serialized names are part of the keys of simulated streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// σ-bounded: a new cycle starts when a message would leave more than σ bits of a filter set (their section IV).
    #[serde(rename = "bits")]
    Sigma(u64),
    /// N-bounded: a new cycle starts at the N-th message that sets a bit. A message that sets none looks known and is not
    /// counted (their section III).
    Messages(u64),
}

impl Bound {
    /// σ in bits, or N in messages.
    pub fn value(self) -> u64 {
        match self {
            Bound::Sigma(value) | Bound::Messages(value) => value,
        }
    }

    /// The largest N that every cycle reaches, ⌊(m − 1)/k⌋ + 1: whatever their positions, N − 1 messages leave a bit
    /// clear. Domain: m ≥ 1, k ≥ 1.
    pub fn most_messages(bits: u64, hashes: u64) -> u64 {
        (bits - 1) / hashes + 1
    }
}
