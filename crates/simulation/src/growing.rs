//! Trials of filters that grow, and of filters that refuse positives.

use bloomlab_filters::{BloomFilter, Hashing, Locate, Probe, ScalableFilter, Source, StageSize};
use bloomlab_numbers::Refused;
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::{SimulationError, StreamKey};

/// A scalable filter and its load. Plain parameters, validated when a trial starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScalablePoint {
    /// The sizes of its stages.
    pub stages: Vec<StageSize>,
    /// True if it refuses positives.
    pub refusing: bool,
    /// Items accepted, n.
    pub items: u64,
}

/// The rate of one scalable filter, given its bits, after n fresh items were accepted.
pub fn simulate_scalable(point: &ScalablePoint, key: &StreamKey) -> Result<f64, SimulationError> {
    let mut random = key.generator();
    let mut filter = ScalableFilter::new(&point.stages, point.refusing, Source::Ideal, random.next_u64())?;
    let mut accepted = 0;
    while accepted < point.items {
        let inserted = filter.insert(&random.next_u64().to_le_bytes());
        let too_many = |_| Refused::new("items", point.items, "items that the planned stages hold");
        accepted += u64::from(inserted.map_err(too_many)?);
    }
    Ok(filter.false_positive_rate())
}

/// An ordinary filter that refuses positives, and its load. Plain parameters, validated when a trial starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RefusingPoint {
    /// Bits, m.
    pub bits: u64,
    /// Hash functions, k.
    pub hashes: u64,
    /// Items accepted, n.
    pub items: u64,
}

/// The rate of one ordinary filter, given its bits, after n items were accepted, at ideal positions with replacement. A full
/// filter accepts no more.
pub fn simulate_refusing(point: &RefusingPoint, key: &StreamKey) -> Result<f64, SimulationError> {
    let mut random = key.words();
    let mut filter = BloomFilter::new(point.bits, Hashing::ideal(point.hashes, 0))?;
    let locator = *filter.locator();
    let (mut accepted, mut item) = (0, Probe::default());
    while accepted < point.items && filter.count_ones() < locator.cells() {
        locator.draw_into(&mut item, || random.next_word());
        accepted += u64::from(filter.insert_at(&item)?);
    }
    Ok(filter.false_positive_rate())
}
