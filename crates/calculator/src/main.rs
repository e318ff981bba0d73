//! Writes the calculator, a page that needs no network, or compares it with the one on disk.

mod page;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bloomlab_tables::{Result, ensure, write_whole};
use clap::Parser;

/// Where the page lies in the workspace.
const CALCULATOR: &str = "figures/calculator.html";

/// Writes figures/calculator.html.
#[derive(Parser)]
struct Options {
    /// Write nothing, and fail if the page on disk is not the one that would be written
    #[arg(long)]
    verify: bool,
    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(long)]
    root: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let root = match &options.root {
        Some(root) => root.clone(),
        None => workspace()?,
    };
    let (path, page) = (root.join(CALCULATOR), page::html(&root)?);
    if options.verify { verify(&path, &page) } else { write_whole(&path, page.as_bytes()) }
}

/// This folder or the nearest one above it that contains `experiments`.
fn workspace() -> Result<PathBuf> {
    let here = env::current_dir()?;
    let root = here.ancestors().find(|folder| folder.join("experiments").is_dir());
    Ok(root.ok_or("no folder `experiments` here or above")?.to_owned())
}

fn verify(path: &Path, page: &str) -> Result<()> {
    let present = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let line = 1 + present.lines().zip(page.lines()).take_while(|(one, other)| one == other).count();
    ensure!(present == page, "line {line} of {CALCULATOR} differs from what the program makes; run `calculator`");
    Ok(())
}
