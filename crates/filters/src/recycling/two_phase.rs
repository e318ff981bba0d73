//! Recycling with an active and a frozen filter.

use super::cycle::Cycle;
use super::filter::{Arrival, Effect, Recycling, RecyclingFilter};
use crate::{BloomFilter, Ending, FilterError, Hashing, Locator, Probe};

/// Two phases: an active and a frozen filter of M' bits each, asked with the same positions (Dozier, Salamatian and
/// Rubenstein, section IV-F1).
///
/// Every message goes into the active filter, whatever the frozen one says; a match in either makes it a repeat. When
/// the active filter's bound is reached it becomes the frozen one, holding what it held *before* the message that reached
/// the bound, or that message too if it is kept ([`TwoPhaseFilter::with_ending`]); what was frozen is cleared and becomes
/// active. That message is forgotten or retained in the new active filter. So a message that was stored is known until the
/// end of the cycle after its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoPhaseFilter {
    cycle: Cycle,
    frozen: BloomFilter,
    ending: Ending,
}

impl TwoPhaseFilter {
    /// Two empty filters of M' = `bits` bits **each**. A message that ends a cycle is dropped from the filter it freezes.
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
}

impl RecyclingFilter for TwoPhaseFilter {
    #[inline]
    fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError> {
        probe.check(self.frozen.len())?;
        let in_frozen = self.frozen.clear_among(probe) == 0;
        let (frozen, ending) = (&mut self.frozen, self.ending);
        let effect = self.cycle.insert(probe, |active| {
            if ending == Ending::Keeping {
                active.write(probe);
            }
            std::mem::swap(active, frozen);
            active.clear();
        });
        Ok(Arrival { known: in_frozen || effect == Effect::Unchanged, effect })
    }

    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        Ok(self.cycle.active.contains_at(probe)? || self.frozen.contains_at(probe)?)
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
