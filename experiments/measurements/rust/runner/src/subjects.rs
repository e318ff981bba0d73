//! The subjects: the libraries and engines of `subjects.toml`, and how the program of each is started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::answers::{self, Case};
use crate::program::Running;
use crate::table::Table;

/// The longest that a program may run, in seconds.
const LIMIT: u64 = 1800;

/// A library or an engine, as far as the runner needs to know it from `subjects.toml`.
#[derive(Clone, Debug, Deserialize)]
pub struct Subject {
    #[serde(skip)]
    pub name: String,
    #[serde(skip)]
    folder: PathBuf,
    /// The language of its program.
    pub language: String,
    /// The version in the table.
    pub version: String,
    /// The program and its arguments, where they are not its name.
    run: Option<String>,
    /// The sources of its program: a package, archives, requirements.
    #[serde(default)]
    pub needs: String,
    /// True if that takes minutes to fetch or to build.
    #[serde(default)]
    pub slow: bool,
    /// Items and rates of its cases, where they are not those of most libraries.
    #[serde(default)]
    rounds: Vec<(u64, f64)>,
    /// Items and rates for which it is made, and then takes a hundred times as many.
    #[serde(default)]
    grown: Vec<(u64, f64)>,
    #[serde(skip)]
    pub table: Table,
}

#[derive(Deserialize)]
struct List {
    /// Items and rates of the cases of most libraries.
    rounds: Vec<(u64, f64)>,
    libraries: BTreeMap<String, Subject>,
    engines: BTreeMap<String, Subject>,
}

/// All subjects of the folder's list, those of libraries first.
pub fn all(folder: &Path) -> Result<Vec<Subject>, String> {
    let path = folder.join("subjects.toml");
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let list: List = toml::from_str(&text).map_err(|why| format!("subjects.toml: {why}"))?;
    let folder = folder.to_owned();
    let of = |table| move |(name, subject)| (table, name, subject);
    let libraries = list.libraries.into_iter().map(of(Table::Libraries));
    let all = libraries.chain(list.engines.into_iter().map(of(Table::Engines)));
    let named = |(table, name, subject): (Table, String, Subject)| {
        let rounds = if subject.rounds.is_empty() { list.rounds.clone() } else { subject.rounds };
        Subject { name, table, folder: folder.clone(), rounds, ..subject }
    };
    Ok(all.map(named).collect())
}

/// All of these, or those of one name; the error of a name that none has lists those that there are.
pub fn wanted(subjects: Vec<Subject>, only: Option<&str>) -> Result<Vec<Subject>, String> {
    let Some(name) = only else { return Ok(subjects) };
    let (named, others): (Vec<_>, Vec<_>) = subjects.into_iter().partition(|subject| subject.name == name);
    let names = || others.iter().map(|subject| subject.name.as_str()).collect::<Vec<_>>().join(", ");
    if named.is_empty() { Err(format!("{name}: no subject has this name; there are {}", names())) } else { Ok(named) }
}

impl Subject {
    /// The program, without its arguments.
    pub fn program(&self) -> &str {
        self.run.as_deref().and_then(|run| run.split(' ').next()).unwrap_or(&self.name)
    }

    /// The folder of its language, and its command, from the folder of the measurements.
    pub fn command(&self) -> (&'static str, String) {
        let run = self.run.as_deref().unwrap_or(&self.name);
        match self.language.as_str() {
            "Rust" => ("rust", format!("target/release/{run}")),
            "C" | "C++" => ("c", format!("target/c/{run}")),
            "Go" => ("go", format!("target/go/{run}")),
            "Java" => ("jvm", format!("java -XX:+UseSerialGC -Xmx4g -cp target/jvm/classes:target/jvm/* {run}")),
            "JavaScript" => ("node", format!("env NODE_BACKEND=js node --no-deprecation target/node/{run}")),
            _ => ("python", format!("target/python/bin/python python/subject-{run}.py")),
        }
    }

    /// Starts the program; the reason if it cannot.
    pub fn start(&self) -> Result<Running, String> {
        Running::start(&self.folder, self.command().1.split(' '), LIMIT)
    }

    /// The name of its package and what is measured of it, small filters first; an error in another version.
    pub fn cases(&self, running: &mut Running) -> Result<(String, Vec<Case>), String> {
        let (package, version) = running.describe()?;
        if version != self.version {
            return Err(format!("version {version}, and subjects.toml says {}", self.version));
        }
        let full = self.rounds.iter().map(|&(items, rate)| Case::round(items, items, rate));
        let grown = self.grown.iter().map(|&(items, rate)| Case::round(100 * items, items, rate));
        let is_engine = self.table == Table::Engines;
        Ok((package, if is_engine { answers::cases(running)? } else { full.chain(grown).collect() }))
    }
}

#[cfg(test)]
impl Subject {
    /// The program `target/c/mock` of a folder.
    pub fn mock(folder: &Path) -> Self {
        let of = "language = 'C'\nversion = '1.0'";
        let (name, folder) = ("mock".to_owned(), folder.to_owned());
        Self { name, folder, table: Table::Engines, ..toml::from_str(of).unwrap() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{all, wanted};
    use crate::FOLDER;
    use crate::table::TABLES;

    #[test]
    fn the_list_has_each_subject_of_the_tables_in_its_version_and_no_other() {
        let subjects = all(FOLDER.as_ref()).unwrap();
        for table in TABLES {
            let listed = subjects.iter().filter(|subject| subject.table == table);
            let listed: BTreeSet<_> = listed.map(|subject| (&subject.name, &subject.version)).collect();
            let rows = table.read(FOLDER.as_ref()).unwrap();
            assert_eq!(listed, rows.iter().map(|row| (&row.subject, &row.version)).collect());
        }
    }

    #[test]
    fn a_name_that_no_subject_has_is_refused_with_those_that_there_are() {
        let subjects = || all(FOLDER.as_ref()).unwrap();
        // a library and an engine
        assert_eq!(wanted(subjects(), Some("parquet-java")).unwrap().len(), 2);
        let why = wanted(subjects(), Some("lvldb")).unwrap_err();
        assert!(why.starts_with("lvldb: no subject has this name; there are abloom, "), "{why}");
    }
}
