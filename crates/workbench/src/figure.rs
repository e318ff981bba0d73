//! What an experiment writes for each of its figures.

use std::ops::ControlFlow;

use bloomlab_pictures::Picture;
use bloomlab_tallies::Store;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rows::in_parallel;
use crate::{Decision, Progress};

/// Whatever error a figure's own code meets.
pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A figure: how its rows are computed, how they are drawn, and what they say of the paper's claims.
pub trait Figure {
    /// What the TOML file sets: the one place of the paper's choices.
    type Parameters: Serialize + DeserializeOwned;

    /// One row of the table: counts, floats, texts and booleans, options of them, and groups of columns such as
    /// [`Interval`](crate::Interval).
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

    /// What the table decides of the claims in `claims.toml`; nothing by default.
    ///
    /// # Errors
    /// Rows that lack what a claim is measured by.
    fn claims(rows: &[Self::Row]) -> Result<Vec<Decision>, AnyError> {
        let _ = rows;
        Ok(Vec::new())
    }
}

/// What a computation is given beside its parameters.
#[derive(Clone, Debug)]
pub struct Context {
    /// The seed of the figure's random streams; 0 where its TOML names none.
    pub seed: u64,
    /// Counts finished points.
    pub progress: Progress,
    /// Finished parts of a long computation, which outlive the run; not committed, and a new store whenever the code that
    /// computes the figure changes.
    ///
    /// A shard computes a part of them and a merge none. A shard ends with the first simulation that it is given: a figure
    /// that is to have shards asks for all its points at once.
    pub store: Store,
}

impl Context {
    /// One result for each point, computed on all cores, in the order of the points, with progress.
    ///
    /// # Errors
    /// The error of a point.
    pub fn rows<P: Send, R: Send>(
        &self,
        points: impl IntoIterator<Item = P>,
        row: impl Fn(P) -> Result<R, AnyError> + Sync,
    ) -> Result<Vec<R>, AnyError> {
        in_parallel(points, &self.progress, row)
    }

    /// Announces `steps` of a computation that tells of each, such as the epochs of a simulation; the result is what it
    /// tells.
    pub fn steps<T>(&self, steps: u64) -> impl Fn(&T) -> ControlFlow<()> + Sync {
        self.progress.expect(steps);
        |_: &T| {
            self.progress.advance();
            ControlFlow::Continue(())
        }
    }
}
