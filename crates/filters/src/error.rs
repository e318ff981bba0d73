//! What can be wrong with the parameters of a filter.

/// Why a filter could not be made, or could not be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A parameter lies outside its domain.
    #[error("{name} = {value} is outside its domain: {domain}")]
    OutOfDomain {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: u64,
        /// The values it may take.
        domain: String,
    },
    /// A probe was made for an array of another size.
    #[error("this probe points into {probe} cells, the filter has {filter}; make it with the filter's own locator")]
    ForeignProbe {
        /// Cells the probe was made for.
        probe: u64,
        /// Cells of the filter.
        filter: u64,
    },
    /// The memory asked for cannot be had.
    #[error("{words} words of 64 bits cannot be allocated")]
    OutOfMemory {
        /// Words asked for.
        words: u64,
    },
    /// Stored data contradict themselves.
    #[error("the stored filter is damaged: {reason}")]
    Damaged {
        /// What does not fit.
        reason: String,
    },
}

impl FilterError {
    pub(crate) fn domain(name: &'static str, value: u64, domain: impl Into<String>) -> FilterError {
        FilterError::OutOfDomain { name, value, domain: domain.into() }
    }

    pub(crate) fn damaged(reason: impl Into<String>) -> FilterError {
        FilterError::Damaged { reason: reason.into() }
    }
}
