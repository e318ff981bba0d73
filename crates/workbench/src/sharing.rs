//! The simulation of one figure, shared by several processes, on one machine or many.
//!
//! Each shard runs the figure's own `compute`, with a store in which it does a part of the jobs; then the computation
//! stops, as it lacks the tallies of the others. The merge is an ordinary computation that finds all tallies in the store.

#[cfg(test)]
mod tests;

use std::error::Error;
use std::iter::successors;
use std::path::{Path, PathBuf};

use bloomlab_tallies::{Part, Run, Shard, Store, StoreError};

use crate::any_figure::AnyFigure;
use crate::cache::Key;
use crate::files::sha256;
use crate::making::{Inputs, Job};
use crate::{AnyError, Context, Progress};

/// Computes a figure's shard into the store, and nothing else.
pub(crate) fn share(figure: &dyn AnyFigure, job: &Job, folder: &Path, shard: Shard) -> Result<(), AnyError> {
    let inputs = Inputs::read(figure, job)?;
    let store = store(job, &inputs.key, folder, Part::Shard(shard))?;
    let context = Context { seed: inputs.seed(), progress: Progress::new(&format!("shard {shard}")), store };
    match figure.compute(&inputs.settings, &context) {
        Err(error) => {
            let done = shard_done(error.as_ref()).ok_or(error)?;
            job.say(&done);
            Ok(())
        }
        Ok(_) => Err("it has no simulation that shards could share".into()),
    }
}

/// The store for a merge, which does not make the folder.
pub(crate) fn merging(job: &Job, key: &Key, folder: &Path) -> Result<Store, AnyError> {
    if !folder.is_dir() {
        return Err(format!("no store in {}", folder.display()).into());
    }
    store(job, key, folder, Part::Merge)
}

/// The store of one run: of this figure, with these parameters, this seed, this code and these libraries.
fn store(job: &Job, key: &Key, folder: &Path, part: Part) -> Result<Store, AnyError> {
    let run = [
        ("paper", job.build.paper.to_owned()),
        ("figure", job.name.to_owned()),
        ("parameters", sha256(&serde_json::to_vec(&key.parameters)?)),
        ("seed", key.seed.map_or("none".to_owned(), |seed| seed.to_string())),
        ("code", key.code.clone()),
        ("libraries", sha256(&serde_json::to_vec(&key.versions)?)),
    ];
    let run: Run = run.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(Store::open(PathBuf::from(folder))?.of_run(run).doing(part))
}

/// What a shard says at its end, if this is not an error but that.
fn shard_done(error: &(dyn Error + 'static)) -> Option<String> {
    successors(Some(error), |error| (**error).source())
        .filter_map(|error| error.downcast_ref::<StoreError>())
        .find(|error| matches!(error, StoreError::ShardDone { .. }))
        .map(StoreError::to_string)
}

/// The shard that the command line names: `I/N`; `/N` with I from the environment; or nothing, with both from there.
///
/// Slurm counts the tasks of an array from any number (`SLURM_ARRAY_TASK_ID`, `_MIN`, `_MAX`, `_COUNT`), Kubernetes the pods of an
/// indexed job from 0 (`JOB_COMPLETION_INDEX`), and does not say how many there are.
pub(crate) fn shard(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let number = |name: &str| {
        let value = variable(name).ok_or_else(|| format!("--shard: {name} is not set; give I/N"))?;
        value.parse::<u64>().map_err(|_| format!("--shard: {name} = {value} is no number; give I/N"))
    };
    if !text.is_empty() && !text.starts_with('/') {
        return text.parse().map_err(|error| format!("--{error}"));
    }
    let slurm = variable("SLURM_ARRAY_TASK_ID").is_some();
    let index = if slurm {
        let (task, first) = (number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_MIN")?);
        task.checked_sub(first)
            .ok_or_else(|| format!("--shard: SLURM_ARRAY_TASK_ID = {task} is below SLURM_ARRAY_TASK_MIN = {first}"))?
    } else {
        number("JOB_COMPLETION_INDEX").map_err(|why| format!("{why}, or run in a Slurm array"))?
    };
    let index = index.saturating_add(1);
    if let Some(count) = text.strip_prefix('/') {
        return format!("{index}/{count}").parse().map_err(|error| format!("--{error}"));
    }
    if !slurm {
        return Err("--shard: Kubernetes does not say how many pods there are; give /N".to_owned());
    }
    let count = number("SLURM_ARRAY_TASK_COUNT")?;
    let (first, last) = (number("SLURM_ARRAY_TASK_MIN")?, number("SLURM_ARRAY_TASK_MAX")?);
    if last.checked_sub(first).and_then(|steps| steps.checked_add(1)) != Some(count) {
        return Err(format!("--shard: the array has gaps, {count} tasks from {first} to {last}; give I/N"));
    }
    Shard::new(index, count).map_err(|error| format!("--{error}"))
}
