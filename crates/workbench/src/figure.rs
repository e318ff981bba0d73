//! What an experiment writes for each of its figures.

use std::path::PathBuf;

use bloomlab_pictures::Picture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Claim, Progress};

/// Whatever error a figure's own code meets.
pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A figure: how its rows are computed, how they are drawn, and what they say of the paper's claims.
pub trait Figure {
    /// What the TOML file may set; the default is the paper's choice.
    type Parameters: Serialize + DeserializeOwned + Default;

    /// One row of the table: counts, floats, texts, booleans, or options of them.
    type Row: Serialize + DeserializeOwned;

    /// The rows, in a fixed order whatever the number of threads.
    ///
    /// # Errors
    /// Parameters out of their domain, named with value and domain; whatever the computation meets.
    fn compute(parameters: &Self::Parameters, context: &Context) -> Result<Vec<Self::Row>, AnyError>;

    /// The picture of the table, from nothing but its rows.
    ///
    /// # Errors
    /// Rows that cannot be drawn.
    fn draw(rows: &[Self::Row]) -> Result<Picture, AnyError>;

    /// What the table says of the paper's claims; nothing by default.
    ///
    /// # Errors
    /// Rows that lack what a claim is measured by.
    fn claims(rows: &[Self::Row]) -> Result<Vec<Claim>, AnyError> {
        let _ = rows;
        Ok(Vec::new())
    }
}

/// What a computation is given beside its parameters.
#[derive(Clone, Debug)]
pub struct Context {
    /// The seed of the figure's random streams; 0 where its TOML names none.
    pub seed: u64,
    /// To be told of finished points.
    pub progress: Progress,
    /// A folder that outlives the run, for finished parts of a long computation; not committed, and a new one whenever
    /// the code that computes the figure changes.
    pub store: PathBuf,
}
