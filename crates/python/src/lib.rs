//! The native half of the Python package `bloomlab`: one function for each question, over flat arrays of equal length.
//!
//! Types, broadcasting, names and documentation are Python's half, in `python/bloomlab`.

mod batch;
mod comparison;
mod filters;
mod questions;
mod recycling;
mod sizes;

use pyo3::prelude::*;

/// Answers over flat arrays.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::comparison::{filters_for_items, filters_for_window};
    #[cfg(feature = "exact")]
    #[pymodule_export]
    use crate::filters::certified_rates;
    #[pymodule_export]
    use crate::filters::{classic_rates, deletion_rates, observed_rates, rates, schemes};
    #[pymodule_export]
    use crate::questions::{
        causes, observations, occupancies, occupancies_at_most, occupancy_quantiles, rate_tests, static_rate_tests,
    };
    #[pymodule_export]
    use crate::recycling::{recycling_averages, recycling_false_negatives, recycling_forgetting, recycling_plans};
    #[pymodule_export]
    use crate::sizes::{capacities, engine_filters, engines, libraries, library_filters, sizes};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// True if certified digits were built in.
    #[pymodule_export]
    const EXACT: bool = cfg!(feature = "exact");
}
