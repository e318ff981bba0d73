//! Rows to the lines of a CSV file.

use serde::Serialize;
use serde_json::Value;

use crate::{Result, ensure};

/// A table as text: its header and one line for each row. No cell has a line break.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// Empty if there are no rows.
    pub header: String,
    pub lines: Vec<String>,
}

impl Table {
    /// The columns are the fields of the rows, in their order.
    pub(crate) fn of<R: Serialize>(rows: &[R]) -> Result<Self> {
        let mut table = Self::default();
        for (number, row) in (1..).zip(rows) {
            let (names, cells) = columns(row).map_err(|why| format!("row {number}, {why}"))?;
            if table.lines.is_empty() {
                table.header.clone_from(&names);
            }
            ensure!(names == table.header, "row {number} has columns {names}, but row 1 has {}", table.header);
            table.lines.push(cells);
        }
        Ok(table)
    }

    pub(crate) fn csv(&self) -> Result<Vec<u8>> {
        ensure!(!self.lines.is_empty(), "the table has no rows");
        Ok(format!("{}\n{}\n", self.header, self.lines.join("\n")).into_bytes())
    }
}

/// The names and the cells of a row, each joined by commas.
fn columns(row: &impl Serialize) -> Result<(String, String)> {
    let Value::Object(fields) = serde_json::to_value(row)? else { return Err("not a struct".into()) };
    let (mut names, mut cells) = (Vec::new(), Vec::new());
    for (name, value) in &fields {
        let count = name.split(',').count();
        let group = match value {
            value if count == 1 => vec![value],
            Value::Null => vec![value; count],
            Value::Array(values) if values.len() == count => values.iter().collect(),
            _ => return Err(format!("column {name}: not one value for each of its {count} names").into()),
        };
        for value in group {
            cells.push(cell(value).map_err(|why| format!("column {name}: {why}"))?);
        }
        names.push(&**name);
    }
    // JSON holds null for a NaN, as for a missing value; TOML tells them apart
    match non_finite(&toml::Value::try_from(row)?, "") {
        Some(found) => Err(format!("column {found} is not a finite number").into()),
        None => Ok((names.join(","), cells.join(","))),
    }
}

/// A float in the shortest form that reads back as the same double; an empty text as a pair of quotes, unlike a missing value.
fn cell(value: &Value) -> Result<String> {
    Ok(match value {
        Value::Null => String::new(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => zmij::Buffer::new().format_finite(float).to_owned(),
            None => number.as_i64().ok_or_else(|| format!("{number} is above 2^63 − 1"))?.to_string(),
        },
        Value::String(text) => {
            ensure!(!text.contains(['\n', '\r']), "{text:?} has a line break");
            let is_plain = !text.is_empty() && !text.contains([',', '"']);
            if is_plain { text.clone() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        }
        Value::Array(_) | Value::Object(_) => return Err(format!("{value} is not a single value").into()),
    })
}

/// The dotted key and the value of the first NaN or infinity.
pub(crate) fn non_finite(value: &toml::Value, key: &str) -> Option<String> {
    let below = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match value {
        toml::Value::Float(number) if !number.is_finite() => Some(format!("{key} = {number}")),
        toml::Value::Array(items) => (0..).zip(items).find_map(|(i, item)| non_finite(item, &below(&format!("{i}")))),
        toml::Value::Table(table) => table.iter().find_map(|(name, item)| non_finite(item, &below(name))),
        _ => None,
    }
}
