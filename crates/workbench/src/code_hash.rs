//! What a figure's numbers are computed by: a hash of the sources, and the versions of the libraries.
//!
//! The build script of every experiment includes this file, so that a binary knows the code it was built from; the
//! listing of figures uses it to tell whether the sources have changed since. It therefore depends on nothing of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The hash of everything that determines a figure's rows: the sources of the library crates that the package depends
/// on, what its figures share, the figure's own file, and how tables are made.
///
/// Not of what only draws: the restyling of a picture recomputes nothing.
pub(crate) fn code_hash(workspace: &Path, paper: &str, figure: &str) -> io::Result<String> {
    let package = workspace.join("experiments").join(paper);
    let figures = figures(&package)?;
    let mut files = BTreeSet::from_iter(rust_files(&workspace.join("crates/workbench/src/rows"))?);
    for library in libraries(workspace, &package)? {
        files.extend(rust_files(&workspace.join("crates").join(library).join("src"))?);
    }
    for file in rust_files(&package.join("src"))? {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
        if stem != "main" {
            refuse_use_of_figures(&file, &stem, &figures)?;
        }
        if stem == figure || !(figures.contains(&stem) || stem == "main") {
            files.insert(file);
        }
    }
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(workspace).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        hash.update(name.as_bytes());
        hash.update(Sha256::digest(fs::read(&file)?));
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A figure's hash leaves out the files of the other figures, so none of them may be used.
fn refuse_use_of_figures(file: &Path, stem: &str, figures: &BTreeSet<String>) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    for other in figures.iter().filter(|other| *other != stem) {
        let module = other.replace('-', "_");
        if text.contains(&format!("crate::{module}::")) || text.contains(&format!("super::{module}::")) {
            let file = file.display();
            let why =
                format!("{file} uses {module}, which is another figure: what figures share needs a file of its own");
            return Err(io::Error::other(why));
        }
    }
    Ok(())
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

/// The versions of the outside libraries that the figure's numbers and files are made with.
pub(crate) fn versions(workspace: &Path, paper: &str) -> io::Result<BTreeMap<String, String>> {
    let package = workspace.join("experiments").join(paper);
    let mut wanted = BTreeSet::from(["plotters".to_owned()]);
    let libraries = libraries(workspace, &package)?;
    let manifests = libraries.iter().map(|library| workspace.join("crates").join(library)).chain([package]);
    for folder in manifests {
        wanted.extend(dependencies(&folder)?);
    }
    let lock = fs::read_to_string(workspace.join("Cargo.lock"))?;
    let value = |line: &str, key: &str| Some(line.strip_prefix(key)?.trim_matches([' ', '=', '"']).to_owned());
    let mut versions = BTreeMap::new();
    for block in lock.split("[[package]]") {
        let field = |key| block.lines().find_map(|line| value(line, key));
        // our own crates have no source
        if let (Some(name), Some(version), Some(_)) = (field("name"), field("version"), field("source"))
            && wanted.contains(&name)
        {
            versions.insert(name, version);
        }
    }
    Ok(versions)
}

/// Our library crates that the package depends on, directly or not, less those that only draw and store.
fn libraries(workspace: &Path, package: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = dependencies(package)?;
    while let Some(name) = open.pop() {
        let Some(name) = name.strip_prefix("bloomlab-") else { continue };
        let folder = workspace.join("crates").join(name);
        if !["pictures", "workbench", "gallery"].contains(&name) && folder.is_dir() && found.insert(name.to_owned()) {
            open.extend(dependencies(&folder)?);
        }
    }
    Ok(found)
}

/// The names in the `[dependencies]` of a package.
fn dependencies(package: &Path) -> io::Result<Vec<String>> {
    let manifest = fs::read_to_string(package.join("Cargo.toml"))?;
    let section = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let lines = section.take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split(['.', '=', ' ']).next().unwrap_or_default().to_owned();
    Ok(lines.map(name).filter(|name| !name.is_empty() && !name.starts_with('#')).collect())
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
