//! A figure's seed and parameters, from its TOML file.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::files;
use crate::values::non_finite;
use crate::{Result, ensure};

/// The two keys of a page that the computation is given.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Settings {
    pub seed: Option<u64>,
    #[serde(default)]
    pub parameters: Table,
    /// The file that errors name.
    #[serde(skip)]
    file: String,
}

impl Settings {
    /// The settings of a page, except those that another file replaces. An error names the file and the key.
    pub(crate) fn read(page: &Path, changes: Option<&Path>) -> Result<Self> {
        let in_file = |path: &Path, text: &str| Self::table(text).map_err(|why| format!("{}: {why}", path.display()));
        let mut table = in_file(page, &files::read(page)?)?;
        if let Some(path) = changes {
            for (key, value) in in_file(path, &files::read(path)?)? {
                let is_known = ["seed", "parameters"].contains(&&*key) || table.contains_key(&key);
                ensure!(is_known, "{}: unknown key `{key}`: needs `seed` or `parameters`", path.display());
                change(&mut table, key, value);
            }
        }
        let file = changes.unwrap_or(page).display().to_string();
        let settings = Value::Table(table).try_into().map_err(|error| format!("{file}: {}", in_a_line(error)))?;
        Ok(Self { file, ..settings })
    }

    /// The table that a text holds. Its seed and parameters have finite numbers.
    fn table(text: &str) -> Result<Table> {
        let table: Table = toml::from_str(text)?;
        for key in ["seed", "parameters"] {
            let found = table.get(key).and_then(|value| non_finite(value, key));
            ensure!(found.is_none(), "{} is not a finite number", found.unwrap_or_default());
        }
        Ok(table)
    }

    /// The parameters as a figure's own type. Every key must be read.
    pub(crate) fn parameters<P: DeserializeOwned>(&self) -> Result<P> {
        let mut unknown = None;
        let parameters = Value::Table(self.parameters.clone());
        let read = serde_ignored::deserialize(parameters, |key| {
            unknown = unknown.take().or(Some(key.to_string().replace(".?", "")))
        });
        let parameters = read.map_err(|error| format!("{}: parameters: {}", self.file, in_a_line(error)))?;
        ensure!(unknown.is_none(), "{}: parameters: unknown key `{}`", self.file, unknown.unwrap_or_default());
        Ok(parameters)
    }
}

/// Puts a value in the place of the one with the same key; tables key by key.
fn change(table: &mut Table, key: String, value: Value) {
    match (table.get_mut(&key), value) {
        (Some(Value::Table(inner)), Value::Table(changes)) => {
            changes.into_iter().for_each(|(key, value)| change(inner, key, value));
        }
        (_, value) => drop(table.insert(key, value)),
    }
}

fn in_a_line(error: toml::de::Error) -> String {
    error.to_string().trim_end().replace('\n', " ")
}
