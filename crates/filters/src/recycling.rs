//! Recycling Bloom filters: they fill, are cleared, and fill again.

use serde::{Deserialize, Serialize};

use crate::{BloomFilter, FilterError, Hashing, Locator, Probe};

/// When a recycling filter starts a new cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// σ-bounded: when an insertion would leave more than σ bits set (Dozier, Salamatian and Rubenstein, section IV).
    Bits(u64),
    /// N-bounded: at the N-th message that sets a bit (their section III; a message that sets none looks known and is
    /// not counted).
    Messages(u64),
}

/// What becomes of the message that starts a new cycle (their section IV-B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retention {
    /// It is forgotten: the new cycle starts empty.
    NonRetaining,
    /// It is the first message of the new cycle.
    Retaining,
}

/// When and how a filter is recycled: plain parameters, validated by the filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recycling {
    /// When a new cycle starts.
    pub bound: Bound,
    /// What becomes of the message that starts it.
    pub retention: Retention,
}

impl Recycling {
    /// Checks that cycles end, and that a retained message does not itself end the next one.
    fn validate(&self, locator: &Locator) -> Result<(), FilterError> {
        let (bits, hashes) = (locator.cells(), u64::from(locator.hashes()));
        let retaining = self.retention == Retention::Retaining;
        match self.bound {
            Bound::Bits(sigma) if sigma >= bits => {
                Err(FilterError::domain("sigma", sigma, format!("below the {bits} bits, or no cycle ends")))
            }
            Bound::Bits(sigma) if retaining && sigma < hashes => {
                Err(FilterError::domain("sigma", sigma, format!("at least k = {hashes}, to retain a message")))
            }
            Bound::Messages(0) => Err(FilterError::domain("messages", 0, "at least 1")),
            Bound::Messages(1) if retaining => Err(FilterError::domain("messages", 1, "at least 2, to retain one")),
            Bound::Messages(count) if count > (bits - 1) / hashes + 1 => Err(FilterError::domain(
                "messages",
                count,
                format!(
                    "at most ⌊(m − 1)/k⌋ + 1 = {}, or the filter can fill and never recycle",
                    (bits - 1) / hashes + 1
                ),
            )),
            _ => Ok(()),
        }
    }
}

/// What an arriving message did to a recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effect {
    /// It set no bit of the active filter, where it is, or looks, known.
    Unchanged,
    /// It was stored: it set at least one bit.
    Stored,
    /// It started a new cycle, and was forgotten or retained.
    Recycled,
}

/// What a recycling filter says to an arriving message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// Whether the message was taken for a repeat, before anything was changed.
    pub known: bool,
    /// What it then did.
    pub effect: Effect,
}

/// A filter that one message after another arrives at.
pub trait RecyclingFilter {
    /// Asks for a message and inserts it, starting a new cycle if it is due.
    fn arrive(&mut self, message: &[u8]) -> Arrival;

    /// [`RecyclingFilter::arrive`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError>;

    /// Whether the message is taken for a repeat.
    fn contains(&self, message: &[u8]) -> bool;

    /// [`RecyclingFilter::contains`] at given positions.
    ///
    /// # Errors
    /// As [`RecyclingFilter::arrive_at`].
    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError>;

    /// Cycles completed.
    fn cycles(&self) -> u64;

    /// Memory used, in bits: the filters; the counters of messages and cycles are not part of it.
    fn memory_bits(&self) -> u64;

    /// Bits set in the filter that messages are inserted into.
    fn count_ones(&self) -> u64;

    /// The probability that a new message with independent positions is taken for a repeat, given the state.
    fn false_positive_rate(&self) -> f64;

    /// How messages are located.
    fn locator(&self) -> &Locator;

    /// How many cycles a stored message is known for: the one it arrived in, and so many minus one after it.
    fn phases(&self) -> u64;
}

/// One filter and what its cycle needs to know: the part common to one and two phases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredCycle")]
struct Cycle {
    active: BloomFilter,
    recycling: Recycling,
    /// Messages of this cycle that set a bit.
    stored: u64,
    completed: u64,
}

#[derive(Deserialize)]
struct StoredCycle {
    active: BloomFilter,
    recycling: Recycling,
    stored: u64,
    completed: u64,
}

impl TryFrom<StoredCycle> for Cycle {
    type Error = FilterError;

    fn try_from(read: StoredCycle) -> Result<Cycle, FilterError> {
        let StoredCycle { active, recycling, stored, completed } = read;
        recycling.validate(active.locator())?;
        let over = match recycling.bound {
            Bound::Bits(sigma) => active.count_ones() > sigma,
            Bound::Messages(count) => stored >= count,
        };
        if over {
            return Err(FilterError::damaged("a filter past its bound"));
        }
        Ok(Cycle { active, recycling, stored, completed })
    }
}

