//! The cuckoo filter.

use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::packed::PackedCells;
use crate::positions::words::{HashedWords, IdealWords, spread};
use crate::{FilterError, Source, uniform_below};

/// Why an item was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no slot was found for the item; the filter is as it was")]
pub struct Full;

/// B buckets of b slots with fingerprints 1 … V (Fan, Andersen, Kaminsky, Mitzenmacher, 2014). An item's fingerprint lies
/// in one of two buckets, i and i ⊕ h(v); an insertion that finds both full kicks others on.
///
/// An item that was inserted as often as it was not deleted is always contained. A deletion removes one equal fingerprint, and
/// must be of a stored item. An insertion that fails leaves the filter as it was, unlike common implementations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CuckooFilter {
    buckets: u64,
    slots: u64,
    fingerprints: u64,
    cells: PackedCells,
    source: Source,
    seed: u64,
    stored: u64,
    insertions: u64,
}

/// The most kicks of an insertion, as in the paper.
const KICKS: u64 = 500;

/// The buckets and the fingerprint of an item.
type Place = (u64, u64);

impl CuckooFilter {
    /// An empty filter of B = `buckets` buckets of b = `slots` slots for fingerprints 1 … V = `fingerprints`.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless B is a power of two, b ≥ 1 and 1 ≤ V < 2³²; [`FilterError::OutOfMemory`].
    pub fn new(
        buckets: u64,
        slots: u64,
        fingerprints: u64,
        source: Source,
        seed: u64,
    ) -> Result<CuckooFilter, FilterError> {
        if !buckets.is_power_of_two() {
            return Err(OutOfDomain::new(Parameter::Buckets, buckets, "a power of two").into());
        }
        Parameter::FingerprintValues.within(fingerprints, 1..=(1 << 32) - 1)?;
        Parameter::Slots.within(slots, 1..=1 << 16)?;
        let cells = PackedCells::new(buckets.saturating_mul(slots), u64::BITS - fingerprints.leading_zeros())?;
        Ok(CuckooFilter { buckets, slots, fingerprints, cells, source, seed, stored: 0, insertions: 0 })
    }

    /// h(v), below B.
    fn jump(&self, fingerprint: u64) -> u64 {
        spread(fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.seed) & (self.buckets - 1)
    }

    /// How many of the V fingerprints have h(v) = 0, and one bucket only.
    pub fn self_paired(&self) -> u64 {
        (1..=self.fingerprints).filter(|&fingerprint| self.jump(fingerprint) == 0).count() as u64
    }

    fn place(&self, item: &[u8]) -> Place {
        let draw = |mut word: &mut dyn FnMut() -> u64| {
            (uniform_below(self.buckets, &mut word), 1 + uniform_below(self.fingerprints, &mut word))
        };
        match self.source {
            Source::Hash => {
                let mut words = HashedWords::of(self.seed, item);
                draw(&mut || words.next_word())
            }
            Source::Ideal => {
                let mut words = IdealWords::of(self.seed, item);
                draw(&mut || words.next_word())
            }
        }
    }

    /// Inserts an item.
    ///
    /// # Errors
    /// [`Full`] when no slot was found in 500 kicks.
    pub fn insert(&mut self, item: &[u8]) -> Result<(), Full> {
        let (bucket, fingerprint) = self.place(item);
        self.insert_at(bucket, fingerprint)
    }

    /// Whether the item may be stored.
    pub fn contains(&self, item: &[u8]) -> bool {
        let (bucket, fingerprint) = self.place(item);
        self.contains_at(bucket, fingerprint)
    }

    /// Removes one fingerprint equal to the item's; false if there is none. The item must be stored.
    pub fn remove(&mut self, item: &[u8]) -> bool {
        let (bucket, fingerprint) = self.place(item);
        let Some(slot) = self.slot_with((bucket, fingerprint), fingerprint) else { return false };
        self.cells.set(slot, 0);
        self.stored -= 1;
        true
    }

    /// The first slot of either bucket of a place that holds `wanted`.
    fn slot_with(&self, (bucket, fingerprint): Place, wanted: u64) -> Option<u64> {
        let mut slots = [bucket, bucket ^ self.jump(fingerprint)]
            .into_iter()
            .flat_map(|bucket| bucket * self.slots..(bucket + 1) * self.slots);
        slots.find(|&slot| self.cells.get(slot) == wanted)
    }

    /// [`CuckooFilter::insert`] of a fingerprint from 1 to V with a first bucket below B.
    ///
    /// # Errors
    /// As [`CuckooFilter::insert`].
    ///
    /// # Panics
    /// If bucket or fingerprint are out of range, as for a slice.
    pub fn insert_at(&mut self, bucket: u64, fingerprint: u64) -> Result<(), Full> {
        let mut words = IdealWords::new(spread(self.seed), self.insertions);
        self.insertions += 1;
        let (mut bucket, mut homeless) = (bucket, fingerprint);
        let mut kicked = Vec::new();
        for kick in 0..=KICKS {
            if let Some(slot) = self.slot_with((bucket, homeless), 0) {
                self.cells.set(slot, homeless);
                self.stored += 1;
                return Ok(());
            }
            if kick == 0 && words.next_word() & 1 == 1 {
                bucket ^= self.jump(homeless);
            }
            let slot = bucket * self.slots + uniform_below(self.slots, || words.next_word());
            let victim = self.cells.get(slot);
            self.cells.set(slot, homeless);
            kicked.push((slot, victim));
            (bucket, homeless) = (bucket ^ self.jump(victim), victim);
        }
        for (slot, victim) in kicked.into_iter().rev() {
            self.cells.set(slot, victim);
        }
        Err(Full)
    }

    /// [`CuckooFilter::contains`] of a fingerprint from 1 to V with a first bucket below B.
    ///
    /// # Panics
    /// As [`CuckooFilter::insert_at`].
    pub fn contains_at(&self, bucket: u64, fingerprint: u64) -> bool {
        self.slot_with((bucket, fingerprint), fingerprint).is_some()
    }

    /// The fingerprints stored.
    pub fn len(&self) -> u64 {
        self.stored
    }

    /// Whether no fingerprint is stored.
    pub fn is_empty(&self) -> bool {
        self.stored == 0
    }

    /// α, the share of the slots that are occupied.
    pub fn load(&self) -> f64 {
        self.stored as f64 / self.cells.len() as f64
    }
}
