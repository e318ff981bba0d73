//! The code that computes a figure, as a hash: read from the sources when the program runs, so that nothing is compiled again
//! because a file changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::SystemTime;

use toml::{Table, Value};

use crate::files::{cannot, entries, read, sha256};
use crate::{Result, ensure};

/// The sources and libraries of a paper's package.
pub(crate) struct Code {
    /// The hash of the sources of the workspace's crates that the package depends on, directly or not.
    crates: String,
    /// The versions of the outside libraries that these crates and the package name.
    pub versions: BTreeMap<String, String>,
    /// The package's own sources, without `main.rs`, by path in `src`.
    own: BTreeMap<String, String>,
    /// False if a source is newer than the program, which then does not know what computes its tables.
    pub is_built: bool,
}

impl Code {
    pub(crate) fn read(root: &Path, paper: &str, built: SystemTime) -> Result<Self> {
        let mut newest = SystemTime::UNIX_EPOCH;
        let package = root.join("experiments").join(paper);
        let known = workspace_crates(&root.join("Cargo.toml"))?;
        let (mut crates, mut outside) = (BTreeMap::new(), BTreeSet::new());
        let mut open = dependencies(&package)?;
        while let Some(name) = open.pop() {
            let Some(path) = known.get(&name) else {
                outside.insert(name);
                continue;
            };
            if !crates.contains_key(path) {
                // the rest of this crate changes no table
                let is_this = name == env!("CARGO_PKG_NAME");
                let folder = root.join(path).join(if is_this { "src/values" } else { "src" });
                crates.insert(path.clone(), sources(&folder, &mut newest)?);
                open.extend(dependencies(&root.join(path))?);
            }
        }
        let mut own = sources(&package.join("src"), &mut newest)?;
        own.remove("main.rs");
        for (name, text) in &own {
            let is_compiled_in = text.contains("include_str!") || text.contains("include_bytes!");
            ensure!(!is_compiled_in, "{paper}/src/{name} includes a file: read it with `Run::input`");
        }
        let versions = versions(&read(&root.join("Cargo.lock"))?, &outside);
        Ok(Self { crates: sha256(&serde_json::to_vec(&crates)?), versions, own, is_built: newest <= built })
    }

    /// The hash of the code that computes the figure of a module: not of the modules of other figures, unless it names them.
    pub(crate) fn hash(&self, module: &str, figures: &[&str]) -> Result<String> {
        let modules: BTreeSet<&str> = self.own.keys().map(|path| module_of(path)).collect();
        let mut wanted: Vec<&str> =
            modules.into_iter().filter(|name| *name == module || !figures.contains(name)).collect();
        let mut next = 0;
        while let Some(&name) = wanted.get(next) {
            next += 1;
            let texts = self.own.iter().filter(|(path, _)| module_of(path) == name).map(|(_, text)| text);
            for figure in texts.flat_map(|text| named(text)).filter(|named| figures.contains(named)) {
                if !wanted.contains(&figure) {
                    wanted.push(figure);
                }
            }
        }
        let own: BTreeMap<_, _> = self.own.iter().filter(|(path, _)| wanted.contains(&module_of(path))).collect();
        Ok(sha256(&serde_json::to_vec(&(&self.crates, &self.versions, own))?))
    }
}

/// The module of the package's root that a source belongs to.
fn module_of(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or_default()
}

/// The modules that a source names as `crate::module`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split("crate::").skip(1);
    names.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
}

/// The texts of all files below a folder, by path in it.
fn sources(folder: &Path, newest: &mut SystemTime) -> Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            texts.extend(sources(&path, newest)?.into_iter().map(|(below, text)| (format!("{name}/{below}"), text)));
        } else {
            *newest = path.metadata().and_then(|data| data.modified()).map_err(cannot("read", &path))?.max(*newest);
            texts.insert(name, read(&path)?);
        }
    }
    Ok(texts)
}

fn table(manifest: &Path) -> Result<Table> {
    Ok(toml::from_str(&read(manifest)?).map_err(|error| format!("{}: {}", manifest.display(), error.message()))?)
}

/// The folders of the workspace's own crates, by name.
fn workspace_crates(manifest: &Path) -> Result<BTreeMap<String, String>> {
    let manifest = table(manifest)?;
    let crates = manifest.get("workspace").and_then(|table| table.get("dependencies")).and_then(Value::as_table);
    let folder = |(name, value): (&String, &Value)| Some((name.clone(), value.get("path")?.as_str()?.to_owned()));
    Ok(crates.into_iter().flatten().filter_map(folder).collect())
}

/// The names in the `[dependencies]` of a package.
fn dependencies(package: &Path) -> Result<Vec<String>> {
    let manifest = table(&package.join("Cargo.toml"))?;
    let names = manifest.get("dependencies").and_then(Value::as_table).into_iter().flat_map(Table::keys);
    Ok(names.cloned().collect())
}

/// The versions of some libraries in `Cargo.lock`, where a line `version` follows each `name`.
fn versions(lock: &str, wanted: &BTreeSet<String>) -> BTreeMap<String, String> {
    let value = |line: &str, key: &str| Some(line.strip_prefix(key)?.trim_matches([' ', '=', '"']).to_owned());
    let locked = lock.lines().zip(lock.lines().skip(1));
    let locked = locked.filter_map(|(name, version)| Some((value(name, "name")?, value(version, "version")?)));
    locked.filter(|(name, _)| wanted.contains(name)).collect()
}
