//! A trial: a filter from which items are deleted, forwards and backwards, and the items that stay.

use std::iter::zip;

use bloomlab_filters::{DeletableFilter, FilterError, Hashing, Probe, Removal, deletable_filter};
use bloomlab_simulation::DeletablePoint;
use bloomlab_tables::Result;
use itertools::Itertools;
use rand::Rng;

/// The counts of one filter, as in the columns of a row, and two more.
pub struct Trial {
    /// Items that stayed and are deletable after the deletions.
    pub deletable_after: u64,
    /// Deletable items of another filter of n + r items.
    pub deletable_full: u64,
    pub changed: u64,
    pub false_negatives: u64,
    pub removed: u64,
    pub changed_by_order: u64,
}

pub fn delete_and_compare(design: &DeletablePoint, mut random: impl Rng) -> Result<Trial, FilterError> {
    let hashing = Hashing::ideal(design.hashes, random.next_u64());
    trial(|| deletable_filter(design.kind, design.bits, hashing), design, || random.next_u64())
}

/// One trial, from empty filters and random words.
fn trial(
    empty: impl Fn() -> Result<Box<dyn DeletableFilter>, FilterError>,
    design: &DeletablePoint,
    mut word: impl FnMut() -> u64,
) -> Result<Trial, FilterError> {
    let locator = *empty()?.locator();
    let mut draw = || (0..design.items + design.deleted).map(|_| locator.draw(&mut word)).collect_vec();
    let full = |probes: &[Probe]| {
        let mut filter = empty()?;
        probes.iter().try_for_each(|probe| filter.insert_at(probe)).map(|()| filter)
    };
    let deletable = |filter: &dyn DeletableFilter, probes: &[Probe]| -> Result<Vec<bool>, FilterError> {
        probes.iter().map(|probe| filter.is_deletable_at(probe)).collect()
    };
    let differ = |a: &[bool], b: &[bool]| zip(a, b).filter(|(a, b)| a != b).count() as u64;
    let count = |found: &[bool]| found.iter().filter(|found| **found).count() as u64;

    let (probes, others) = (draw(), draw());
    let (leaving, staying) = probes.split_at(design.deleted as usize);
    let (mut filter, mut backwards) = (full(&probes)?, full(&probes)?);
    let before = deletable(&*filter, staying)?;
    let removed = leaving.iter().map(|probe| Ok(filter.remove_at(probe)? == Removal::Removed));
    let removed = count(&removed.collect::<Result<Vec<_>, FilterError>>()?);
    leaving.iter().rev().try_for_each(|probe| backwards.remove_at(probe).map(drop))?;
    let after = deletable(&*filter, staying)?;
    let found = staying.iter().map(|probe| filter.contains_at(probe)).collect::<Result<Vec<_>, FilterError>>()?;
    Ok(Trial {
        deletable_after: count(&after),
        deletable_full: count(&deletable(&*full(&others)?, &others)?),
        changed: differ(&before, &after),
        false_negatives: design.items - count(&found),
        removed,
        changed_by_order: differ(&after, &deletable(&*backwards, staying)?),
    })
}

#[cfg(test)]
mod tests {
    use bloomlab_deletable::Parameters;
    use bloomlab_filters::{CellFilter, Cells, DfpCells};
    use bloomlab_numbers::DeletableKind;
    use bloomlab_tables::Streams;

    use super::*;
    use crate::columns::point;

    /// D-FP cells that a deletion empties even when they are saturated.
    #[derive(Clone)]
    struct Reckless(DfpCells);

    impl Cells for Reckless {
        fn cell_count(&self) -> u64 {
            self.0.cell_count()
        }
        fn write(&mut self, cell: u64, fingerprint: u64) {
            self.0.write(cell, fingerprint);
        }
        fn matches(&self, cell: u64, fingerprint: u64) -> bool {
            self.0.matches(cell, fingerprint)
        }
        fn is_saturated(&self, _: u64) -> bool {
            false
        }
        fn take_out(&mut self, cell: u64, fingerprint: u64) {
            // the cells leave a saturated one alone: empty it by force
            if self.0.is_saturated(cell) {
                let mut states: Vec<_> = self.0.states().collect();
                states[cell as usize] = 0b00;
                self.0 = DfpCells::from_states(&states).unwrap();
            } else {
                self.0.take_out(cell, fingerprint);
            }
        }
        fn memory_bits(&self) -> u64 {
            self.0.memory_bits()
        }
    }

    fn run(cells: impl Cells + Clone + 'static) -> Trial {
        let empty = || -> Result<Box<dyn DeletableFilter>, FilterError> {
            Ok(Box::new(CellFilter::over(cells.clone(), Hashing::ideal(4, 3))?))
        };
        let design = point(&Parameters::new(DeletableKind::Dfp, 1024, 100, 20, 4).unwrap());
        let mut random = Streams::new("test", 5).generator(&20, 0).unwrap();
        trial(empty, &design, || random.next_u64()).unwrap()
    }

    /// A filter that empties saturated cells is seen in each count.
    #[test]
    fn what_deletions_break_is_counted() {
        let right = run(DfpCells::new(512).unwrap());
        assert!(right.removed > 0);
        assert_eq!([right.changed, right.changed_by_order, right.false_negatives], [0; 3]);
        let wrong = run(Reckless(DfpCells::new(512).unwrap()));
        assert!(wrong.changed > 0 && wrong.changed_by_order > 0 && wrong.false_negatives > 0);
    }
}
