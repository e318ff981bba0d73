//! One name, one thing: no two public types of the libraries share a name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    };
    entries.flat_map(below).filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The public types that a source declares.
fn public_types(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let keywords = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
        let name = keywords.iter().find_map(|keyword| line.strip_prefix(keyword))?;
        name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}

#[test]
fn no_two_public_types_share_a_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for library in fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().path()) {
        if !library.join("src/lib.rs").is_file() {
            continue;
        }
        for file in rust_files(&library.join("src")) {
            let source = fs::read_to_string(&file).unwrap();
            for name in public_types(&source) {
                places.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    assert!(places.contains_key("Shape"), "the sources were not found");
    let shared: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "public types that share a name: {shared:#?}");
}
