//! A computation's seed, random streams, inputs and progress.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::ChaCha8Rng;
use serde::Serialize;

use crate::parts::Part;
use crate::{Interval, Result, Streams, ensure, files, on_all_cores};

/// The run of a figure's `compute`: makes its rows on all cores, with random streams and measured inputs.
pub struct Run {
    pub(crate) paper: &'static str,
    pub(crate) root: PathBuf,
    pub(crate) seed: u64,
    pub(crate) part: Option<Part>,
    pub(crate) progress: ProgressBar,
    noted: Mutex<Noted>,
    is_in_rows: AtomicBool,
}

/// A run's notes about what it did.
#[derive(Default)]
pub(crate) struct Noted {
    /// Content hashes of the inputs, by path in the workspace.
    pub inputs: BTreeMap<String, String>,
    /// The call of `rows` and the point of every row.
    pub places: Vec<(usize, usize)>,
    calls: usize,
}

impl Run {
    pub(crate) fn new(paper: &'static str, root: PathBuf, seed: u64, part: Option<Part>) -> Self {
        let progress = ProgressBar::new(0);
        let template = "{prefix} {wide_bar} {pos}/{len} ({per_sec}, {eta} left)";
        progress.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { paper, root, seed, part, progress, noted: Mutex::default(), is_in_rows: AtomicBool::new(false) }
    }

    /// One row for each point, on all cores, in the order of the points. A row is computed from its point alone, so that parts of
    /// the points can be computed on several machines: there, only the rows of a part are made and returned.
    pub fn rows<P: Send, R: Serialize + Send>(
        &self,
        points: impl IntoIterator<Item = P>,
        row: impl Fn(P) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        self.flat_rows(points, |point| row(point).map(Some))
    }

    /// As [`rows`](Self::rows), but a point has any number of rows: those of one point after those of another.
    pub fn flat_rows<P: Send, I: IntoIterator<Item: Serialize> + Send>(
        &self,
        points: impl IntoIterator<Item = P>,
        rows: impl Fn(P) -> Result<I> + Sync,
    ) -> Result<Vec<I::Item>> {
        ensure!(!self.is_in_rows.swap(true, Ordering::Relaxed), "a row calls `rows`: it needs `epochs` or `map`");
        let points = points.into_iter().enumerate();
        let points: Vec<_> = points.filter(|(at, _)| self.part.is_none_or(|part| part.has(*at))).collect();
        let found = self.map(points, |(at, point)| Ok((at, rows(point)?)));
        self.is_in_rows.store(false, Ordering::Relaxed);
        let (mut all, mut noted) = (Vec::new(), self.noted());
        let call = noted.calls;
        noted.calls += 1;
        for (point, rows) in found? {
            for row in rows {
                all.push(row);
                noted.places.push((call, point));
            }
        }
        Ok(all)
    }

    /// One result for each point, on all cores, in the order of the points: for what rows have in common, or for the steps of a
    /// row. Every part computes all of them.
    pub fn map<P: Send, T: Send>(
        &self,
        points: impl IntoIterator<Item = P>,
        one: impl Fn(P) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let points: Vec<P> = points.into_iter().collect();
        self.progress.inc_length(points.len() as u64);
        on_all_cores(points, |point| one(point).inspect(|_| self.progress.inc(1)))
    }

    /// The random streams of a name, with the seed of the figure.
    pub fn streams<'a>(&self, name: &'a str) -> Streams<'a> {
        Streams::new(name, self.seed)
    }

    /// The mean over independent epochs of a point, each with its own random stream, with its 99 % interval. The streams have the
    /// name of the paper; for another see [`Run::streams`].
    pub fn mean(
        &self,
        point: &impl Serialize,
        epochs: u64,
        epoch: impl Fn(ChaCha8Rng) -> Result<f64> + Sync,
    ) -> Result<Interval> {
        self.streams(self.paper).mean(point, epochs, epoch)
    }

    /// The seed of the figure, 0 if its TOML file has none.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The text of a file that the computation reads, by its path in the workspace, such as `data/engines/measured.csv`. A table
    /// that read it is computed again when it changes.
    pub fn input(&self, path: &str) -> Result<String> {
        let text = files::read(&self.root.join(path))?;
        self.noted().inputs.insert(path.to_owned(), files::sha256(text.as_bytes()));
        Ok(text)
    }

    pub(crate) fn noted(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
