//! What shards gain: the time of one simulation on ever more processors.
//!
//! The times of single jobs, and of 1, 2 and 4 shards at once, are those of `data/reference/shards.json`, which the script beside it
//! measured; nothing is measured here. The time on processors that no other shard uses is computed from them.

mod draw;

use bloomlab_pictures::Picture;
use bloomlab_simulation::Shard;
use bloomlab_workbench::{AnyError, Context, Figure};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// The day of the measurement that is drawn.
    date: String,
    /// The largest number of shards.
    most_shards: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    shards: u64,
    /// Of the shard with the most work, without its start.
    longest_seconds: f64,
    /// Until the last shard and the merge after it have ended, each shard on a processor of its own.
    seconds: f64,
    /// The seconds of one shard over these.
    speedup: f64,
    /// By the clock, on `processors` processors.
    measured_seconds: Option<f64>,
    processors: Option<u64>,
}

/// The committed measurement; seconds of the processor but for those of the clock.
#[derive(Deserialize)]
struct Measurement {
    date: String,
    cores: u64,
    /// A shard without jobs.
    start: f64,
    merge: f64,
    /// Each job with a start, in their order.
    jobs: Vec<f64>,
    clocked: Vec<Clocked>,
}

#[derive(Deserialize)]
struct Clocked {
    shards: u64,
    seconds: f64,
}

const MEASUREMENT: &str = include_str!("../../../data/reference/shards.json");

pub(crate) struct Shards;

impl Figure for Shards {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let measured: Measurement = serde_json::from_str(MEASUREMENT)?;
        if measured.date != p.date {
            return Err(format!("date {}: data/reference/shards.json is of {}", p.date, measured.date).into());
        }
        let alone = measured.seconds(1)?;
        context.rows(1..=p.most_shards, |shards| {
            let seconds = measured.seconds(shards)?;
            let clocked = measured.clocked.iter().find(|clocked| clocked.shards == shards);
            Ok(Row {
                shards,
                longest_seconds: measured.longest(shards)?,
                seconds,
                speedup: alone / seconds,
                measured_seconds: clocked.map(|clocked| clocked.seconds),
                processors: clocked.map(|_| measured.cores),
            })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }
}

impl Measurement {
    /// The work of the shard that has the most.
    fn longest(&self, shards: u64) -> Result<f64, AnyError> {
        let mut longest = 0.0_f64;
        for index in 1..=shards {
            let shard = Shard::new(index, shards)?;
            let of_shard = self.jobs.iter().enumerate().filter(|(job, _)| shard.does(*job));
            longest = longest.max(of_shard.map(|(_, seconds)| seconds - self.start).sum());
        }
        Ok(longest)
    }

    fn seconds(&self, shards: u64) -> Result<f64, AnyError> {
        Ok(self.start + self.longest(shards)? + self.merge)
    }
}
