//! The answer of a subcommand, before it is formatted.

use serde_json::{Map, Value, json};

use crate::num::Num;

/// The answer of one subcommand.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The subcommand.
    pub command: &'static str,
    /// What was asked, by the names of the flags.
    pub inputs: Vec<(&'static str, Value)>,
    /// Quantities that belong to the whole answer.
    pub beside: Vec<(&'static str, Field)>,
    /// The results.
    pub rows: Vec<Row>,
}

/// One result.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its fields by name.
    pub fields: Vec<(&'static str, Field)>,
    /// The reason why it holds no number, if it does not.
    pub failed: Option<String>,
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
    Settings(Value),
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
    pub fn new(fields: Vec<(&'static str, Field)>) -> Self {
        Self { fields, failed: None }
    }

    /// A result that could not be computed.
    pub fn failed(fields: Vec<(&'static str, Field)>, why: impl ToString) -> Self {
        Self { fields, failed: Some(why.to_string()) }
    }
}

impl Answer {
    /// Whether there are results but none holds a number.
    pub fn is_all_failures(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.failed.is_some())
    }

    /// `{"command", "inputs", …, "results"}`.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("command".to_owned(), json!(self.command));
        object.insert("inputs".to_owned(), self.inputs.iter().map(|(name, value)| (*name, value.clone())).collect());
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
        let mut object: Map<_, _> = self.fields.iter().map(|(name, cell)| ((*name).to_owned(), cell.json())).collect();
        if let Some(why) = &self.failed {
            object.insert("failed".to_owned(), json!(why));
        }
        Value::Object(object)
    }
}

impl Field {
    /// The number as a double; 0 where there is none.
    pub fn double(&self) -> f64 {
        match self {
            Field::Num(num) | Field::Brief(num) => num.double_value(),
            _ => 0.0,
        }
    }

    fn json(&self) -> Value {
        match self {
            Field::Text(text) | Field::Prose(text) => json!(text),
            Field::Structure(value) | Field::Settings(value) => value.clone(),
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
