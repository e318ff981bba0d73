//! The answer of a subcommand, before it is formatted.

use std::borrow::Cow;
use std::fmt::Display;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::num::Num;

/// The answer of one subcommand.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The subcommand.
    pub command: &'static str,
    /// The question, by the names of the flags.
    inputs: Map<String, Value>,
    /// Quantities that belong to the whole answer.
    pub beside: Row,
    /// The results.
    pub rows: Vec<Row>,
    /// The result without which the answer is a failure, whatever the others are, and how its lack is called.
    essential: Option<(&'static str, usize)>,
}

/// One result: its fields by name. One that could not be computed says why in its last field, [`FAILED`].
pub type Row = Vec<(&'static str, Field)>;

/// The field that says why a result has no number.
pub const FAILED: &str = "failed";

/// The sentence next to the results with which a table begins.
pub const CONCLUSION: &str = "conclusion";

/// One field of a result.
#[derive(Clone, Debug)]
pub enum Field {
    /// A name or a sentence.
    Text(String),
    /// A count.
    Count(u64),
    /// A computed or a measured number.
    Number(Num),
    /// Yes or no.
    Flag(bool),
    /// Further fields by name, on one line of a table.
    List(Row),
    /// No number: [`UNDEFINED`] or [`UNKNOWN`], both borrowed, or the reason why it could not be computed.
    Missing(Cow<'static, str>),
}

/// The number does not exist.
pub const UNDEFINED: Field = Field::Missing(Cow::Borrowed("undefined"));
/// The number exists, but is not known here.
pub const UNKNOWN: Field = Field::Missing(Cow::Borrowed("unknown"));

/// A result that could not be computed.
pub fn failed(mut fields: Row, why: impl Display) -> Row {
    fields.push((FAILED, Field::Text(why.to_string())));
    fields
}

/// The field of a result with this name.
pub fn get<'a>(row: &'a Row, name: &str) -> Option<&'a Field> {
    row.iter().find(|(field, _)| *field == name).map(|(_, field)| field)
}

/// An option as the text that was given.
pub fn text_if_given<S: Serializer>(option: &Option<impl Display>, to: S) -> Result<S::Ok, S::Error> {
    option.as_ref().map(ToString::to_string).serialize(to)
}

impl Answer {
    /// The answer to the options of a subcommand that were given, without anything next to its results.
    pub fn new(command: &'static str, options: &impl Serialize, rows: Vec<Row>) -> Self {
        let mut inputs = match serde_json::to_value(options) {
            Ok(Value::Object(options)) => options,
            _ => Map::new(),
        };
        inputs.retain(|_, value| !value.is_null() && *value != json!([]));
        Self { command, inputs, beside: Row::new(), rows, essential: None }
    }

    /// The same answer with quantities that belong to all of it.
    pub fn beside(self, beside: Row) -> Self {
        Self { beside, ..self }
    }

    /// The same answer, a failure if the result at this place is one.
    pub fn requiring(self, name: &'static str, place: Option<usize>) -> Self {
        Self { essential: place.map(|place| (name, place)), ..self }
    }

    /// The part that is missing although it was asked for: all results, or one without which the others are no answer.
    pub fn missing(&self) -> Option<&'static str> {
        let is_missing = |row: &Row| get(row, FAILED).is_some();
        if !self.rows.is_empty() && self.rows.iter().all(is_missing) {
            return Some("none of the results");
        }
        self.essential.filter(|(_, place)| self.rows.get(*place).is_some_and(is_missing)).map(|(name, _)| name)
    }

    /// `{"command", "inputs", …, "results"}`.
    pub fn json(&self) -> Value {
        let mut answer = Map::new();
        answer.insert("command".to_owned(), json!(self.command));
        answer.insert("inputs".to_owned(), Value::Object(self.inputs.clone()));
        answer.extend(self.beside.iter().map(|(name, field)| ((*name).to_owned(), field.json())));
        answer.insert("results".to_owned(), self.rows.iter().map(object).collect());
        Value::Object(answer)
    }
}

fn object(row: &Row) -> Value {
    Value::Object(row.iter().map(|(name, field)| ((*name).to_owned(), field.json())).collect())
}

impl Field {
    /// A name.
    pub fn text(name: impl Display) -> Self {
        Field::Text(name.to_string())
    }

    /// As JSON has it.
    fn json(&self) -> Value {
        match self {
            Field::Text(text) => json!(text),
            Field::Count(count) => json!(count),
            Field::Number(number) => number.json(),
            Field::Flag(value) => json!(value),
            Field::List(fields) => object(fields),
            Field::Missing(Cow::Borrowed(_)) => Value::Null,
            Field::Missing(Cow::Owned(why)) => json!({ FAILED: why }),
        }
    }
}
