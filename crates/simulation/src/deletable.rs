//! Trials of a deletable filter.

use bloomlab_filters::{Hashing, Locate, Probe, Removal, Source, deletable_filter};
use bloomlab_numbers::{DeletableKind, Refused, Sampling};
use serde::{Deserialize, Serialize};

use crate::{Scheme, SimulationError, StreamKey};

/// A deletable filter and its load: one point of an experiment. Plain parameters, validated when a trial starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeletablePoint {
    /// The filter.
    pub kind: DeletableKind,
    /// Memory it must fit in, m bits.
    pub bits: u64,
    /// The number of hash functions, k.
    pub hashes: u64,
    /// Ideal positions (drawn from the trial's stream) or real hashing of numbered items.
    pub source: Source,
    /// Independent positions.
    pub scheme: Scheme,
    /// With or without replacement.
    pub sampling: Sampling,
    /// Items that stay, n.
    pub items: u64,
    /// Further items that are inserted and then deleted, regardless of the filter's state, r.
    pub deleted: u64,
    /// Items never inserted that are asked for, in addition to the rate given the state.
    pub queries: u64,
}

/// The findings of one trial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeletableTrial {
    /// Items that stayed, n.
    pub items: u64,
    /// Those of them that could be deleted, each asked in the final state of the filter.
    pub deletable: u64,
    /// The items that were deleted, of the r that were to be.
    pub removed: u64,
    /// The items never inserted that the filter contained, of those asked for.
    pub false_positives: u64,
    /// The false-positive rate given the final state: see [`simulate_deletable`].
    pub false_positive_rate: f64,
}

impl DeletableTrial {
    /// Deletability: the share of the items that stayed which could be deleted; none without items.
    pub fn deletability(&self) -> Option<f64> {
        (self.items > 0).then(|| self.deletable as f64 / self.items as f64)
    }
}

/// The most items of a trial: the positions of each are held in memory.
const MAX_ITEMS: u64 = 1 << 40;

/// Simulates one trial: n + r items are inserted, r of them are deleted (those that can be; the others stay in the
/// filter), and what remains is measured.
///
/// **Deletability** averages over all n items that stayed: each, taken alone, is deletable or not in the final state,
/// and by symmetry each has the same expectation; averaging over them instead of asking for one only lowers the variance.
///
/// **The false-positive rate** is not counted from queries but is the probability, given the exact final state, that a
/// query is contained: the mean over fingerprints f of (a_f/C)^k, with a_f the number of cells that match f (its
/// analogue without replacement). A query's positions and fingerprint are independent of the filter, so this is the
/// conditional expectation of the indicator that a query would give, and has the same mean (tower property) with the
/// variance of the queries taken away.
pub fn simulate_deletable(point: &DeletablePoint, key: &StreamKey) -> Result<DeletableTrial, SimulationError> {
    let mut random = key.words();
    let DeletablePoint { hashes, source, sampling, .. } = *point;
    let hashing = Hashing { hashes, source, sampling, seed: random.next_word() };
    let mut filter = deletable_filter(point.kind, point.bits, hashing)?;
    let inserted = point.items.checked_add(point.deleted).filter(|&count| count < MAX_ITEMS).ok_or_else(|| {
        Refused::new("items", point.items, format!("items + deleted = items + {} < 2^40", point.deleted))
    })?;
    let locator = *filter.locator();
    let mut locate = |item: &mut Probe, number: u64| match point.source {
        Source::Ideal => locator.draw_into(item, || random.next_word()),
        Source::Hash => *item = locator.probe(&number.to_le_bytes()),
    };
    let mut items = vec![Probe::default(); inserted as usize];
    for (item, number) in items.iter_mut().zip(0..) {
        locate(item, number);
        filter.insert_at(item)?;
    }
    let (leaving, staying) = items.split_at(point.deleted as usize);
    let (mut removed, mut deletable, mut false_positives) = (0, 0, 0);
    for item in leaving {
        let removal = filter.remove_at(item)?;
        assert!(removal != Removal::NotPresent, "a stored item was not found");
        removed += u64::from(removal == Removal::Removed);
    }
    for item in staying {
        deletable += u64::from(filter.is_deletable_at(item)?);
    }
    let mut query = Probe::default();
    for number in inserted..inserted.saturating_add(point.queries) {
        locate(&mut query, number);
        false_positives += u64::from(filter.contains_at(&query)?);
    }
    Ok(DeletableTrial {
        items: point.items,
        deletable,
        removed,
        false_positives,
        false_positive_rate: filter.false_positive_rate(),
    })
}
