//! Recycling Bloom filters: they fill, are cleared, and fill again.

use bloomlab_numbers::{Bound, Ending, Refused, Retention, within};
use serde::{Deserialize, Serialize};

use crate::{BloomFilter, FilterError, Hashing, Locate, Locator, Probe};

/// When and how a filter is recycled: plain parameters, validated by the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recycling {
    /// When a new cycle starts.
    pub bound: Bound,
    /// The fate of the message that starts it.
    pub retention: Retention,
}

impl Recycling {
    /// Checks that cycles end, and that a retained message does not itself end the next one.
    pub fn validate(&self, locator: &Locator) -> Result<(), Refused> {
        let (bits, hashes) = (locator.cells(), locator.hashes());
        let retaining = self.retention == Retention::Retaining;
        let refused = |parameter, value, domain| Err(Refused::new(parameter, value, domain));
        match self.bound {
            Bound::Sigma(sigma) if sigma >= bits => refused("sigma", sigma, format!("sigma < bits = {bits}")),
            Bound::Sigma(sigma) if retaining && sigma < hashes => {
                refused("sigma", sigma, format!("hashes = {hashes} ≤ sigma, to retain a message"))
            }
            Bound::Messages(1) if retaining => refused("messages", 1, "2 ≤ messages, to retain one".to_owned()),
            // with more messages the filter can fill and never recycle
            Bound::Messages(count) => within("messages", count, 1..=Bound::most_messages(bits, hashes)),
            Bound::Sigma(_) => Ok(()),
        }
    }
}

/// The effect of an arriving message on a recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It set no bit of the active filter, where it is, or looks, known.
    Unchanged,
    /// It was stored: it set at least one bit.
    Stored,
    /// It ended a cycle; the next started without it, or with it if messages are retained.
    Recycled,
}

/// The answer of a recycling filter to an arriving message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// True if the message was taken for a repeat, before anything was changed.
    pub known: bool,
    /// Its effect then.
    pub effect: Effect,
}

/// A recycling filter, of one phase or of two.
///
/// **One phase.** One filter, cleared when its bound is reached. Within a cycle no message that was stored is ever taken for
/// new. The message that ends the cycle is judged by the old cycle; then all is cleared, and it is forgotten or, if retained,
/// the only message kept.
///
/// **Two phases.** An active and a frozen filter, asked with the same positions (Dozier, Salamatian and Rubenstein, section
/// IV-F1). Every message goes into the active filter, whatever the frozen one says; a match in either makes it a repeat. When
/// the active filter's bound is reached it becomes the frozen one, holding what it held *before* the message that reached
/// the bound, or that message too if it is kept ([`Ending`]); what was frozen is cleared and becomes active. That message is
/// forgotten or retained in the new active filter. So a message that was stored is known until the end of the cycle after its
/// own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecyclingFilter {
    recycling: Recycling,
    active: BloomFilter,
    /// Messages of this cycle that set a bit.
    stored: u64,
    frozen: Option<(BloomFilter, Ending)>,
}

impl RecyclingFilter {
    /// An empty filter of `bits` bits; with two phases two of them, where the message that ends a cycle is dropped from the
    /// `frozen` one or kept in it.
    /// [`FilterError::Refused`] if the positions do not fit ([`BloomFilter::new`]), if σ ≥ M, if N = 0 or
    /// N > ⌊(M − 1)/k⌋ + 1 (the filter could fill and its cycle never end), or, for a retaining filter, if σ < k or
    /// N < 2; [`FilterError::OutOfMemory`].
    pub fn new(
        bits: u64,
        hashing: Hashing,
        recycling: Recycling,
        frozen: Option<Ending>,
    ) -> Result<RecyclingFilter, FilterError> {
        recycling.validate(&Locator::new(bits, hashing)?)?;
        let active = BloomFilter::new(bits, hashing)?;
        let frozen = frozen.map(|ending| (active.clone(), ending));
        Ok(RecyclingFilter { recycling, active, stored: 0, frozen })
    }

    /// Asks for a message at these positions and inserts it, starting a new cycle if it is due.
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    #[inline]
    pub fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError> {
        probe.check(self.active.locator().cells())?;
        let in_frozen = self.frozen.as_ref().is_some_and(|(frozen, _)| frozen.clear_among(probe) == 0);
        let effect = self.insert(probe);
        Ok(Arrival { known: in_frozen || effect == Effect::Unchanged, effect })
    }

    #[inline]
    fn insert(&mut self, probe: &Probe) -> Effect {
        let is_due = |new_bits| match self.recycling.bound {
            Bound::Sigma(sigma) => self.active.count_ones() + new_bits > sigma,
            Bound::Messages(count) => self.stored + 1 >= count,
        };
        // a message is asked how many bits it would set only where it may end the cycle
        let ends = is_due(probe.cells().len() as u64) && {
            let new_bits = self.active.clear_among(probe);
            new_bits > 0 && is_due(new_bits)
        };
        if !ends {
            let is_stored = self.active.write(probe);
            self.stored += u64::from(is_stored);
            return if is_stored { Effect::Stored } else { Effect::Unchanged };
        }
        if let Some((frozen, ending)) = &mut self.frozen {
            if *ending == Ending::Keeping {
                self.active.write(probe);
            }
            std::mem::swap(&mut self.active, frozen);
        }
        self.active.clear();
        self.stored = 0;
        if self.recycling.retention == Retention::Retaining {
            self.active.write(probe);
            self.stored = 1;
        }
        Effect::Recycled
    }

    /// True if a message at these positions is taken for a repeat.
    pub fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        let in_active = self.active.contains_at(probe)?;
        Ok(in_active || self.frozen.as_ref().is_some_and(|(frozen, _)| frozen.clear_among(probe) == 0))
    }

    /// Bits set in the filter that messages are inserted into.
    pub fn count_ones(&self) -> u64 {
        self.active.count_ones()
    }

    /// Bits set in the frozen filter; none with one phase.
    pub fn frozen_ones(&self) -> Option<u64> {
        self.frozen.as_ref().map(|(frozen, _)| frozen.count_ones())
    }

    /// The probability that a new message with independent positions is taken for a repeat, given the state. With two phases
    /// Pr\[active\] + Pr\[frozen\] − Pr\[both\], where all positions must fall on the bits that are set in both: takes time
    /// proportional to M.
    pub fn false_positive_rate(&self) -> f64 {
        let active = self.active.false_positive_rate();
        let Some((frozen, _)) = &self.frozen else { return active };
        let both = self.active.common_ones(frozen);
        active + frozen.false_positive_rate() - self.locator().all_among(both)
    }

    /// The way messages are located.
    pub fn locator(&self) -> &Locator {
        self.active.locator()
    }

    /// The number of cycles that a stored message is known for, the one it arrived in included: 1 or 2.
    #[inline]
    pub fn phases(&self) -> u64 {
        1 + u64::from(self.frozen.is_some())
    }
}
