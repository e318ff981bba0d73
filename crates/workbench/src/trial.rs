//! For tests: a made-up paper of two figures in a folder of its own.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::code_hash::{code_hashes, versions};
use crate::{AnyError, Build, Context, Decision, Figure, Workspace};

thread_local! {
    static COMPUTED: Cell<usize> = const { Cell::new(0) };
}

/// How many tables this thread has computed, or begun to.
pub(crate) fn computed() -> usize {
    COMPUTED.get()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// From 1 to 10.
    items: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub items: u64,
    pub rate: f64,
}

/// A figure that decides the claim T1: its first rate is at least 1/4.
pub(crate) struct Rate;

impl Figure for Rate {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        COMPUTED.set(COMPUTED.get() + 1);
        if !(1..=10).contains(&p.items) {
            return Err(format!("items = {}: from 1 to 10", p.items).into());
        }
        context.rows(1..=p.items, |items| Ok(Row { items, rate: 1.0 / (items + context.seed) as f64 }))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let points = rows.iter().map(|row| Point::new(row.items as f64, row.rate));
        let panel = Panel::new(
            Axis::new("items", Scale::Linear),
            Axis::new("rate", Scale::Linear),
            vec![Series::new("rate", Mark::Line, points)],
        );
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let first = rows.first().ok_or("no rows")?.rate;
        let enough = Decision::new("T1").measured(first).threshold("at least 1/4");
        Ok(vec![enough.decide(first >= 0.25, format!("rate {first}"))])
    }
}

/// The same without a claim.
pub(crate) struct Fill;

impl Figure for Fill {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        Rate::compute(p, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Rate::draw(rows)
    }
}

/// A workspace with the paper `tiny`, which has the figures `rate` and `fill`.
pub(crate) struct Trial {
    folder: TempDir,
}

impl Trial {
    pub(crate) fn new() -> Self {
        let trial = Self { folder: tempfile::tempdir().unwrap() };
        trial.put("Cargo.lock", b"[[package]]\nname = \"plotters\"\nversion = \"0.3.7\"\nsource = \"registry\"\n");
        trial.put("crates/workbench/src/rows/mod.rs", b"");
        trial.put("experiments/tiny/Cargo.toml", b"[dependencies]\n");
        trial.put(
            "experiments/tiny/claims.toml",
            b"scope = [[\"items\", \"n\"]]\n[T1]\nplace = \"p\"\nstatement = \"s\"\nmeasured = \"rate\"\n",
        );
        trial.put("experiments/tiny/src/rate.rs", b"");
        trial.put("experiments/tiny/src/fill.rs", b"");
        trial.set("rate", 3, 1);
        trial.set("fill", 2, 1);
        trial
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn workspace(&self) -> Workspace {
        Workspace::find(Some(self.root())).unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file of the workspace.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Writes the settings of a figure.
    pub(crate) fn set(&self, figure: &str, items: u64, seed: u64) {
        let text =
            format!("title = \"t\"\nsource = \"s\"\ncaption = \"c\"\nseed = {seed}\n[parameters]\nitems = {items}\n");
        self.put(&format!("experiments/tiny/{figure}.toml"), text.as_bytes());
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// All files that are made, except the lock, with their contents.
    pub(crate) fn made(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut open = ["data", "figures", ".cache"].map(|name| self.path(name)).to_vec();
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else if !path.ends_with("lock") {
                    files.insert(path.clone(), fs::read(path).unwrap());
                }
            }
        }
        files
    }

    /// What a build script would find out now.
    pub(crate) fn build(&self) -> Build {
        fn leak(pairs: BTreeMap<String, String>) -> &'static [(&'static str, &'static str)] {
            let pairs: Vec<(&str, &str)> = pairs.into_iter().map(|(a, b)| (&*a.leak(), &*b.leak())).collect();
            pairs.leak()
        }
        let code = leak(code_hashes(self.root(), "tiny").unwrap());
        Build { paper: "tiny", code, versions: leak(versions(self.root(), "tiny").unwrap()) }
    }
}
