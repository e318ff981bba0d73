//! A trial: a filter from which items are deleted, forwards and backwards, and the items that stay.

use crate::prelude::*;
use rand::Rng;

/// What one filter shows, beside what the columns of a row count.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Trial {
    /// Items that stayed and are deletable after the deletions.
    pub deletable_after: u64,
    /// Deletable items of another filter of n + r items.
    pub deletable_full: u64,
    pub changed: u64,
    pub false_negatives: u64,
    pub removed: u64,
    pub changed_by_order: u64,
}

/// One trial of the filter that `design` names.
pub(crate) fn delete_and_compare(design: &DeletablePoint, key: &StreamKey) -> Result<Trial, SimulationError> {
    let mut random = key.generator();
    let hashing = Hashing::ideal(design.hashes, random.next_u64());
    Ok(trial(|| deletable_filter(design.kind, design.bits, hashing), design, || random.next_u64())?)
}

/// One trial, from empty filters and random words.
pub(super) fn trial(
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
