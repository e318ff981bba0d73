//! A figure's TOML file: what it says in words, its seed and its parameters.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::{Place, WorkbenchError};

/// The TOML file of a figure.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// The finding, in a line: a claim that the figure's table decides.
    pub title: String,
    /// What the title says, where it is no claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Shows>,
    /// The module that computes the figure, where it has another name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Where the figure stands: paper and figure number, or that it is ours.
    pub source: Place,
    /// What it shows and what to see in it.
    pub caption: String,
    /// Choices that the paper does not state.
    #[serde(default)]
    pub assumptions: Vec<String>,
    /// The seed of the figure's random streams, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The parameters.
    pub parameters: Table,
}

/// What a figure shows that claims nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shows {
    /// What a word of the paper means.
    Definition,
    /// How something works.
    Diagram,
}

impl Settings {
    pub(crate) fn read(path: &Path) -> Result<Self, WorkbenchError> {
        let text = fs::read_to_string(path).map_err(WorkbenchError::file("read", path))?;
        Self::parse(&text).map_err(|message| WorkbenchError::Settings { path: path.to_owned(), message })
    }

    /// The settings in a file, except what another file of the same form says.
    pub(crate) fn read_with(path: &Path, changes: &Path) -> Result<Self, WorkbenchError> {
        let text = |path: &Path| fs::read_to_string(path).map_err(WorkbenchError::file("read", path));
        let refused = |path: &Path| {
            let path = path.to_owned();
            |message| WorkbenchError::Settings { path, message }
        };
        let settings = table(&text(path)?).map_err(refused(path))?;
        Self::changed(settings, &text(changes)?).map_err(refused(changes))
    }

    /// The settings of a table, except what a text of the same form says. An error names the key, its value and what it may be.
    pub(crate) fn changed(mut settings: Table, changes: &str) -> Result<Self, String> {
        let changes = table(changes)?;
        change(&mut settings, changes);
        Self::of(Value::Table(settings))
    }

    fn parse(text: &str) -> Result<Self, String> {
        Self::of(Value::Table(table(text)?))
    }

    fn of(value: Value) -> Result<Self, String> {
        if let Some(key) = non_finite(&value, "") {
            return Err(format!("{key} is not a finite number"));
        }
        read(value)
    }

    /// The parameters, or why they are refused: such as a key that none of them has.
    pub(crate) fn parameters<P: Serialize + DeserializeOwned>(&self) -> Result<P, String> {
        let parameters: P = read(Value::Table(self.parameters.clone())).map_err(|why| format!("parameters: {why}"))?;
        self.all_known(serde_json::to_value(&parameters))?;
        Ok(parameters)
    }

    /// Refuses a key that the parameters, as they were read, do not have.
    fn all_known(&self, read: serde_json::Result<serde_json::Value>) -> Result<(), String> {
        let read = read.map_err(|why| format!("parameters: {why}"))?;
        match unknown(&Value::Table(self.parameters.clone()), &read) {
            Some(key) => Err(format!("parameters: unknown field `{key}`")),
            None => Ok(()),
        }
    }
}

/// A value that a text holds; an error is one line.
fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    value.try_into().map_err(|error| error.to_string().trim_end().replace('\n', " "))
}

/// The table that a text is.
pub(crate) fn table(text: &str) -> Result<Table, String> {
    toml::from_str(text).map_err(|error| error.to_string())
}

/// Puts the values of `changes` in the place of those with the same keys.
pub(crate) fn change(settings: &mut Table, changes: Table) {
    for (key, value) in changes {
        match (settings.get_mut(&key), value) {
            (Some(Value::Table(table)), Value::Table(changes)) => change(table, changes),
            (_, value) => drop(settings.insert(key, value)),
        }
    }
}

/// The dotted key of the first value, in a value, that the same value read and written again does not have.
fn unknown(given: &Value, known: &serde_json::Value) -> Option<String> {
    match (given, known) {
        (Value::Table(table), serde_json::Value::Object(known)) => {
            table.iter().find_map(|(key, value)| match known.get(key) {
                Some(known) => Some(format!("{key}.{}", unknown(value, known)?)),
                None => Some(key.clone()),
            })
        }
        (Value::Array(items), serde_json::Value::Array(known)) => {
            items.iter().zip(known).find_map(|(item, known)| unknown(item, known))
        }
        _ => None,
    }
}

/// The dotted key of the first NaN or infinity, which TOML allows and no parameter does.
fn non_finite(value: &Value, key: &str) -> Option<String> {
    let below = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match value {
        Value::Float(number) if !number.is_finite() => Some(format!("{key} = {number}")),
        Value::Array(items) => items.iter().enumerate().find_map(|(i, item)| non_finite(item, &below(&i.to_string()))),
        Value::Table(table) => table.iter().find_map(|(name, item)| non_finite(item, &below(name))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Serialize, Deserialize)]
    struct Parameters {
        load: f64,
        #[serde(default)]
        filters: Vec<Filter>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Filter {
        hashes: u64,
    }

    fn parse(parameters: &str) -> Result<f64, String> {
        let text = format!("title = \"t\"\nsource = \"s\"\ncaption = \"c\"\n[parameters]\n{parameters}");
        Settings::parse(&text)?.parameters::<Parameters>().map(|parameters| parameters.load)
    }

    #[test]
    fn values_and_mistakes() {
        assert!(parse("").unwrap_err().contains("load"));
        assert_eq!(parse("load = 0.25"), Ok(0.25));
        assert!(parse("load = nan").unwrap_err().contains("parameters.load = NaN is not a finite number"));
        assert!(parse("laod = 0.25").unwrap_err().contains("load"));
        assert!(parse("load = 0.25\nlaod = 0.25").unwrap_err().contains("unknown field `laod`"));
        assert!(
            parse("load = 0.25\nfilters = [{ hashes = 1 }, { hashes = 2, items = 1 }]").unwrap_err().contains("items")
        );
        assert!(parse("load = \"much\"").unwrap_err().contains("load"));
    }

    #[test]
    fn another_file_changes_what_it_says() {
        let folder = tempfile::tempdir().unwrap();
        let (path, changes) = (folder.path().join("a.toml"), folder.path().join("b.toml"));
        fs::write(&path, "title = \"t\"\nsource = \"s\"\ncaption = \"c\"\nseed = 1\n[parameters]\nload = 0.1\n")
            .unwrap();
        let read = |text: &str| {
            fs::write(&changes, text).unwrap();
            let settings = Settings::read_with(&path, &changes).map_err(|error| error.to_string())?;
            Ok::<_, String>((settings.seed, settings.parameters::<Parameters>()?.load, settings.caption))
        };
        assert_eq!(read(""), Ok((Some(1), 0.1, "c".to_owned())));
        assert_eq!(read("seed = 2\n[parameters]\nload = 0.25"), Ok((Some(2), 0.25, "c".to_owned())));
        for (text, what) in [("laod = 1", "laod"), ("[parameters]\nload = inf", "finite")] {
            let why = read(text).unwrap_err();
            assert!(why.contains("b.toml") && why.contains(what), "{why}");
        }
        assert!(read("[parameters]\nlaod = 1").unwrap_err().contains("laod"));
    }
}
