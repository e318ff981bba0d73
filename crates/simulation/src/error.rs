//! Errors of simulations.

use bloomlab_filters::FilterError;
use bloomlab_numbers::Refused;

/// Why a simulation could not be run, or was not finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The filter to be simulated cannot be made.
    #[error(transparent)]
    Filter(FilterError),
    /// A simulation by state was asked for where set bits do not determine what a new message finds.
    #[error("{0} cannot be simulated by state: needs fresh positions, and one phase or leak = 1")]
    NotByState(String),
    /// A point cannot be written as JSON.
    #[error("a point cannot be written: {0}")]
    Unrepresentable(#[from] serde_json::Error),
}

impl From<FilterError> for SimulationError {
    /// A filter's parameter out of domain is one of the simulation's.
    fn from(error: FilterError) -> Self {
        match error {
            FilterError::Refused(error) => SimulationError::Refused(error),
            error => SimulationError::Filter(error),
        }
    }
}
