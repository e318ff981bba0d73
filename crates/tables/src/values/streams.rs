//! Random streams keyed by their purpose.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Estimate, Interval};
use crate::{Result, on_all_cores};

/// The random streams of one name and seed.
///
/// The stream of an epoch of a point is ChaCha8 keyed by SHA-256 of (name, seed, point as JSON, epoch), and depends on nothing
/// else: not on other points, their order or the number of threads. The keys are those of `bloomlab_simulation::StreamKey`, so a
/// figure keeps its numbers if it keeps name, seed, point and epoch.
#[derive(Clone, Copy, Debug)]
pub struct Streams<'a> {
    name: &'a str,
    seed: u64,
}

impl<'a> Streams<'a> {
    /// The streams of a name and a seed. [`Run::streams`](crate::Run::streams) has the seed of the figure.
    pub fn new(name: &'a str, seed: u64) -> Self {
        Self { name, seed }
    }

    /// The generator of one epoch of a point.
    pub fn generator(&self, point: &impl Serialize, epoch: u64) -> Result<ChaCha8Rng> {
        let (seed, point, epoch) = (self.seed.to_le_bytes(), serde_json::to_vec(point)?, epoch.to_le_bytes());
        let mut hash = Sha256::new();
        for part in [b"stream", self.name.as_bytes(), &seed, &point, &epoch] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Ok(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// The results of epochs 0, 1, … of a point, on all cores, each with its own generator.
    pub fn epochs<T: Send>(
        &self,
        point: &impl Serialize,
        epochs: u64,
        epoch: impl Fn(ChaCha8Rng) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let generators = (0..epochs).map(|number| self.generator(point, number)).collect::<Result<_>>()?;
        on_all_cores(generators, epoch)
    }

    /// The mean over epochs 0, 1, … of a point, with its 99 % interval.
    pub fn mean(
        &self,
        point: &impl Serialize,
        epochs: u64,
        epoch: impl Fn(ChaCha8Rng) -> Result<f64> + Sync,
    ) -> Result<Interval> {
        Ok(Estimate::of(&self.epochs(point, epochs, epoch)?)?.into())
    }
}
