#![doc = include_str!("../README.md")]
//!
//! From computed rows to tables, pictures, provenance and claims.
//!
//! A *paper* is a package in `experiments/`, and a *figure* one Rust module and one TOML file in it. The module has
//! `Parameters`, `Row` and four functions ([`Figure`]): `compute` (parameters → rows), `facts` (rows → the numbers that words may use),
//! `draw` (rows → picture) and `claims` (rows → verdicts on the title and on the statements in the paper's `claims.toml`). [`Paper::run`] is the package's `main`: it computes what is not cached, writes
//! `data/<paper>/<figure>.csv` and `.provenance.json`, draws `figures/<paper>/<figure>.svg` from the table on
//! disk, and collects the claims in `data/<paper>/claims.csv`. [`Workspace`] reads what was written.
//!
//! Every file is written whole or not at all.

mod any_figure;
mod cache;
mod claims;
mod code_hash;
mod compare;
mod decision;
mod drawing;
mod error;
mod facts;
pub mod figure;
mod files;
mod kept;
mod listing;
mod making;
mod measures;
mod names;
mod options;
mod orphans;
mod paper;
mod place;
mod progress;
mod provenance;
mod range;
mod rows;
mod scope;
mod settings;
mod sharing;
mod statements;
mod terms;
pub mod testing;
mod text;
#[cfg(test)]
mod trial;
mod words;
mod workspace;

pub use claims::{Claim, PaperClaims, Verdict};
pub use decision::Decision;
pub use drawing::{Drawing, TypesetTable};
pub use error::WorkbenchError;
pub use figure::{AnyError, Context, Figure};
pub use kept::{ALLOWED, Kept, deciding};
pub use listing::{FigureState, ListedFigure};
pub use paper::{Build, Paper};
pub use place::Place;
pub use progress::Progress;
pub use provenance::Provenance;
pub use range::Range;
pub use rows::{Interval, RowError};
pub use workspace::Workspace;
