//! Trials of a blocked Bloom filter.

use bloomlab_filters::{BlockLayout, BlockedBloomFilter, Hashing};
use serde::{Deserialize, Serialize};

use crate::{SimulationError, StreamKey};

/// A blocked filter and its load: one point of an experiment. Plain parameters, validated when a trial starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlockedPoint {
    /// Bits, m.
    pub bits: u64,
    /// Blocks, and where the bits of an item lie in one.
    pub layout: BlockLayout,
    /// Bits of an item, k.
    pub hashes: u64,
    /// Items stored, n.
    pub items: u64,
    /// Items never stored that are asked for, in addition to the rate given the state.
    pub queries: u64,
}

/// The findings of one trial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockedTrial {
    /// The items never stored that the filter contained, of those asked for.
    pub false_positives: u64,
    /// The false-positive rate given the final state: see [`simulate_blocked`].
    pub false_positive_rate: f64,
}

/// Simulates one trial: n items at ideal positions, independent and with replacement, fill a filter, and its rate is taken.
///
/// The rate is not counted from queries but is the probability, given the bits that are set, that a query is contained
/// ([`BlockedBloomFilter::false_positive_rate`]): it has the same mean as the share of queries, without their variance.
pub fn simulate_blocked(point: &BlockedPoint, key: &StreamKey) -> Result<BlockedTrial, SimulationError> {
    let mut random = key.words();
    let mut filter = BlockedBloomFilter::new(point.bits, point.layout, Hashing::ideal(point.hashes, 0))?;
    let locator = *filter.locator();
    let mut draw = || locator.draw(|| random.next_word());
    for _ in 0..point.items {
        filter.insert_at(&draw())?;
    }
    let mut false_positives = 0;
    for _ in 0..point.queries {
        false_positives += u64::from(filter.contains_at(&draw())?);
    }
    Ok(BlockedTrial { false_positives, false_positive_rate: filter.false_positive_rate() })
}
