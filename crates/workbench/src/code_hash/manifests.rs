//! What a package is built with, from its manifest, those of our libraries, and `Cargo.lock`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use toml::{Table, Value};

/// Our libraries that change no rows: they draw and store.
const WITHOUT_ROWS: [&str; 3] = ["pictures", "workbench", "gallery"];

/// The versions of the outside libraries that the figures' numbers and files are made with.
pub(crate) fn versions(workspace: &Path, paper: &str) -> io::Result<BTreeMap<String, String>> {
    let package = workspace.join("experiments").join(paper);
    let mut wanted = BTreeSet::from(["plotters".to_owned()]);
    let libraries = libraries(workspace, &package)?;
    let folders = libraries.iter().map(|library| workspace.join("crates").join(library)).chain([package]);
    for folder in folders {
        wanted.extend(dependencies(&folder)?);
    }
    let lock = read(&workspace.join("Cargo.lock"))?;
    let mut versions = BTreeMap::new();
    for locked in lock.get("package").and_then(Value::as_array).into_iter().flatten() {
        let field = |key| locked.get(key).and_then(Value::as_str);
        // our own crates have no source
        if let (Some(name), Some(version), Some(_)) = (field("name"), field("version"), field("source"))
            && wanted.contains(name)
        {
            versions.insert(name.to_owned(), version.to_owned());
        }
    }
    Ok(versions)
}

/// Our library crates that the package depends on, directly or not, less those that only draw and store.
pub(super) fn libraries(workspace: &Path, package: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = dependencies(package)?;
    while let Some(name) = open.pop() {
        let Some(name) = name.strip_prefix("bloomlab-") else { continue };
        let folder = workspace.join("crates").join(name);
        if !WITHOUT_ROWS.contains(&name) && folder.is_dir() && found.insert(name.to_owned()) {
            open.extend(dependencies(&folder)?);
        }
    }
    Ok(found)
}

/// The names in the `[dependencies]` of a package.
fn dependencies(package: &Path) -> io::Result<Vec<String>> {
    let manifest = read(&package.join("Cargo.toml"))?;
    let names = manifest.get("dependencies").and_then(Value::as_table).into_iter().flat_map(Table::keys);
    Ok(names.cloned().collect())
}

fn read(path: &Path) -> io::Result<Table> {
    let text = fs::read_to_string(path)?;
    toml::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}
