//! What an experiment writes for each of its figures, and what every figure uses: `use bloomlab_workbench::figure::*;`.

pub use std::iter::zip;
use std::ops::ControlFlow;
use std::sync::Mutex;

pub use bloomlab_pictures::*;
use bloomlab_tallies::{Store, on_all_cores};
pub use itertools::{Itertools, iproduct, izip};
pub use serde::{Deserialize, Serialize};

use crate::Progress;
pub use crate::drawing::{Drawing, TypesetTable};
pub use crate::ensure;
pub use crate::facts::{Facts, number};
pub use crate::measures::{Extreme, Share, contained, largest, share, smallest};
pub use crate::{Decision, Interval, Range, Verdict};

/// Whatever error a figure's own code meets.
pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// What a figure's own code gives: any error will do.
pub type Result<T, E = AnyError> = std::result::Result<T, E>;

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

/// A figure: the free functions of its module, where `P` holds the parameters and `R` is a row.
///
/// Parameters are what the TOML file sets: the one place of the paper's choices. A row is a row of the table: counts,
/// floats, texts, booleans and enums without fields, options of them, and groups of columns such as [`Interval`].
pub struct Figure<P, R> {
    /// The figure's name; its settings are in `<name>.toml`.
    pub name: &'static str,
    /// The rows, in a fixed order whatever the number of threads. A parameter out of its domain is an error that names the
    /// parameter, its value and the domain.
    pub compute: fn(&P, &Context) -> Result<Vec<R>>,
    /// The picture of the table, or what is typeset of it, from nothing but its rows.
    pub draw: fn(&[R]) -> Result<Drawing>,
    /// The numbers that its words may use, from its rows.
    pub facts: fn(&[R]) -> Result<Facts>,
    /// What the table decides: the figure's title, and claims of `claims.toml`.
    pub claims: fn(&[R]) -> Result<Vec<Decision>>,
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
        row: impl Fn(P) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let points: Vec<Mutex<Option<P>>> = points.into_iter().map(|point| Mutex::new(Some(point))).collect();
        self.progress.expect(points.len() as u64);
        on_all_cores(points.len(), |at| {
            let point = points[at].lock().ok().and_then(|mut point| point.take()).ok_or("a point is computed once")?;
            let row = row(point)?;
            self.progress.advance();
            Ok(row)
        })
    }

    /// As [`Context::rows`], where a point has any number of rows: those of one point after those of another.
    ///
    /// # Errors
    /// The error of a point.
    pub fn flat_rows<P: Send, I: IntoIterator + Send>(
        &self,
        points: impl IntoIterator<Item = P>,
        rows: impl Fn(P) -> Result<I> + Sync,
    ) -> Result<Vec<I::Item>> {
        Ok(self.rows(points, rows)?.into_iter().flatten().collect())
    }

    /// Announces `steps` of a computation that reports each, such as the epochs of a simulation; the result is what it
    /// reports.
    pub fn steps<T>(&self, steps: u64) -> impl Fn(&T) -> ControlFlow<()> + Sync {
        self.progress.expect(steps);
        |_: &T| {
            self.progress.advance();
            ControlFlow::Continue(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_many_points_keep_the_order_of_the_points() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let context = Context { seed: 0, progress: Progress::new("test"), store };
        let rows = context.flat_rows([3, 1, 2], |point| Ok(vec![point; point])).unwrap();
        assert_eq!(rows, [3, 3, 3, 1, 2, 2]);
        let refused = context.flat_rows([1, 0], |point| if point > 0 { Ok(vec![point]) } else { Err("0".into()) });
        assert_eq!(refused.unwrap_err().to_string(), "0");
    }

    #[test]
    fn what_is_ensured_holds_or_is_an_error() {
        let half = |number: u64| -> Result<u64> {
            ensure!(number.is_multiple_of(2), "number {number}: needs an even one");
            Ok(number / 2)
        };
        assert_eq!(half(4).unwrap(), 2);
        assert_eq!(half(3).unwrap_err().to_string(), "number 3: needs an even one");
    }
}
