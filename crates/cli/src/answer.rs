//! The answer of a subcommand, before it is formatted.

use std::fmt::Display;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::num::Num;

/// The answer of one subcommand.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The subcommand.
    pub command: &'static str,
    /// What was asked, by the names of the flags.
    pub inputs: Inputs,
    /// Quantities that belong to the whole answer.
    pub beside: Vec<(&'static str, Field)>,
    /// The results.
    pub rows: Vec<Row>,
}

/// What was asked, by the names of the flags.
#[derive(Clone, Debug, Default)]
pub struct Inputs(Map<String, Value>);

impl Inputs {
    /// The options of a subcommand as they serialise; none where they are no map.
    pub fn of(options: &impl Serialize) -> Self {
        match serde_json::to_value(options) {
            Ok(Value::Object(options)) => Self(options),
            _ => Self::default(),
        }
    }
}

/// An option as the text that was given.
pub fn text_if_given<S: Serializer>(option: &Option<impl Display>, to: S) -> Result<S::Ok, S::Error> {
    option.as_ref().map(ToString::to_string).serialize(to)
}

/// Serializes an option by its text, as it is given.
pub fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

impl From<Vec<(&'static str, Value)>> for Inputs {
    fn from(inputs: Vec<(&'static str, Value)>) -> Self {
        Self(inputs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// One result.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its fields by name.
    pub fields: Vec<(&'static str, Field)>,
    /// The reason why it holds no number, if it does not.
    pub failed: Option<String>,
    /// What the answer lacks without it, if that is more than one of its results.
    essential: Option<&'static str>,
}

/// One field of a result.
#[derive(Clone, Debug)]
pub enum Field {
    /// A name.
    Text(String),
    /// A sentence.
    Prose(String),
    /// Settings or hashes by name, or a list of sentences.
    Structure(Value),
    /// Settings by name, which a table has on one line.
    Settings(Vec<(&'static str, Field)>),
    /// Yes or no.
    Flag(bool),
    /// A further table; it stands beside results only.
    Rows(Vec<Row>),
    /// A count.
    Count(u64),
    /// A computed number.
    Num(Num),
    /// A computed number; a table shows its first digits only.
    Brief(Num),
    /// A measured number, with few significant digits.
    Measured(f64),
    /// A number that could not be computed, with the reason.
    Failed(String),
    /// The number does not exist.
    Undefined,
    /// The number exists, but is not known here.
    Unknown,
}

impl Row {
    /// A result.
    pub fn new(fields: impl IntoIterator<Item = (&'static str, Field)>) -> Self {
        Self { fields: fields.into_iter().collect(), failed: None, essential: None }
    }

    /// A result that could not be computed.
    pub fn failed(fields: impl IntoIterator<Item = (&'static str, Field)>, why: impl ToString) -> Self {
        Self { failed: Some(why.to_string()), ..Self::new(fields) }
    }

    /// The same result, without which the answer is a failure whatever the others are.
    pub fn essential(self, name: &'static str) -> Self {
        Self { essential: Some(name), ..self }
    }
}

impl Answer {
    /// An answer without anything beside its results.
    pub fn new(command: &'static str, inputs: impl Into<Inputs>, rows: Vec<Row>) -> Self {
        Self { command, inputs: inputs.into(), beside: Vec::new(), rows }
    }

    /// What is missing although it was asked for: all results, or one without which the others are no answer.
    pub fn missing(&self) -> Option<&'static str> {
        let failed = |row: &&Row| row.failed.is_some();
        if !self.rows.is_empty() && self.rows.iter().filter(failed).count() == self.rows.len() {
            return Some("none of the results");
        }
        self.rows.iter().filter(failed).find_map(|row| row.essential)
    }

    /// `{"command", "inputs", …, "results"}`.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("command".to_owned(), json!(self.command));
        object.insert("inputs".to_owned(), Value::Object(self.inputs.0.clone()));
        object.extend(self.beside.iter().map(|(name, cell)| ((*name).to_owned(), cell.json())));
        object.insert("results".to_owned(), self.rows.iter().map(Row::json).collect());
        Value::Object(object)
    }
}

/// The names of the fields of all rows, in the order of their first appearance.
pub fn columns(rows: &[Row]) -> Vec<&'static str> {
    let mut columns = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.fields) {
        if !columns.contains(name) {
            columns.push(*name);
        }
    }
    columns
}

impl Row {
    /// The field with this name.
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, cell)| cell)
    }

    fn json(&self) -> Value {
        let mut row = object(&self.fields);
        if let Some(why) = &self.failed {
            row["failed"] = json!(why);
        }
        row
    }
}

fn object(fields: &[(&'static str, Field)]) -> Value {
    Value::Object(fields.iter().map(|(name, cell)| ((*name).to_owned(), cell.json())).collect())
}

impl Field {
    /// As JSON has it.
    pub fn json(&self) -> Value {
        match self {
            Field::Text(text) | Field::Prose(text) => json!(text),
            Field::Structure(value) => value.clone(),
            Field::Settings(settings) => object(settings),
            Field::Flag(value) => json!(value),
            Field::Rows(rows) => rows.iter().map(Row::json).collect(),
            Field::Count(count) => json!(count),
            Field::Num(num) | Field::Brief(num) => json!(num),
            Field::Measured(value) => json!(value),
            Field::Failed(why) => json!({ "failed": why }),
            Field::Undefined | Field::Unknown => Value::Null,
        }
    }
}
