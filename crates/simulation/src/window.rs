//! A stream through a deletable filter: every item is deleted when as many more have come as the window holds.

use std::collections::VecDeque;

use bloomlab_filters::{Hashing, Probe, Removal, deletable_filter};
use bloomlab_numbers::{DeletableKind, within};
use serde::{Deserialize, Serialize};

use crate::{SimulationError, StreamKey};

/// A deletable filter and the window of items that it is to hold. Plain parameters, validated when a trial starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WindowPoint {
    /// The filter.
    pub kind: DeletableKind,
    /// Memory it must fit in, m bits.
    pub bits: u64,
    /// The number of hash functions, k.
    pub hashes: u64,
    /// W, the live items.
    pub window: u64,
    /// After how many windows the filter is looked at, ascending.
    pub ages: Vec<u64>,
}

/// The findings at one look at a filter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowTally {
    /// Windows that had passed.
    pub age: u64,
    /// The probability that a new item is taken for a stored one, given the filter's state.
    pub false_positive_rate: f64,
    /// Deletions in the last window.
    pub deletions: u64,
    /// Those of them that were refused.
    pub refused: u64,
}

/// The most live items: the positions of each are held in memory.
const MAX_WINDOW: u64 = 1 << 32;

/// Simulates one trial with ideal positions, drawn with replacement. A step inserts a new item and then deletes the one
/// that was inserted W steps before. A live item is always contained.
pub fn simulate_window(point: &WindowPoint, key: &StreamKey) -> Result<Vec<WindowTally>, SimulationError> {
    let mut random = key.words();
    let mut filter = deletable_filter(point.kind, point.bits, Hashing::ideal(point.hashes, random.next_word()))?;
    within("items", point.window, 1..=MAX_WINDOW)?;
    let locator = *filter.locator();
    let mut live: VecDeque<Probe> = VecDeque::new();
    let mut tallies = Vec::new();
    let mut age = 0;
    for &next in &point.ages {
        let mut tally = WindowTally { age: next, false_positive_rate: 0.0, deletions: 0, refused: 0 };
        while age < next {
            (tally.deletions, tally.refused) = (0, 0);
            for _ in 0..point.window {
                let item = locator.draw(|| random.next_word());
                filter.insert_at(&item)?;
                live.push_back(item);
                if live.len() as u64 > point.window
                    && let Some(item) = live.pop_front()
                {
                    let removal = filter.remove_at(&item)?;
                    assert!(removal != Removal::NotPresent, "a live item was not found");
                    tally.deletions += 1;
                    tally.refused += u64::from(removal == Removal::NotDeletable);
                }
            }
            age += 1;
        }
        tally.false_positive_rate = filter.false_positive_rate();
        tallies.push(tally);
    }
    Ok(tallies)
}
