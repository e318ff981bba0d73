//! The program of a paper's package.

use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Parser;

use crate::Result;
use crate::files::{cannot, sweep};
use crate::fresh::Code;
use crate::making::{Figure, Maker};
use crate::options::Options;

/// The `main` of a paper's package. Each figure is a module declared next to it, or `figure = module` if its name is not that of
/// its module; the figure's TOML file has the same name with dashes.
///
/// ```text
/// mod fill;
/// mod rates;
///
/// bloomlab_tables::program!(fill, fig1_rate = rates, fig2_rate = rates);
/// ```
#[macro_export]
macro_rules! program {
    ($($figure:ident $(= $module:ident)?),* $(,)?) => {
        fn main() -> std::process::ExitCode {
            $crate::main(env!("CARGO_PKG_NAME"), &[$($crate::program!(@ $figure $($module)?)),*])
        }
    };
    (@ $module:ident) => { $crate::program!(@ $module $module) };
    (@ $figure:ident $module:ident) => {
        $crate::Figure::new(stringify!($figure), stringify!($module), $module::compute)
    };
}

/// Makes or verifies the figures that the command line names. A figure that fails does not keep the others from being made.
/// Status 0; 1 if a figure failed; 2 for bad arguments.
pub fn main(paper: &'static str, figures: &[Figure]) -> ExitCode {
    // without a time every source is newer
    let built = std::env::current_exe().and_then(|path| path.metadata()?.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    match make(paper, figures, &Options::parse(), built) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            eprintln!("error: {failed} of the figures of {paper} failed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The number of figures that failed.
pub(crate) fn make(paper: &'static str, figures: &[Figure], options: &Options, built: SystemTime) -> Result<usize> {
    let known: Vec<&str> = figures.iter().map(|figure| &*figure.name).collect();
    if let Some(name) = options.figures.iter().find(|name| !known.contains(&&***name)) {
        return Err(format!("unknown figure `{name}`: {paper} has {}", known.join(", ")).into());
    }
    let root = options.root()?;
    let _lock = if options.elsewhere(&root)?.is_none() { Some(only_run(&root, paper)?) } else { None };
    let modules = figures.iter().map(|figure| figure.module).collect();
    let maker = Maker { paper, modules, root: &root, options, code: Code::read(&root, paper, built)? };
    if !maker.code.is_built {
        eprintln!("{paper}: a source is newer than this program: nothing counts as up to date until it is built again");
    }
    let wanted = figures.iter().filter(|figure| options.figures.is_empty() || options.figures.contains(&figure.name));
    let failed = wanted.filter(|figure| {
        let made = maker.run(figure);
        made.inspect_err(|error| eprintln!("error: {paper}/{}: {error}", figure.name)).is_err()
    });
    Ok(failed.count())
}

/// Waits until no other run writes into the workspace, and sweeps what a killed one left.
fn only_run(root: &Path, paper: &str) -> Result<File> {
    let cache = root.join(".cache");
    fs::create_dir_all(&cache).map_err(cannot("create the folder", &cache))?;
    let path = cache.join("lock");
    let lock = File::create(&path).map_err(cannot("write", &path))?;
    if lock.try_lock().is_err() {
        eprintln!("{paper}: waiting for another run to finish");
        lock.lock().map_err(cannot("lock", &path))?;
    }
    for folder in ["data", ".cache"] {
        sweep(&root.join(folder).join(paper));
    }
    Ok(lock)
}
