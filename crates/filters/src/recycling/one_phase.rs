//! Recycling with one filter.

use super::cycle::Cycle;
use super::filter::{Arrival, Effect, Recycling, RecyclingFilter};
use crate::{BloomFilter, FilterError, Hashing, Locator, Probe};

/// One phase: one filter, cleared when its bound is reached.
///
/// Within a cycle no message that was stored is ever taken for new. The message that ends the cycle is judged by the old
/// cycle; then all is cleared, and it is forgotten or, if retained, the only message kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnePhaseFilter(Cycle);

impl OnePhaseFilter {
    /// An empty filter of M = `bits` bits.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] if the positions do not fit ([`BloomFilter::new`]), if σ ≥ M, if N = 0 or
    /// N > ⌊(M − 1)/k⌋ + 1 (the filter could fill and its cycle never end), or, for a retaining filter, if σ < k or
    /// N < 2; [`FilterError::OutOfMemory`].
    pub fn new(bits: u64, hashing: Hashing, recycling: Recycling) -> Result<OnePhaseFilter, FilterError> {
        Ok(OnePhaseFilter(Cycle::new(bits, hashing, recycling)?))
    }
}

impl RecyclingFilter for OnePhaseFilter {
    #[inline]
    fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError> {
        probe.check(self.0.active.len())?;
        let effect = self.0.insert(probe, BloomFilter::clear);
        Ok(Arrival { known: effect == Effect::Unchanged, effect })
    }

    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        self.0.active.contains_at(probe)
    }

    fn count_ones(&self) -> u64 {
        self.0.active.count_ones()
    }

    fn false_positive_rate(&self) -> f64 {
        self.0.active.false_positive_rate()
    }

    fn locator(&self) -> &Locator {
        self.0.active.locator()
    }

    #[inline]
    fn phases(&self) -> u64 {
        1
    }
}
