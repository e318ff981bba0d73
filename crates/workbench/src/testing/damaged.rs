//! Settings that a user may have got wrong: every key of every figure with every value at an edge.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::settings::{Settings, table};
use crate::statements::Statements;
use crate::{AnyError, Paper, WorkbenchError};

/// What may be written in the place of a value: numbers at every edge, what is no number, other types, and no TOML at all.
const VALUES: [&str; 44] = [
    "0",
    "-0",
    "-1",
    "1",
    "1_000",
    "0x10",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551616",
    "0.0",
    "-0.0",
    "5e-324",
    "1e-400",
    "1.7976931348623157e308",
    "1e309",
    "nan",
    "-nan",
    "inf",
    "-inf",
    "true",
    "\"\"",
    "\"NaN\"",
    "\"inf\"",
    "\"2^20\"",
    "\"16Ki\"",
    "\"-1\"",
    "\"١٢٣\"",
    "\"１２８\"",
    "\"\\u0000\"",
    "1979-05-27",
    "[]",
    "[0]",
    "[-1, 1e400]",
    "[nan]",
    "[[1], [\"a\"]]",
    "[1, \"a\"]",
    "{}",
    "{ a = nan }",
    "{ a = { b = -1 } }",
    "١٢٣",
    "1e",
    "",
];

/// Settings and claims that are read although they hold what is no number, or refused without a word about their key.
///
/// Every key of every figure and of `claims.toml` is given every value at an edge, is left out and is written with a typo, as in a
/// file for `--parameters`; and every figure's file is cut short. How many files were read comes first.
///
/// # Errors
/// No workspace at `root`.
pub fn settings_that_are_misread(paper: &Paper, root: &Path) -> Result<(usize, Vec<String>), AnyError> {
    let (mut cases, mut wrong) = (0, Vec::new());
    let folder = root.join("experiments").join(paper.build.paper);
    for figure in paper.figures() {
        let path = folder.join(format!("{}.toml", figure.name()));
        let text = fs::read_to_string(&path).map_err(WorkbenchError::file("read", &path))?;
        let reads =
            |settings: Table, changes: &str| figure.parameters(&Settings::changed(settings, changes)?).map(drop);
        let found = damages(&table(&text)?, reads).into_iter().chain(cuts(&text, reads));
        collect(figure.name(), found, &mut cases, &mut wrong);
    }
    let path = folder.join("claims.toml");
    if path.is_file() {
        let text = fs::read_to_string(&path).map_err(WorkbenchError::file("read", &path))?;
        let reads = |stated: Table, changes: &str| Statements::changed(stated, changes).map(drop);
        collect("claims", damages(&table(&text)?, reads), &mut cases, &mut wrong);
    }
    Ok((cases, wrong))
}

/// What was done to a file, and what is wrong with how it was read then.
type Damage = (String, Option<&'static str>);

fn collect(file: &str, found: impl IntoIterator<Item = Damage>, cases: &mut usize, wrong: &mut Vec<String>) {
    for (what, why) in found {
        *cases += 1;
        wrong.extend(why.map(|why| format!("{file}: {what}: {why}")));
    }
}

/// Every key of a file with every value at an edge, with a typo, and left out. `reads` says why a table with some changes is refused.
fn damages(settings: &Table, reads: impl Fn(Table, &str) -> Result<(), String>) -> Vec<Damage> {
    let mut found = Vec::new();
    for key in keys(settings) {
        for value in VALUES {
            let changes = format!("{key} = {value}");
            let read = reads(settings.clone(), &changes);
            found.push((changes, misread(&key, value, read.as_ref().err())));
        }
        let typo = format!("{key}x = 1");
        let read = reads(settings.clone(), &typo);
        found.push((typo, misread(&format!("{key}x"), "nan", read.as_ref().err())));
        let why = reads(without(settings, &key), "").err().filter(|why| !why.contains(last(&key)));
        found.push((format!("no {key}"), why.map(|_| "no word of the key")));
    }
    found
}

/// The file of a figure, cut short at 40 places: nothing but parameters may be cut off unnoticed, and these only where they have
/// defaults.
fn cuts(text: &str, reads: impl Fn(Table, &str) -> Result<(), String>) -> Vec<Damage> {
    let ends = (0..text.len()).step_by(text.len() / 40 + 1).filter(|&end| text.is_char_boundary(end));
    ends.map(|end| {
        let read = table(&text[..end]).and_then(|settings| reads(settings, ""));
        let is_whole = text[..end].contains("[parameters]");
        (format!("cut at {end}"), (read.is_ok() && !is_whole).then_some("read"))
    })
    .collect()
}

/// What is wrong with how a value was read.
fn misread(key: &str, value: &str, refused: Option<&String>) -> Option<&'static str> {
    let is_number = !["nan", "inf", "1e309", "1e400"].iter().any(|text| value.contains(text)) || value.contains('"');
    match refused {
        None if !is_number => Some("read"),
        Some(why) if !why.contains(last(key)) => Some("no word of the key"),
        _ => None,
    }
}

