//! What can go wrong in a simulation.

use std::path::PathBuf;

/// Why a simulation could not be run, or was not finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A parameter lies outside its domain.
    #[error("{name} = {value} is outside its domain: {domain}")]
    OutOfDomain {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The values it may take.
        domain: String,
    },
    /// The filter to be simulated cannot be made.
    #[error(transparent)]
    Filter(#[from] bloomlab_filters::FilterError),
    /// A file of the store cannot be read or written.
    #[error("{path}: {source}")]
    Store {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A point or a result cannot be written as JSON and read back unchanged.
    #[error("not representable in the store: {reason}")]
    Unrepresentable {
        /// What does not survive.
        reason: String,
    },
    /// The caller asked to stop. Finished epochs are in the store, if there is one.
    #[error("interrupted after {finished} of {total} epochs")]
    Interrupted {
        /// Epochs finished.
        finished: u64,
        /// Epochs asked for.
        total: u64,
    },
}

impl SimulationError {
    pub(crate) fn domain(name: &'static str, value: f64, domain: impl Into<String>) -> SimulationError {
        SimulationError::OutOfDomain { name, value, domain: domain.into() }
    }

    pub(crate) fn unrepresentable(reason: impl std::fmt::Display) -> SimulationError {
        SimulationError::Unrepresentable { reason: reason.to_string() }
    }
}
