//! What the numbers of a paper are computed by: a hash of the sources, and the versions of the libraries.
//!
//! The build script of every experiment includes this folder, so that a binary knows the code it was built from; the
//! listing of figures uses it to determine whether the sources have changed since. It therefore depends on nothing of ours.

mod manifests;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

pub(crate) use manifests::versions;

/// The files of a package that change no rows: they draw, decide claims, and list the figures.
const WITHOUT_ROWS: [&str; 4] = ["main.rs", "claims.rs", "view.rs", "looks.rs"];

/// The hash of everything that determines the rows of a paper's figures: the sources of the library crates that the package
/// depends on, its own, and how tables are made.
///
/// Of each file the tokens count, less comments and tests, and the [tables](tables) that the package is compiled with. What only draws or decides claims is left out: the libraries
/// that draw, and the files of the package that are named `view.rs`, `claims.rs` or `looks.rs`.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn code_hash(workspace: &Path, paper: &str) -> io::Result<String> {
    let package = workspace.join("experiments").join(paper);
    let mut files = rust_files(&workspace.join("crates/workbench/src/rows"))?;
    for library in manifests::libraries(workspace, &package)? {
        files.extend(rust_files(&workspace.join("crates").join(library).join("src"))?);
    }
    files.extend(own_files(&package)?);
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(workspace).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let code = tokens::of_code(&fs::read_to_string(&file)?);
        for text in [name, code] {
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        }
    }
    for table in tables(&package)? {
        hash.update(fs::read(table)?);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The files that the sources of a package name by `include_str!`.
///
/// # Errors
/// A source that cannot be read.
pub(crate) fn tables(package: &Path) -> io::Result<Vec<PathBuf>> {
    let mut tables = Vec::new();
    for file in own_files(package)? {
        let text = fs::read_to_string(&file)?;
        let named = text.split("include_str!(\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
        tables.extend(named.map(|name| file.with_file_name(name)));
    }
    tables.sort();
    Ok(tables)
}

/// The sources of a package that may change its rows.
fn own_files(package: &Path) -> io::Result<Vec<PathBuf>> {
    let files = rust_files(&package.join("src"))?;
    Ok(files.into_iter().filter(|file| !WITHOUT_ROWS.iter().any(|name| file.ends_with(name))).collect())
}

/// The figures of a package, each with its module: its TOML files, less `Cargo.toml` and `claims.toml`. A figure's module has
/// its name, or the one that the line `module = "…"` of its file says.
pub(crate) fn figures(package: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut figures = BTreeMap::new();
    for entry in fs::read_dir(package)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "toml") && stem != "Cargo" && stem != "claims" {
            let text = fs::read_to_string(&path)?;
            let named = text.lines().find_map(|line| line.strip_prefix("module = \"")?.strip_suffix('"'));
            let module = named.map_or_else(|| stem.replace('-', "_"), str::to_owned);
            figures.insert(stem, module);
        }
    }
    Ok(figures)
}

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}
