//! Filters from which items can sometimes be deleted.

use bloomlab::{Deletable, DeletableKind};
use pyo3::prelude::*;

use crate::batch::{Answers, Integers, Questions, Time};

/// Cells, deletability, rate and rate after deletions of each filter.
#[pyfunction]
pub fn deletion_rates<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [bits, items, hashes, deleted] = questions.integers(["bits", "items", "hashes", "deleted"])?;
    // the bits of a region belong to one kind, which has no name without them
    let region_bits: Option<Integers> = questions.get("region_bits")?;
    let kind = if region_bits.is_some() { DeletableKind::Qbf } else { questions.named("kind")? };
    questions.answers(Time::Seconds, move |i| {
        let kind = region_bits.as_ref().map_or(kind, |bits| DeletableKind::Dlbf { region_bits: bits[i] });
        let filter = Deletable::new(kind, bits[i], hashes[i])?.deleting(deleted[i]).holding(items[i])?;
        Ok(([filter.cells()], [filter.deletability()?, filter.rate()?, filter.rate_after_deletions()?]))
    })
}