impl Cycle {
    fn new(bits: u64, hashing: Hashing, recycling: Recycling) -> Result<Cycle, FilterError> {
        recycling.validate(&Locator::new(bits, hashing)?)?;
        Ok(Cycle { active: BloomFilter::new(bits, hashing)?, recycling, stored: 0, completed: 0 })
    }

    /// Inserts a message; if a new cycle is due, `recycle` is handed the full filter, which still holds what it held
    /// before the message, and must hand back an empty one in place.
    fn insert(&mut self, probe: &Probe, recycle: impl FnOnce(&mut BloomFilter)) -> Effect {
        let new_bits = self.active.clear_among(probe);
        if new_bits == 0 {
            return Effect::Unchanged;
        }
        let due = match self.recycling.bound {
            Bound::Bits(sigma) => self.active.count_ones() + new_bits > sigma,
            Bound::Messages(count) => self.stored + 1 >= count,
        };
        if !due {
            self.active.write(probe);
            self.stored += 1;
            return Effect::Stored;
        }
        recycle(&mut self.active);
        self.completed += 1;
        self.stored = 0;
        if self.recycling.retention == Retention::Retaining {
            self.active.write(probe);
            self.stored = 1;
        }
        Effect::Recycled
    }
}

/// One phase: one filter, cleared when its bound is reached.
///
/// Within a cycle no message that was stored is ever taken for new. The message that ends the cycle is judged by the old
/// cycle; then all is cleared, and it is forgotten or, if retained, the only message kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
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

    fn process(&mut self, probe: &Probe) -> Arrival {
        let effect = self.0.insert(probe, BloomFilter::clear);
        Arrival { known: effect == Effect::Unchanged, effect }
    }
}

impl RecyclingFilter for OnePhaseFilter {
    fn arrive(&mut self, message: &[u8]) -> Arrival {
        self.process(&self.0.active.find(message))
    }

    fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError> {
        probe.check(self.0.active.len())?;
        Ok(self.process(probe))
    }

    fn contains(&self, message: &[u8]) -> bool {
        self.0.active.contains(message)
    }

    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        self.0.active.contains_at(probe)
    }

    fn cycles(&self) -> u64 {
        self.0.completed
    }

    fn memory_bits(&self) -> u64 {
        self.0.active.memory_bits()
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

    fn phases(&self) -> u64 {
        1
    }
}

/// Two phases: an active and a frozen filter of M' bits each, asked with the same positions (Dozier, Salamatian and
/// Rubenstein, section IV-F1).
///
/// Every message goes into the active filter, whatever the frozen one says; a match in either makes it a repeat. When
/// the active filter's bound is reached it becomes the frozen one, holding what it held *before* the message that reached
/// the bound; what was frozen is cleared and becomes active. That message is forgotten or retained in the new active
/// filter. So a message that was stored is known until the end of the cycle after its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredTwoPhase")]
pub struct TwoPhaseFilter {
    cycle: Cycle,
    frozen: BloomFilter,
}

#[derive(Deserialize)]
struct StoredTwoPhase {
    cycle: Cycle,
    frozen: BloomFilter,
}

impl TryFrom<StoredTwoPhase> for TwoPhaseFilter {
    type Error = FilterError;

    fn try_from(stored: StoredTwoPhase) -> Result<TwoPhaseFilter, FilterError> {
        let StoredTwoPhase { cycle, frozen } = stored;
        match cycle.active.locator() == frozen.locator() {
            true => Ok(TwoPhaseFilter { cycle, frozen }),
            false => Err(FilterError::damaged("active and frozen filter locate messages differently")),
        }
    }
}

impl TwoPhaseFilter {
    /// Two empty filters of M' = `bits` bits **each**.
    ///
    /// # Errors
    /// As [`OnePhaseFilter::new`], for M' bits.
    pub fn new(bits: u64, hashing: Hashing, recycling: Recycling) -> Result<TwoPhaseFilter, FilterError> {
        Ok(TwoPhaseFilter { cycle: Cycle::new(bits, hashing, recycling)?, frozen: BloomFilter::new(bits, hashing)? })
    }

    /// Bits set in the frozen filter.
    pub fn frozen_ones(&self) -> u64 {
        self.frozen.count_ones()
    }

    fn process(&mut self, probe: &Probe) -> Arrival {
        let in_frozen = self.frozen.clear_among(probe) == 0;
        let frozen = &mut self.frozen;
        let effect = self.cycle.insert(probe, |active| {
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

    fn phases(&self) -> u64 {
        2
    }
}
