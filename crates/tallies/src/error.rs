//! What can be wrong with a store.

use std::fmt;
use std::path::PathBuf;

use crate::{FileError, NoShard, Shard};

/// How many problems are named; a run may have thousands of tallies.
const NAMED: usize = 20;

/// Why a store did not give what was asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A tally cannot be written as JSON.
    #[error("not representable in the store: {0}")]
    Unrepresentable(#[from] serde_json::Error),
    /// A tally written as JSON reads back as another.
    #[error("not representable in the store: a result reads back as another")]
    ReadsBackAsAnother,
    /// Not a shard.
    #[error(transparent)]
    NoShard(#[from] NoShard),
    /// A shard has done its jobs. What follows from all tallies is for the merge to compute.
    #[error("shard {shard} has done its {done} of {jobs} jobs")]
    ShardDone {
        /// The shard.
        shard: Shard,
        /// How many jobs it had.
        done: usize,
        /// The jobs of all shards.
        jobs: usize,
    },
    /// Tallies that a merge cannot use.
    #[error("{} of the tallies cannot be merged{}", .0.len(), named(.0))]
    CannotMerge(Vec<Problem>),
    /// A merge was asked to compute.
    #[error("a merge computes no tally")]
    NotComputed,
}

/// Why a merge refuses a tally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is not there.
    Missing {
        /// Where it would be.
        path: PathBuf,
        /// The number of its job, from 0.
        job: usize,
    },
    /// It is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: DamagedFile,
    },
    /// It belongs to another run.
    Foreign {
        /// The file.
        path: PathBuf,
        /// In what its run differs from this one: `code = 12ab instead of 34cd`.
        differs: Vec<String>,
    },
}

/// What is wrong with a file of the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DamagedFile {
    /// It ends before its checksum does.
    #[error("it has no checksum")]
    NoChecksum,
    /// Its contents are not those that were written.
    #[error("its checksum does not match its contents")]
    WrongChecksum,
    /// It is the tally of another job, or of another run.
    #[error("it is the tally of another job")]
    OtherJob,
    /// Its contents are no tally of this kind, as the JSON parser says.
    #[error("{0}")]
    Unreadable(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::Missing { path, job } => write!(f, "{} is missing (job {job})", path.display()),
            Problem::Damaged { path, reason } => write!(f, "{} is damaged: {reason}", path.display()),
            Problem::Foreign { path, differs } if differs.is_empty() => {
                write!(f, "{} is foreign: no job of this run has it", path.display())
            }
            Problem::Foreign { path, differs } => write!(f, "{} is foreign: {}", path.display(), differs.join(", ")),
        }
    }
}

/// What is there and no use first: it says more than what is missing.
fn named(problems: &[Problem]) -> String {
    let (missing, unusable): (Vec<_>, Vec<_>) =
        problems.iter().partition(|problem| matches!(problem, Problem::Missing { .. }));
    let first = unusable.into_iter().chain(missing).take(NAMED);
    let mut lines: String = first.map(|problem| format!("\n  {problem}")).collect();
    if problems.len() > NAMED {
        lines += &format!("\n  and {} more", problems.len() - NAMED);
    }
    lines
}
