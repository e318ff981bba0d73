//! Files that belong to no figure.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::names::Names;
use crate::{WorkbenchError, Workspace, claims};

/// Values from other software, which no figure makes.
const REFERENCE: &str = "data/reference";

impl Workspace {
    /// The files in `data` and `figures` that belong to no figure: a picture or a table without an experiment, or anything
    /// else that neither `make figures` writes nor `others` names.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn orphans(&self, others: &[&str]) -> Result<Vec<String>, WorkbenchError> {
        let mut known: BTreeSet<String> = others.iter().map(|name| (*name).to_owned()).collect();
        for paper in self.papers()? {
            for figure in self.figures(&paper)? {
                known.extend(Names::new(&paper, &figure).written());
            }
            known.insert(claims::path(&paper));
        }
        let mut found = Vec::new();
        for folder in ["data", "figures"] {
            for file in files_below(&self.path(folder))? {
                let name = file.strip_prefix(self.root()).unwrap_or(&file).to_string_lossy().replace('\\', "/");
                if !known.contains(&name) && !name.starts_with(&format!("{REFERENCE}/")) {
                    found.push(name);
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Every file in a folder and the folders in it; a folder that does not exist has none.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, WorkbenchError> {
    let mut files = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(files),
        Err(error) => return Err(WorkbenchError::file("read", folder)(error)),
    };
    for entry in entries {
        let path = entry.map_err(WorkbenchError::file("read", folder))?.path();
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_tallies::write_whole;

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
            "figures/bloom-hash/rate.pdf",
            "figures/bloom-hash/rate.png",
            "figures/bloom-hash/rate.svg",
            "figures/index.html",
        ];
        for name in made {
            write_whole(&root.join(name), b"x").unwrap();
        }
        let orphans = || Workspace::find(Some(root)).unwrap().orphans(&["figures/index.html"]).unwrap();
        assert!(orphans().is_empty());

        fs::create_dir(root.join("empty")).unwrap();
        fs::create_dir(root.join("empty/experiments")).unwrap();
        assert!(Workspace::find(Some(&root.join("empty"))).unwrap().orphans(&[]).unwrap().is_empty());

        let strays =
            ["data/bloom-hash/old.csv", "data/gone/rate.csv", "figures/bloom-hash/deep/rate.svg", "figures/note.txt"];
        for name in strays {
            write_whole(&root.join(name), b"x").unwrap();
        }
        assert_eq!(orphans(), strays);

        // without its settings a figure is none
        fs::remove_file(root.join("experiments/bloom-hash/rate.toml")).unwrap();
        assert_eq!(orphans().len(), strays.len() + 6);
    }
}
