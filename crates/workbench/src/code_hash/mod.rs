//! What a figure's numbers are computed by: a hash of the sources, and the versions of the libraries.
//!
//! The build script of every experiment includes this folder, so that a binary knows the code it was built from; the
//! listing of figures uses it to tell whether the sources have changed since. It therefore depends on nothing of ours.

mod manifests;
#[cfg(test)]
mod tests;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

pub(crate) use manifests::versions;

/// For each figure of a paper, the hash of everything that determines its rows: the sources of the library crates that
/// the package depends on, what its figures share, the figure's own files, and how tables are made.
///
/// Pictures, the gallery and a figure's `claims.rs` change no rows and are left out.
///
/// # Errors
/// A file that cannot be read, or that uses the module of another figure: a figure's hash leaves out that module.
pub(crate) fn code_hashes(workspace: &Path, paper: &str) -> io::Result<BTreeMap<String, String>> {
    let package = workspace.join("experiments").join(paper);
    let figures = figures(&package)?;
    let mut files = rust_files(&workspace.join("crates/workbench/src/rows"))?;
    for library in manifests::libraries(workspace, &package)? {
        files.extend(rust_files(&workspace.join("crates").join(library).join("src"))?);
    }
    // the digest of each file, and the figure that it belongs to: `None` for what all figures share
    let mut digests = BTreeMap::new();
    for file in files {
        digests.insert(file.clone(), (digest(&file)?, None));
    }
    let sources = package.join("src");
    for file in rust_files(&sources)? {
        let place = file.strip_prefix(&sources).map_err(io::Error::other)?;
        if place == Path::new("main.rs") {
            continue;
        }
        let owner = figures.get(&figure_of(place)).cloned();
        uses::refuse_other_figures(&file, place, owner.as_deref(), &figures)?;
        if !(owner.is_some() && is_claims(place)) {
            digests.insert(file.clone(), (digest(&file)?, owner));
        }
    }
    let mut hashes = BTreeMap::new();
    for figure in figures {
        let mut hash = Sha256::new();
        for (file, (digest, owner)) in &digests {
            if owner.as_ref().is_none_or(|owner| *owner == figure) {
                let name = file.strip_prefix(workspace).unwrap_or(file).to_string_lossy().replace('\\', "/");
                hash.update(name.as_bytes());
                hash.update(digest);
            }
        }
        hashes.insert(figure, hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
    }
    Ok(hashes)
}

/// The figures of a package: its TOML files, less `Cargo.toml` and `claims.toml`.
pub(crate) fn figures(package: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(package)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "toml") && stem != "Cargo" && stem != "claims" {
            names.insert(stem);
        }
    }
    Ok(names)
}

/// The name that a figure has if a file belongs to it, by its place in `src`: `fig_1.rs` and all of `fig_1/` are of `fig-1`.
fn figure_of(place: &Path) -> String {
    let first = place.iter().next().unwrap_or_default();
    Path::new(first).with_extension("").to_string_lossy().replace('_', "-")
}

/// Whether a file is `claims.rs` in a folder of `src`.
fn is_claims(place: &Path) -> bool {
    place.components().count() == 2 && place.ends_with("claims.rs")
}

fn digest(file: &Path) -> io::Result<[u8; 32]> {
    Ok(Sha256::digest(fs::read(file)?).into())
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
