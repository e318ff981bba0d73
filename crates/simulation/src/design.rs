//! The recycling filter that is simulated.

use bloomlab_filters::{Effect, Hashing, Locator, Probe, Recycling, RecyclingFilter, Source};
use bloomlab_numbers::{Ending, Phases, Retention, Sampling};
use serde::{Deserialize, Serialize};

use crate::SimulationError;

/// The way that positions are made of random words. It is part of the keys of streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Each for itself.
    Independent,
}

/// A recycling filter: plain parameters, validated when an epoch starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecyclingDesign {
    /// One phase or two.
    pub phases: Phases,
    /// Bits of the filter; with two phases, of each of the two.
    pub bits: u64,
    /// The number of hash functions, k.
    pub hashes: u64,
    /// Independent positions.
    pub scheme: Scheme,
    /// With or without replacement.
    pub sampling: Sampling,
    /// When the filter is recycled, and the fate of the message that does it.
    pub recycling: Recycling,
    /// The end of a cycle as the frozen filter holds it: without or with the message that froze it. The default is not
    /// part of a stream's key.
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
    fn holder_of_first(&self, number: u64) -> Option<u64> {
        match (self.recycling.retention, self.ending) {
            (Retention::Retaining, _) => Some(number),
            (Retention::NonRetaining, Ending::Keeping) => Some(number - 1),
            (Retention::NonRetaining, Ending::Dropping) => None,
        }
    }

    /// Checks that the filter can be made, without making it.
    pub(crate) fn validate(&self) -> Result<(), SimulationError> {
        Ok(self.recycling.validate(&Locator::new(self.bits, self.hashing(Source::Ideal, 0))?)?)
    }

    fn hashing(&self, source: Source, seed: u64) -> Hashing {
        Hashing { hashes: self.hashes, source, sampling: self.sampling, seed }
    }

    pub(crate) fn filter(&self, source: Source, seed: u64) -> Result<RecyclingFilter, SimulationError> {
        let frozen = (self.phases == Phases::Two).then_some(self.ending);
        Ok(RecyclingFilter::new(self.bits, self.hashing(source, seed), self.recycling, frozen)?)
    }

    /// The filter at ideal positions, or as `source` has them, empty and followed from its first cycle.
    pub(crate) fn followed(&self, source: Source, seed: u64) -> Result<Followed, SimulationError> {
        let filter = self.filter(source, seed)?;
        Ok(Followed { cycle: filter.phases(), design: *self, filter })
    }
}

/// A recycling filter and the cycle that it is in, which tells the messages that are stored.
pub(crate) struct Followed {
    pub(crate) filter: RecyclingFilter,
    design: RecyclingDesign,
    /// The first is numbered so that cycle 0 is stored nowhere.
    pub(crate) cycle: u64,
}

impl Followed {
    /// True if a filter holds the messages that cycle `holder` stored.
    pub(crate) fn stores(&self, holder: u64) -> bool {
        holder + self.filter.phases() > self.cycle
    }

    /// Offers a message that cycle `holder` stored, 0 for none. Returns the cycle that stores it now, and true if it
    /// was known.
    #[inline]
    pub(crate) fn offer(&mut self, probe: &Probe, holder: u64) -> Result<(u64, bool), SimulationError> {
        let arrival = self.filter.arrive_at(probe)?;
        if arrival.effect != Effect::Recycled {
            return Ok((self.cycle, arrival.known));
        }
        self.cycle += 1;
        Ok((self.design.holder_of_first(self.cycle).unwrap_or(holder), arrival.known))
    }
}
