//! Which recycling filter is simulated.

use bloomlab_filters::{Hashing, OnePhaseFilter, Recycling, Scheme, Source, TwoPhaseFilter};
use bloomlab_occupancy::{Phases, Sampling};
use serde::{Deserialize, Serialize};

use crate::SimulationError;

/// A recycling filter: plain parameters, validated when an epoch starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecyclingDesign {
    /// One phase or two.
    pub phases: Phases,
    /// Bits of the filter; with two phases, of each of the two.
    pub bits: u64,
    /// The number of hash functions, k.
    pub hashes: u64,
    /// Independent positions or double hashing.
    pub scheme: Scheme,
    /// Whether positions may coincide.
    pub sampling: Sampling,
    /// When the filter is recycled, and what becomes of the message that does it.
    pub recycling: Recycling,
}

impl RecyclingDesign {
    /// The papers' filter: independent positions with replacement.
    pub fn new(phases: Phases, bits: u64, hashes: u64, recycling: Recycling) -> RecyclingDesign {
        let (scheme, sampling) = (Scheme::Independent, Sampling::WithReplacement);
        RecyclingDesign { phases, bits, hashes, scheme, sampling, recycling }
    }

    fn hashing(&self, source: Source, seed: u64) -> Hashing {
        Hashing { hashes: self.hashes, source, scheme: self.scheme, sampling: self.sampling, seed }
    }

    pub(crate) fn one_phase(&self, source: Source, seed: u64) -> Result<OnePhaseFilter, SimulationError> {
        Ok(OnePhaseFilter::new(self.bits, self.hashing(source, seed), self.recycling)?)
    }

    pub(crate) fn two_phase(&self, source: Source, seed: u64) -> Result<TwoPhaseFilter, SimulationError> {
        Ok(TwoPhaseFilter::new(self.bits, self.hashing(source, seed), self.recycling)?)
    }
}
