//! Files that nothing makes any more.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::code_hash::figures;
use crate::files::workspace;
use crate::gallery::PAGE;
use crate::listing::papers;
use crate::making::Names;
use crate::{Error, claims};

/// Values from other software, which no figure makes.
const REFERENCE: &str = "data/reference";

/// The files in `data` and `figures` that belong to no figure, by path in the workspace: a picture or a table without an
/// experiment, or anything else that `make figures` does not write.
///
/// # Errors
/// No workspace at or above `root` (default: the current folder), or a folder that cannot be read.
pub fn orphans(root: Option<&Path>) -> Result<Vec<String>, Error> {
    let root = workspace(root)?;
    let mut known = BTreeSet::from([PAGE.to_owned()]);
    for paper in papers(&root)? {
        let package = root.join("experiments").join(&paper);
        for figure in figures(&package).map_err(Error::file("read", &package))? {
            known.extend(Names::new(&paper, &figure).written());
        }
        known.insert(claims::path(&paper));
    }
    let mut found = Vec::new();
    for folder in ["data", "figures"] {
        for file in files_below(&root.join(folder))? {
            let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            if !known.contains(&name) && !name.starts_with(&format!("{REFERENCE}/")) {
                found.push(name);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Every file in a folder and the folders in it; a folder that does not exist has none.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(files),
        Err(error) => return Err(Error::file("read", folder)(error)),
    };
    for entry in entries {
        let path = entry.map_err(Error::file("read", folder))?.path();
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_whole;

    #[test]
    fn every_file_has_a_figure_or_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let made = [
            "experiments/bloom-hash/Cargo.toml",
            "experiments/bloom-hash/rate.toml",
            "data/bloom-hash/rate.csv",
            "data/bloom-hash/rate.parquet",
            "data/bloom-hash/rate.provenance.json",
            "data/bloom-hash/claims.csv",
            "data/reference/rate.json",
            "figures/bloom-hash/rate.svg",
            "figures/index.html",
        ];
        for name in made {
            write_whole(&root.join(name), b"x").unwrap();
        }
        assert!(orphans(Some(root)).unwrap().is_empty());

        let strays =
            ["data/bloom-hash/old.csv", "data/gone/rate.csv", "figures/bloom-hash/deep/rate.svg", "figures/note.txt"];
        for name in strays {
            write_whole(&root.join(name), b"x").unwrap();
        }
        assert_eq!(orphans(Some(root)).unwrap(), strays);

        // without its settings a figure is none
        fs::remove_file(root.join("experiments/bloom-hash/rate.toml")).unwrap();
        assert_eq!(orphans(Some(root)).unwrap().len(), strays.len() + 4);
    }
}
