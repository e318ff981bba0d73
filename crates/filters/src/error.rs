//! Errors of filters.

use bloomlab_numbers::Refused;

/// Why a filter could not be made, or could not be asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A probe was made for an array of another size.
    #[error("this probe points into {probe} cells, the filter has {filter}; make it with the filter's own locator")]
    ForeignProbe {
        /// Cells the probe was made for.
        probe: u64,
        /// Cells of the filter.
        filter: u64,
    },
    /// The system refuses the memory.
    #[error("{words} words of 64 bits cannot be allocated")]
    OutOfMemory {
        /// Words asked for.
        words: u64,
    },
}
