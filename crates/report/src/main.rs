//! Pages: the words, pictures and verdicts of committed tables.

mod answers;
mod check;
mod claims;
mod codecheck;
mod draws;
mod error;
mod falsify;
mod figure;
mod gallery;
mod listing;
mod looks;
mod numerals;
mod page;
mod panels;
mod paper;
mod publish;
mod query;
mod redraw;
mod sql;
mod trying;
mod words;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::{Error, Result, say};
use workspace::Workspace;

/// Draws, words and decides figures from their tables.
#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    command: Command,
    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(short, long, global = true)]
    root: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Check every page and every document, and write nothing
    Check,
    /// Write every picture, the claims, the gallery and Parquet
    Draw,
    /// Compare every picture, the claims and the gallery with those on disk
    Verify,
    /// List the figures of all papers, or those whose name begins so
    Figures { which: Option<String> },
    /// Print the claims of all papers, or of one, with their verdicts
    Claims {
        paper: Option<String>,
        /// Only claims of this verdict, such as "does not hold"
        #[arg(long)]
        verdict: Option<String>,
    },
    /// Draw and decide a figure whose table was computed with other parameters, and print what differs
    Redraw {
        /// The figure, as paper/figure
        figure: String,
        /// The folder whose `data` has the table with its provenance; picture and claims are written there
        #[arg(long)]
        folder: PathBuf,
    },
    /// Show the words, verdicts and picture of some pages, and write nothing in the workspace
    Try {
        /// Pages, as experiments/PAPER/FIGURE.toml
        #[arg(required = true)]
        pages: Vec<PathBuf>,
        /// The folder for pictures
        #[arg(long, default_value = "target/try")]
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    let options = Options::parse();
    let run = || {
        let workspace = Workspace::find(options.root)?;
        match options.command {
            Command::Check => publish::check(&workspace),
            Command::Draw => publish::draw(&workspace),
            Command::Verify => publish::verify(&workspace),
            Command::Figures { which } => listing::figures(&workspace, which.as_deref()),
            Command::Claims { paper, verdict } => listing::claims(&workspace, paper.as_deref(), verdict.as_deref()),
            Command::Redraw { figure, folder } => redraw::run(&workspace, &figure, &folder),
            Command::Try { pages, folder } => trying::run(&workspace, &pages, &folder),
        }
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
