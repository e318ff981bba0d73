//! The subjects: the libraries and engines of `subjects.toml`, and how the program of each is started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::answers::{self, Case};
use crate::program::Running;
use crate::table::Table;

/// The longest that an answer may take.
const LIMIT: Duration = Duration::from_secs(1800);
/// A library or an engine, as far as the runner needs to know it from `subjects.toml`.
#[derive(Clone, Debug, Deserialize)]
pub struct Subject {
    /// Its name in the table.
    #[serde(skip)]
    pub name: String,
    /// Where its program is.
    #[serde(skip)]
    folder: PathBuf,
    /// The language of its program.
    pub language: String,
    /// The version in the table.
    pub version: String,
    /// The program and its arguments, where they are not its name.
    run: Option<String>,
    /// What its program is built from: a package, archives, requirements.
    #[serde(default)]
    pub needs: String,
    /// Whether that takes minutes to fetch or to build.
    #[serde(default)]
    pub slow: bool,
    /// Items and rates of its cases, where they are not those of the other libraries.
    #[serde(default)]
    rounds: Vec<(u64, f64)>,
    /// Items and rates for which it is made, and then takes more.
    #[serde(skip)]
    grown: Vec<(u64, f64)>,
    /// Whether it takes more items than it was made for.
    #[serde(default)]
    grows: bool,
    /// The least rate that it takes.
    #[serde(default)]
    least_rate: f64,
    /// The fewest items that it takes.
    #[serde(default)]
    fewest_items: u64,
    /// The table that has it.
    #[serde(skip)]
    pub table: Table,
}

/// `subjects.toml`.
#[derive(Deserialize)]
struct List {
    /// Items and rates of the cases of most libraries.
    rounds: Vec<(u64, f64)>,
    /// Items and rates of filters that grow.
    grown: Vec<(u64, f64)>,
    libraries: BTreeMap<String, Subject>,
    engines: BTreeMap<String, Subject>,
}

/// All subjects of the folder's list, those of libraries first.
pub fn all(folder: &Path) -> Result<Vec<Subject>, String> {
    let path = folder.join("subjects.toml");
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let list: List = toml::from_str(&text).map_err(|why| format!("subjects.toml: {why}"))?;
    let libraries = list.libraries.into_iter().map(|(name, mut subject)| {
        if subject.rounds.is_empty() {
            let is_taken = |&(items, rate): &(u64, f64)| rate >= subject.least_rate && items >= subject.fewest_items;
            subject.rounds = list.rounds.iter().copied().filter(is_taken).collect();
        }
        let grown = if subject.grows { list.grown.clone() } else { Vec::new() };
        (Table::Libraries, name, Subject { grown, ..subject })
    });
    let engines = list.engines.into_iter().map(|(name, subject)| (Table::Engines, name, subject));
    let folder = folder.to_owned();
    let named = |(table, name, subject)| Subject { name, table, folder: folder.clone(), ..subject };
    Ok(libraries.chain(engines).map(named).collect())
}

/// All of these, or those of one name; the error of a name that none has lists those that there are.
pub fn wanted(subjects: Vec<Subject>, only: Option<&str>) -> Result<Vec<Subject>, String> {
    let Some(name) = only else { return Ok(subjects) };
    let (named, others): (Vec<_>, Vec<_>) = subjects.into_iter().partition(|subject| subject.name == name);
    let names = || others.iter().map(|subject| subject.name.as_str()).collect::<Vec<_>>().join(", ");
    if named.is_empty() { Err(format!("{name}: no subject has this name; there are {}", names())) } else { Ok(named) }
}

impl Subject {
    /// The folder of its language.
    pub fn language_folder(&self) -> &'static str {
        match self.language.as_str() {
            "Rust" => "rust",
            "C" | "C++" => "c",
            "Go" => "go",
            "Java" => "jvm",
            "JavaScript" => "node",
            _ => "python",
        }
    }

    /// Its program.
    pub fn program(&self) -> &str {
        self.run.as_deref().and_then(|run| run.split(' ').next()).unwrap_or(&self.name)
    }

    /// The words of its command, from the folder of the measurements.
    fn command(&self) -> Vec<String> {
        let run = self.run.as_deref().unwrap_or(&self.name);
        let line = match self.language_folder() {
            "rust" => format!("target/release/{run}"),
            "jvm" => format!("java -XX:+UseSerialGC -Xmx4g -cp target/jvm/classes:target/jvm/* {run}"),
            "node" => format!("env NODE_BACKEND=js node --no-deprecation target/node/{run}"),
            "python" => format!("target/python/bin/python python/subject-{run}.py"),
            folder => format!("target/{folder}/{run}"),
        };
        line.split(' ').map(str::to_owned).collect()
    }

    /// Starts the program; the reason if it cannot.
    pub fn start(&self) -> Result<Running, String> {
        Running::start(&self.folder, &self.command(), LIMIT)
    }

    /// The name of its package and what is measured of it, small filters first; an error in another version.
    pub fn cases(&self, running: &mut Running) -> Result<(String, Vec<Case>), String> {
        let (package, version) = running.describe()?;
        if version != self.version {
            return Err(format!("version {version}, and subjects.toml says {}", self.version));
        }
        let case = |name: &'static str| move |&(items, rate): &(u64, f64)| Case::round(name, items, rate);
        let cases = match self.table {
            Table::Engines => answers::cases(running)?,
            Table::Libraries => {
                self.rounds.iter().map(case("full")).chain(self.grown.iter().map(case("grown"))).collect()
            }
        };
        Ok((package, cases))
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
    use super::{all, wanted};
    use crate::FOLDER;
    use crate::table::TABLES;

    #[test]
    fn the_list_has_each_subject_of_the_tables_in_its_version_and_no_other() {
        let subjects = all(FOLDER.as_ref()).unwrap();
        for table in TABLES {
            let mut listed: Vec<_> = subjects.iter().filter(|subject| subject.table == table).collect();
            listed.sort_by(|a, b| a.name.cmp(&b.name));
            let rows = table.read(FOLDER.as_ref()).unwrap();
            let mut measured: Vec<_> = rows.iter().map(|row| (&row.subject, &row.version)).collect();
            measured.dedup();
            let listed: Vec<_> = listed.iter().map(|subject| (&subject.name, &subject.version)).collect();
            assert_eq!(listed, measured);
        }
    }

    #[test]
    fn a_name_that_no_subject_has_is_refused_with_those_that_there_are() {
        let subjects = || all(FOLDER.as_ref()).unwrap();
        // a library and an engine
        assert_eq!(wanted(subjects(), Some("parquet-java")).unwrap().len(), 2);
        assert!(
            wanted(subjects(), Some("lvldb")).unwrap_err().contains("no subject has this name; there are abloom, ")
        );
    }
}
