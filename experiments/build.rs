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
    let code: Vec<_> = code_hash::code_hashes(&workspace, &paper)?.into_iter().collect();
    let versions: Vec<_> = code_hash::versions(&workspace, &paper)?.into_iter().collect();
    let text = format!("bloomlab_workbench::Build {{ paper: {paper:?}, code: &{code:?}, versions: &{versions:?} }}");
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("build.rs"), text)?;
    for watched in ["../../crates", "../../Cargo.lock", "../build.rs", "."] {
        println!("cargo::rerun-if-changed={watched}");
    }
    Ok(())
}
