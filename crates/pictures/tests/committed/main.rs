//! Looks at every committed picture as a reader would, for texts that are too small, hidden, outside or pale.
//!
//! `PICTURES=folder cargo test --test committed` looks at the pictures in another folder.

mod checks;
mod damages;
mod drawing;

use std::fs;
use std::path::{Path, PathBuf};

use checks::faults;

/// The pictures in a folder and in the folders in it, one for each paper.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    };
    let mut found = entries(folder);
    found.extend(entries(folder).iter().flat_map(|paper| entries(paper)));
    found.retain(|path| path.extension().is_some_and(|extension| extension == "svg"));
    found.sort();
    found
}

#[test]
fn every_committed_picture_can_be_read() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../figures");
    let folder = std::env::var_os("PICTURES").map_or(ours, PathBuf::from);
    let pictures = pictures(&folder);
    assert!(!pictures.is_empty(), "no pictures in {}", folder.display());
    let mut found = Vec::new();
    for path in &pictures {
        let svg = fs::read_to_string(path).unwrap();
        found.extend(faults(&svg).into_iter().map(|fault| format!("{}: {fault}", path.display())));
    }
    assert!(found.is_empty(), "{} faults in {} pictures:\n{}", found.len(), pictures.len(), found.join("\n"));
}
