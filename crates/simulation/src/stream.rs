//! Random streams keyed by what they are for.

use bloomlab_tallies::digest;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use serde::Serialize;

use crate::SimulationError;

/// The key of one epoch's random stream: SHA-256 of (experiment, seed, point, epoch), where the point enters as the JSON
/// of its parameters.
///
/// So an epoch's stream depends on nothing else: not on the other points, on their order, or on the number of threads;
/// and different epochs have independent streams. The key is all 256 bits of ChaCha8's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamKey([u8; 32]);

impl StreamKey {
    /// The key of an epoch of a point of an experiment.
    ///
    /// # Errors
    /// [`SimulationError::Unrepresentable`] if the point cannot be written as JSON.
    pub fn new(experiment: &str, seed: u64, point: &impl Serialize, epoch: u64) -> Result<StreamKey, SimulationError> {
        let point = serde_json::to_vec(point)?;
        Ok(StreamKey(digest(&[b"stream", experiment.as_bytes(), &seed.to_le_bytes(), &point, &epoch.to_le_bytes()])))
    }

    /// The random generator of the epoch, from its beginning.
    pub fn generator(&self) -> ChaCha8Rng {
        ChaCha8Rng::from_seed(self.0)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn every_part_of_the_key_matters() {
        let key = |experiment, seed, point: &[u32], epoch| StreamKey::new(experiment, seed, &point, epoch).unwrap();
        let base = key("a", 1, &[5, 6], 0);
        assert_eq!(base, key("a", 1, &[5, 6], 0));
        for other in [key("b", 1, &[5, 6], 0), key("a", 2, &[5, 6], 0), key("a", 1, &[56], 0), key("a", 1, &[5, 6], 1)]
        {
            assert_ne!(base, other);
            assert_ne!(base.generator().next_u64(), other.generator().next_u64());
        }
    }

    /// A change of this number changes every simulation.
    #[test]
    fn the_stream_is_pinned() {
        assert_eq!(StreamKey::new("pinned", 1, &"point", 2).unwrap().generator().next_u64(), 7_174_976_352_291_086_538);
    }
}
