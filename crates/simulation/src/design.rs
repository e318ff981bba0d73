//! Which recycling filter is simulated.

use bloomlab_filters::{
    Ending, Hashing, Locator, OnePhaseFilter, Recycling, Retention, Scheme, Source, TwoPhaseFilter,
};
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
    /// With or without replacement.
    pub sampling: Sampling,
    /// When the filter is recycled, and what becomes of the message that does it.
    pub recycling: Recycling,
    /// The frozen one of two filters without or with the message that froze it. The default is not part of a stream's key.
    #[serde(default, skip_serializing_if = "Ending::is_dropping")]
    pub ending: Ending,
}

impl RecyclingDesign {
    /// The papers' filter: independent positions with replacement.
    pub fn new(phases: Phases, bits: u64, hashes: u64, recycling: Recycling) -> RecyclingDesign {
        let (scheme, sampling) = (Scheme::Independent, Sampling::WithReplacement);
        RecyclingDesign { phases, bits, hashes, scheme, sampling, recycling, ending: Ending::Dropping }
    }

    /// The number of the cycle that stored the message that started cycle `number`; none if no filter holds it.
    pub(crate) fn holder_of_first(&self, number: u64) -> Option<u64> {
        match (self.recycling.retention, self.ending) {
            (Retention::Retaining, _) => Some(number),
            (Retention::NonRetaining, Ending::Keeping) => Some(number - 1),
            (Retention::NonRetaining, Ending::Dropping) => None,
        }
    }

    /// Checks that the filter can be, without making it.
    pub(crate) fn validate(&self) -> Result<(), SimulationError> {
        Ok(self.recycling.validate(&Locator::new(self.bits, self.hashing(Source::Ideal, 0))?)?)
    }

    fn hashing(&self, source: Source, seed: u64) -> Hashing {
        Hashing { hashes: self.hashes, source, scheme: self.scheme, sampling: self.sampling, seed }
    }

    pub(crate) fn one_phase(&self, source: Source, seed: u64) -> Result<OnePhaseFilter, SimulationError> {
        Ok(OnePhaseFilter::new(self.bits, self.hashing(source, seed), self.recycling)?)
    }

    pub(crate) fn two_phase(&self, source: Source, seed: u64) -> Result<TwoPhaseFilter, SimulationError> {
        Ok(TwoPhaseFilter::new(self.bits, self.hashing(source, seed), self.recycling)?.with_ending(self.ending))
    }
}
