//! Trials of filters that grow.

use bloomlab_filters::{ScalableFilter, Source, StageSize};
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
