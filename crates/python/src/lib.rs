//! The native half of the Python package `bloomlab`: one function for each question, over flat arrays of equal length.
//!
//! Types, broadcasting, names and documentation are Python's half, in `python/bloomlab`.

mod batch;
#[cfg(feature = "exact")]
mod certified;
mod comparison;
mod deletable;
mod rates;
mod recycling;
mod scheme;
mod sizes;

use pyo3::prelude::*;

/// Answers over flat arrays.
#[pymodule]
mod _native {
    use super::*;

    #[cfg(feature = "exact")]
    #[pymodule_export]
    use certified::certified_rates;
    #[pymodule_export]
    use comparison::{filters_for_items, filters_for_window};
    #[pymodule_export]
    use deletable::deletable_filters;
    #[pymodule_export]
    use rates::rates;
    #[pymodule_export]
    use recycling::{recycling_averages, recycling_plans};
    #[pymodule_export]
    use scheme::schemes;
    #[pymodule_export]
    use sizes::sizes;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Whether certified digits were built in.
    #[pymodule_export]
    const EXACT: bool = cfg!(feature = "exact");
}