/// The last part of a dotted key, without quotes.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key).trim_matches('"')
}

/// The dotted keys of all values but tables, and of the tables.
fn keys(table: &Table) -> Vec<String> {
    table
        .iter()
        .flat_map(|(name, value)| {
            let below = value.as_table().map(keys).unwrap_or_default();
            let dotted = below.into_iter().map(|key| format!("{name}.{key}")).collect::<Vec<_>>();
            [vec![name.clone()], dotted].concat()
        })
        .collect()
}

/// A table without the value of a dotted key.
fn without(table: &Table, key: &str) -> Table {
    let mut table = table.clone();
    match key.split_once('.') {
        None => drop(table.remove(key)),
        Some((first, rest)) => {
            if let Some(Value::Table(below)) = table.get_mut(first) {
                *below = without(below, rest);
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = \"t\"\nsource = \"s\"\ncaption = \"c\"\n[parameters]\nitems = 3\n";

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Parameters {
        #[serde(rename = "items")]
        _items: u64,
    }

    fn right(settings: Table, changes: &str) -> Result<(), String> {
        Settings::changed(settings, changes)?.parameters::<Parameters>().map(drop)
    }

    /// What is found wrong with a reader.
    fn wrong(reads: impl Fn(Table, &str) -> Result<(), String>) -> Vec<Damage> {
        let found = damages(&table(TEXT).unwrap(), &reads).into_iter().chain(cuts(TEXT, reads));
        found.filter(|(_, why)| why.is_some()).collect()
    }

    #[test]
    fn claims_at_every_edge_are_read_or_refused_by_key() {
        let text = "scope = [[\"k\", \"k\"]]\n[C1]\nplace = \"p\"\nstatement = \"s\"\nmeasured = \"share\"\nscope = \"in theory\"\n";
        let reads = |stated: Table, changes: &str| Statements::changed(stated, changes).map(drop);
        let found = damages(&table(text).unwrap(), reads);
        assert!(found.len() > 200 && found.iter().all(|(_, why)| why.is_none()), "{found:?}");
    }

    #[test]
    fn readers_that_misread_are_noticed() {
        assert_eq!(wrong(right), []);
        let finds =
            |found: Vec<Damage>, what: &str, why| assert!(found.contains(&(what.to_owned(), Some(why))), "{what}");
        let everything = |_: Table, _: &str| Ok(());
        finds(wrong(everything), "parameters.items = nan", "read");
        finds(wrong(everything), "parameters.itemsx = 1", "read");
        finds(wrong(everything), "cut at 0", "read");
        let unnamed = |settings: Table, changes: &str| right(settings, changes).map_err(|_| "damaged".to_owned());
        finds(wrong(unnamed), "title = 0", "no word of the key");
        finds(wrong(unnamed), "no parameters.items", "no word of the key");
    }
}
