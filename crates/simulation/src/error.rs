//! What can go wrong in a simulation.

use std::path::PathBuf;

use bloomlab_filters::FilterError;
use bloomlab_occupancy::OutOfDomain;

/// Why a simulation could not be run, or was not finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// The filter to be simulated cannot be made.
    #[error(transparent)]
    Filter(FilterError),
    /// A file of the store cannot be read or written.
    #[error("{path}: {source}")]
    Store {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A point or a result cannot be written as JSON.
    #[error("not representable in the store: {0}")]
    Unrepresentable(#[from] serde_json::Error),
    /// A result written as JSON reads back as another.
    #[error("not representable in the store: a result reads back as another")]
    ReadsBackAsAnother,
    /// The caller asked to stop. Finished epochs are in the store, if there is one.
    #[error("interrupted after {finished} of {total} epochs")]
    Interrupted {
        /// Epochs finished.
        finished: u64,
        /// Epochs asked for.
        total: u64,
    },
}

impl From<FilterError> for SimulationError {
    /// A filter's parameter out of domain is one of the simulation's.
    fn from(error: FilterError) -> Self {
        match error {
            FilterError::OutOfDomain(error) => SimulationError::OutOfDomain(error),
            error => SimulationError::Filter(error),
        }
    }
}
