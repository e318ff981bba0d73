//! Everything an experiment uses to turn parameters into a committed table.
//!
//! A figure is a module with `Parameters` (`Deserialize`), `Row` (`Serialize`) and
//! `compute(&Parameters, &Run) -> Result<Vec<Row>>`. [`program!`] is the `main` of a paper's package: it reads `seed` and
//! `[parameters]` from `experiments/<paper>/<figure>.toml` and writes `data/<paper>/<figure>.csv` with its provenance, `.json`.
//!
//! A row is a struct of numbers, texts, booleans and enums without fields, or of options of them. A field that serde renames to
//! several names joined by commas is a group of columns, and holds a tuple, an [`Interval`], or an option of one; a missing group
//! gives empty cells. A struct of columns that is always there can be flattened.
//!
//! ```
//! use bloomlab_tables::Interval;
//!
//! #[derive(serde::Serialize)]
//! struct Row {
//!     items: u64,
//!     #[serde(rename = "simulated,lower,upper")]
//!     simulated: Option<Interval>,
//! }
//! ```

mod compare;
mod files;
mod fresh;
mod making;
mod options;
mod parts;
mod program;
mod redrawing;
mod run;
mod settings;
#[cfg(test)]
mod tests;
mod values;

use rayon::prelude::*;

pub use files::write_whole;
pub use making::Figure;
pub use program::main;
pub use run::Run;
pub use values::{CONFIDENCE, Estimate, Interval, Streams, student_quantile};

/// Any error: its text names the parameter, its value and the domain.
pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// The result of an experiment's function.
pub type Result<T, E = AnyError> = std::result::Result<T, E>;

/// The results of the jobs, in their order whatever the number of threads. No job is begun after an error.
fn on_all_cores<P: Send, T: Send>(jobs: Vec<P>, one: impl Fn(P) -> Result<T> + Sync) -> Result<Vec<T>> {
    jobs.into_par_iter().with_max_len(1).map(&one).collect()
}

/// Returns an error from the function around it unless a condition holds:
/// `ensure!(filters >= 2, "filters {filters}: needs at least 2")`.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+).into());
        }
    };
}
