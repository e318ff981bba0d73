//! The build script of every experiment: the code and versions its figures are computed by, as a `bloomlab_workbench::Build`.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;

#[path = "../crates/workbench/src/code_hash/mod.rs"]
mod code_hash;

fn main() -> io::Result<()> {
    let variable = |name| env::var(name).map_err(io::Error::other);
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let paper = variable("CARGO_PKG_NAME")?;
    let workspace = package.join("../..");
    let figures: Vec<_> = code_hash::figures(&package)?.into_iter().collect();
    let code = code_hash::code_hash(&workspace, &paper)?;
    let versions: Vec<_> = code_hash::versions(&workspace, &paper)?.into_iter().collect();
    let names: Vec<_> = figures.iter().map(|(name, _)| name).collect();
    let build = format!("paper: {paper:?}, figures: &{names:?}, code: {code:?}, versions: &{versions:?}");
    let listed: String = figures.iter().map(|(name, module)| format!("{name:?} => {module}, ")).collect();
    let output = PathBuf::from(variable("OUT_DIR")?);
    write(output.join("build.rs"), format!("bloomlab_workbench::Build {{ {build} }}"))?;
    write(output.join("figures.rs"), format!("bloomlab_workbench::figures! {{ {listed} }}"))?;
    for watched in ["../../crates", "../../Cargo.lock", "../build.rs", "."] {
        println!("cargo::rerun-if-changed={watched}");
    }
    for table in code_hash::tables(&package)? {
        println!("cargo::rerun-if-changed={}", table.display());
    }
    Ok(())
}

/// Leaves a file that holds the same as it is, so that what includes it need not compile again.
fn write(path: PathBuf, text: String) -> io::Result<()> {
    if fs::read_to_string(&path).is_ok_and(|present| present == text) { Ok(()) } else { fs::write(path, text) }
}
