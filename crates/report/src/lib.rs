//! From computed rows to tables, pictures and provenance; the only user of plotters and polars.
//!
//! A *paper* is a package in `experiments/`, and a *figure* one Rust file and one TOML file in it. The Rust file
//! implements [`Figure`]: its parameters, `compute` (parameters → rows), `draw` (rows → picture) and `claims` (rows →
//! what they say of the paper's claims). [`Paper::run`] is the package's `main`: it computes what is not cached, writes
//! `data/<paper>/<figure>.csv`, `.parquet` and `.provenance.json`, draws `figures/<paper>/<figure>.svg` from the table on
//! disk, and collects the claims in `data/<paper>/claims.csv`. [`write_gallery`] shows all of it on one page,
//! `figures/index.html`.
//!
//! Every file is written whole or not at all.

mod cache;
mod claims;
mod code_hash;
mod compare;
mod error;
mod figure;
mod files;
mod gallery;
mod listing;
mod making;
mod orphans;
mod paper;
mod picture;
mod progress;
mod provenance;
mod settings;
mod table;

pub use claims::{Claim, PaperClaims, Verdict, read_claims};
pub use error::Error;
pub use figure::{AnyError, Context, Figure};
pub use gallery::{Gallery, verify_gallery, write_gallery};
pub use listing::{FigureState, ListedFigure, list_figures};
pub use orphans::orphans;
pub use paper::{Build, Paper};
pub use picture::{
    Arrow, Axis, Cell, CellAxis, CellFigure, CellStrip, ColourBar, HeatCell, HeatMap, HeatRow, LineFigure, Mark, Panel,
    Picture, Point, Scale, Series, StateDiagram, Tone,
};
pub use progress::Progress;
pub use provenance::{Provenance, read_provenance};
