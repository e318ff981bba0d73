//! Bitcoin Core's rolling filter.

use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::packed::PackedCells;
use crate::{FilterError, Hashing, Locator, Membership, Probe};

/// One array of positions of two bits (`CRollingBloomFilter`): each has the label 1, 2 or 3 of the generation that wrote it last, or 0. The
/// insertion that finds a generation of g complete begins the next one, and first clears the positions that still have its label. An item
/// is contained iff none of its positions is 0.
///
/// The newest 2g items before an item, and it, are always contained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollingFilter {
    locator: Locator,
    labels: PackedCells,
    generation: u64,
    /// 1, 2 or 3.
    label: u64,
    /// Items in the current generation.
    held: u64,
}

impl RollingFilter {
    /// An empty filter of `positions` positions, g = `generation`.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless g ≥ 1, and as for [`Locator::new`]; [`FilterError::OutOfMemory`].
    pub fn new(positions: u64, generation: u64, hashing: Hashing) -> Result<RollingFilter, FilterError> {
        if generation == 0 {
            return Err(OutOfDomain::new(Parameter::Generation, generation, "1 ≤ generation").into());
        }
        let locator = Locator::new(positions, hashing)?;
        Ok(RollingFilter { locator, labels: PackedCells::new(positions, 2)?, generation, label: 1, held: 0 })
    }

    /// Where items are located.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// Inserts the item at the positions of a probe.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] for a probe of a filter with more positions.
    pub fn insert_at(&mut self, probe: &Probe) -> Result<(), FilterError> {
        probe.check(self.labels.len())?;
        self.insert_checked(probe);
        Ok(())
    }

    fn insert_checked(&mut self, probe: &Probe) {
        if self.held == self.generation {
            self.held = 0;
            self.label = self.label % 3 + 1;
            self.clear_own();
        }
        self.held += 1;
        for &position in probe.cells() {
            self.labels.set(position, self.label);
        }
    }

    /// Clears what this generation's label is left from three generations ago.
    fn clear_own(&mut self) {
        for position in 0..self.labels.len() {
            if self.labels.get(position) == self.label {
                self.labels.set(position, 0);
            }
        }
    }

    /// The probability that an item never inserted, at independent positions, is contained, given the labels.
    pub fn false_positive_rate(&self) -> f64 {
        self.locator.all_among(self.labels.count_nonzero::<2>())
    }
}

impl Membership for RollingFilter {
    fn insert(&mut self, item: &[u8]) {
        let probe = self.locator.probe(item);
        self.insert_checked(&probe);
    }

    fn contains(&self, item: &[u8]) -> bool {
        self.locator.probe(item).cells().iter().all(|&position| self.labels.get(position) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generations of 1, 2, 3 and 7 items: after every insertion, the positions that are not 0 are those of the items of the last two full
    /// generations and the current one, and each label that of the last item that hit it.
    #[test]
    fn positions_that_are_not_zero_are_those_of_the_last_generations() {
        for (positions, generation, hashes) in [(64, 1, 3), (40, 2, 5), (64, 3, 4), (200, 7, 2), (1, 2, 1)] {
            let mut filter = RollingFilter::new(positions, generation, Hashing::ideal(hashes, positions)).unwrap();
            let mut inserted: Vec<Vec<u64>> = Vec::new();
            for number in 0..20 * generation {
                let item = number.to_le_bytes();
                inserted.push(filter.locator.probe(&item).cells().to_vec());
                filter.insert(&item);
                let first = (number / generation).saturating_sub(2) * generation;
                let mut expected = vec![0; positions as usize];
                for (number, cells) in (first..).zip(&inserted[first as usize..]) {
                    for &cell in cells {
                        expected[cell as usize] = number / generation % 3 + 1;
                    }
                }
                assert_eq!(filter.labels.iter().collect::<Vec<_>>(), expected, "{generation}: insertion {number}");
                let set = expected.iter().filter(|label| **label > 0).count() as u64;
                assert_eq!(filter.false_positive_rate(), filter.locator.all_among(set));
            }
        }
        assert!(RollingFilter::new(8, 0, Hashing::ideal(1, 0)).is_err());
    }
}
