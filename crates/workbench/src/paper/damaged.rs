//! Settings that a user may have got wrong: every key of every figure with every value at an edge.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use super::Paper;
use crate::settings::table;
use crate::{AnyError, WorkbenchError};

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

impl Paper {
    /// For tests: settings that are read although they hold what is no number, or refused without a word about their key.
    ///
    /// Every key of every figure is given every value at an edge, is left out and is written with a slip, as in a file for
    /// `--parameters`; and every figure's file is cut short. How many files were read comes first.
    ///
    /// # Errors
    /// No workspace at `root`.
    pub fn settings_that_are_misread(&self, root: &Path) -> Result<(usize, Vec<String>), AnyError> {
        let (mut cases, mut wrong) = (0, Vec::new());
        for figure in &self.figures {
            let path = root.join(format!("experiments/{}/{}.toml", self.build.paper, figure.name));
            let text = fs::read_to_string(&path).map_err(WorkbenchError::file("read", &path))?;
            let settings = table(&text)?;
            let mut note = |what: String, why: Option<&str>| {
                cases += 1;
                wrong.extend(why.map(|why| format!("{}: {what}: {why}", figure.name)));
            };
            for key in keys(&settings) {
                for value in VALUES {
                    let changes = format!("{key} = {value}");
                    let read = (figure.reads)(settings.clone(), &changes);
                    note(changes, misread(&key, value, read.as_ref().err()));
                }
                let slip = format!("{key}x = 1");
                let read = (figure.reads)(settings.clone(), &slip);
                note(slip, misread(&format!("{key}x"), "nan", read.as_ref().err()));
                let without = without(&settings, &key);
                let read = (figure.reads)(without, "");
                note(
                    format!("no {key}"),
                    read.err().filter(|why| !why.contains(last(&key))).map(|_| "no word of the key"),
                );
            }
            for end in (0..text.len()).step_by(text.len() / 40 + 1).filter(|&end| text.is_char_boundary(end)) {
                let read = table(&text[..end]).and_then(|settings| (figure.reads)(settings, ""));
                // nothing but parameters may be cut off unnoticed, and these only where they have defaults
                let is_whole = text[..end].contains("[parameters]");
                note(format!("cut at {end}"), (read.is_ok() && !is_whole).then_some("read"));
            }
        }
        Ok((cases, wrong))
    }
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
