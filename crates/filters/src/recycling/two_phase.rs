//! Recycling with an active and a frozen filter.

use serde::{Deserialize, Serialize};

use super::{Arrival, Effect, Recycling, RecyclingFilter, cycle::Cycle};
use crate::{BloomFilter, Damage, Ending, FilterError, Hashing, Locator, Probe};

/// Two phases: an active and a frozen filter of M' bits each, asked with the same positions (Dozier, Salamatian and
/// Rubenstein, section IV-F1).
///
/// Every message goes into the active filter, whatever the frozen one says; a match in either makes it a repeat. When
/// the active filter's bound is reached it becomes the frozen one, holding what it held *before* the message that reached
/// the bound, or that message too if it is kept ([`TwoPhaseFilter::with_ending`]); what was frozen is cleared and becomes
/// active. That message is forgotten or retained in the new active filter. So a message that was stored is known until the
/// end of the cycle after its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredTwoPhase")]
pub struct TwoPhaseFilter {
    cycle: Cycle,
    frozen: BloomFilter,
    #[serde(skip_serializing_if = "Ending::is_dropping")]
    ending: Ending,
}

#[derive(Deserialize)]
struct StoredTwoPhase {
    cycle: Cycle,
    frozen: BloomFilter,
    #[serde(default)]
    ending: Ending,
}

impl TryFrom<StoredTwoPhase> for TwoPhaseFilter {
    type Error = FilterError;

    fn try_from(stored: StoredTwoPhase) -> Result<TwoPhaseFilter, FilterError> {
        let StoredTwoPhase { cycle, frozen, ending } = stored;
        match cycle.active.locator() == frozen.locator() {
            true => Ok(TwoPhaseFilter { cycle, frozen, ending }),
            false => Err(Damage::TwoLocators.into()),
        }
    }
}

impl TwoPhaseFilter {
    /// Two empty filters of M' = `bits` bits **each**. A message that ends a cycle is dropped from the filter it freezes.
    ///
    /// # Errors
    /// As [`OnePhaseFilter::new`](super::OnePhaseFilter::new), for M' bits.
    pub fn new(bits: u64, hashing: Hashing, recycling: Recycling) -> Result<TwoPhaseFilter, FilterError> {
        let (cycle, frozen) = (Cycle::new(bits, hashing, recycling)?, BloomFilter::new(bits, hashing)?);
        Ok(TwoPhaseFilter { cycle, frozen, ending: Ending::Dropping })
    }

    /// The same filter where a message that ends a cycle is dropped from the filter that it freezes, or kept in it.
    #[must_use]
    pub fn with_ending(self, ending: Ending) -> TwoPhaseFilter {
        TwoPhaseFilter { ending, ..self }
    }

    /// Bits set in the frozen filter.
    pub fn frozen_ones(&self) -> u64 {
        self.frozen.count_ones()
    }

    #[inline]
    fn process(&mut self, probe: &Probe) -> Arrival {
        let in_frozen = self.frozen.clear_among(probe) == 0;
        let (frozen, ending) = (&mut self.frozen, self.ending);
        let effect = self.cycle.insert(probe, |active| {
            if ending == Ending::Keeping {
                active.write(probe);
            }
            std::mem::swap(active, frozen);
            active.clear();
        });
        Arrival { known: in_frozen || effect == Effect::Unchanged, effect }
    }
}

impl RecyclingFilter for TwoPhaseFilter {
    fn arrive(&mut self, message: &[u8]) -> Arrival {
        self.process(&self.frozen.find(message))
    }

    #[inline]
    fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError> {
        probe.check(self.frozen.len())?;
        Ok(self.process(probe))
    }

    fn contains(&self, message: &[u8]) -> bool {
        let probe = self.frozen.find(message);
        self.cycle.active.clear_among(&probe) == 0 || self.frozen.clear_among(&probe) == 0
    }

    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        Ok(self.cycle.active.contains_at(probe)? || self.frozen.contains_at(probe)?)
    }

    fn cycles(&self) -> u64 {
        self.cycle.completed
    }

    fn memory_bits(&self) -> u64 {
        self.cycle.active.memory_bits() + self.frozen.memory_bits()
    }

    fn count_ones(&self) -> u64 {
        self.cycle.active.count_ones()
    }

    /// Pr\[active\] + Pr\[frozen\] − Pr\[both\], where both filters are asked with the same positions: all of them must
    /// fall on the bits that are set in both. Takes time proportional to M'.
    fn false_positive_rate(&self) -> f64 {
        let both = self.cycle.active.common_ones(&self.frozen);
        let locator = self.locator();
        self.cycle.active.false_positive_rate() + self.frozen.false_positive_rate() - locator.all_among(both)
    }

    fn locator(&self) -> &Locator {
        self.frozen.locator()
    }

    #[inline]
    fn phases(&self) -> u64 {
        2
    }
}
