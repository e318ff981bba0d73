//! Pages: the words, pictures and verdicts of committed tables.

mod binomial;
mod claims;
mod draws;
mod error;
mod figure;
mod looks;
mod page;
mod panels;
mod query;
mod sql;
mod trying;
mod words;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::{Error, Result};
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
    /// Show the words, verdicts and picture of some pages, and write nothing in the workspace
    Try {
        /// Pages, as experiments/<paper>/<figure>.toml
        pages: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let options = Options::parse();
    let run = || {
        let workspace = Workspace::find(options.root)?;
        match options.command {
            Command::Try { pages } => trying::run(&workspace, &pages),
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
