//! For tests: a made-up paper of two figures in a folder of its own.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::code_hash::{code_hash, figures, versions};
use crate::facts::Facts;
use crate::{AnyError, Build, Context, Decision, Figure, Workspace};

thread_local! {
    static COMPUTED: Cell<usize> = const { Cell::new(0) };
}

/// How many tables this thread has computed, or begun to.
pub(crate) fn computed() -> usize {
    COMPUTED.get()
}

#[derive(Serialize, Deserialize)]
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
pub(crate) const RATE: Figure<Parameters, Row> =
    Figure { name: "rate", compute, draw: |rows| Ok(draw(rows)?.into()), facts, claims };

/// The same without a claim: a diagram.
pub(crate) const FILL: Figure<Parameters, Row> = Figure { name: "fill", claims: |_| Ok(Vec::new()), ..RATE };

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
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

fn facts(rows: &[Row]) -> Result<Facts, AnyError> {
    Ok(Facts::new().number("first", rows.first().ok_or("no rows")?.rate, 2))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let first = rows.first().ok_or("no rows")?.rate;
    let enough = Decision::new("T1").measured(first).threshold("at least 1/4");
    let title = Decision::title().measured_as("the first rate", first).decide(first > 0.0, "it is zero");
    Ok(vec![enough.decide(first >= 0.25, format!("rate {first}")), title])
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
        let shows = if figure == "fill" { "shows = \"diagram\"\n" } else { "" };
        let text = format!(
            "title = \"t\"\n{shows}source = \"s\"\ncaption = \"first: {{first}}\"\nseed = {seed}\n[parameters]\nitems = {items}\n"
        );
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
        let root = self.root();
        let versions = versions(root, "tiny").unwrap().into_iter();
        let versions: Vec<(&str, &str)> = versions.map(|(name, version)| (&*name.leak(), &*version.leak())).collect();
        let figures = figures(&root.join("experiments/tiny")).unwrap().into_iter();
        let figures: Vec<&str> = figures.map(|(name, _)| &*name.leak()).collect();
        let code = code_hash(root, "tiny").unwrap().leak();
        Build { paper: "tiny", figures: figures.leak(), code, versions: versions.leak() }
    }
}
