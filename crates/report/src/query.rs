//! Questions to a published table, in the SQL of polars.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;
use std::path::Path;

use polars::prelude::{
    AnyValue, CsvReadOptions, DataFrame, DataType, IntoLazy, LazyFrame, SerReader, SortMultipleOptions, col,
};
use polars::sql::SQLContext;
use toml::{Table, Value as Setting};

use crate::sql::{judged, literal, macros, outside, whole, with_numbers, with_points, words};
use crate::{Error, Result};

/// A cell of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Missing,
    Number(f64),
    Truth(bool),
    Text(String),
}

impl Value {
    /// The number; 1 and 0 for true and false.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Truth(truth) => Some(f64::from(u8::from(*truth))),
            Self::Missing | Self::Text(_) => None,
        }
    }

    /// True if the answer is *true* or 1; a missing value decides nothing.
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Truth(true)) || matches!(self, Self::Number(number) if *number == 1.0)
    }
}

/// The rows that a short query asks if it does not say so.
#[derive(Clone, Debug)]
pub struct Scope {
    pub from: String,
    /// Conditions that hold together.
    pub among: Vec<String>,
}

impl Scope {
    /// All rows of a view.
    pub fn of(from: &str) -> Self {
        Self { from: from.to_owned(), among: Vec::new() }
    }

    /// The rows of these with a further condition.
    #[must_use]
    pub fn among(&self, condition: Option<&str>) -> Self {
        let mut scope = self.clone();
        scope.among.extend(condition.map(str::to_owned));
        scope
    }
}

/// The table of a figure as `rows`, the views of its page, and the numbers that queries name as `$name`.
pub struct Tables {
    /// The tables, and the views that a query has named so far.
    frames: RefCell<BTreeMap<String, DataFrame>>,
    /// The queries of the views, each of which may name those before it.
    views: Vec<(String, String)>,
    /// The answers so far, by their queries.
    answers: RefCell<BTreeMap<String, DataFrame>>,
    /// Answered when they are first asked for.
    numbers: RefCell<BTreeMap<String, Number>>,
}

#[derive(Clone)]
enum Number {
    Known(Value),
    Query(String),
    /// Being answered: a second demand would never end.
    Asked,
}

impl Tables {
    /// The tables of a page by name, its numbers and its views.
    pub fn new(frames: Vec<(String, DataFrame)>, parameters: &Table, lets: &Table, views: &Table) -> Result<Self> {
        let mut numbers = BTreeMap::new();
        flatten("", parameters, &mut numbers);
        for (name, value) in lets {
            let number = match value {
                Setting::String(query) => Some(Number::Query(query.clone())),
                other => known(other).map(Number::Known),
            };
            let number = number.ok_or_else(|| Error::new(format!("let {name}"), "no number, no query"))?;
            numbers.insert(name.clone(), number);
        }
        let view = |(name, query): (&String, &Setting)| match query.as_str() {
            Some(query) if query.trim().lines().count() <= 15 => Ok((name.clone(), query.to_owned())),
            _ => Err(Error::new(format!("view {name}"), "is no text of at most 15 lines")),
        };
        let views = views.iter().map(view).collect::<Result<_>>()?;
        let frames = RefCell::new(frames.into_iter().collect());
        Ok(Self { frames, views, answers: RefCell::default(), numbers: RefCell::new(numbers) })
    }

    /// Answers the views that no query has named.
    pub fn all_views(&self) -> Result<()> {
        self.open(&self.views.iter().map(|(name, _)| name.as_str()).collect(), self.views.len())
    }

    /// Answers the views with some names among the first ones.
    fn open(&self, names: &BTreeSet<&str>, count: usize) -> Result<()> {
        for (at, (name, query)) in self.views[..count].iter().enumerate() {
            if names.contains(name.as_str()) && !self.frames.borrow().contains_key(name) {
                let frame = self.view(query, at).map_err(|error| error.within(&format!("view {name}")))?;
                self.frames.borrow_mut().insert(name.clone(), frame);
            }
        }
        Ok(())
    }

    /// The rows of some expressions.
    pub fn rows(&self, expressions: &[&str], scope: &Scope) -> Result<Vec<Vec<Value>>> {
        let named: Vec<String> =
            expressions.iter().enumerate().map(|(i, expression)| format!("({expression}) as column_{i}")).collect();
        let frame = self.answer(&whole(&named.join(", "), &scope.from, &scope.among))?;
        let columns: Vec<Vec<Value>> = (0..frame.width()).map(|at| cells(&frame, at)).collect::<Result<_>>()?;
        Ok((0..frame.height()).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect())
    }

    /// The one value that answers a query.
    pub fn one(&self, query: &str, scope: &Scope) -> Result<Value> {
        let query = judged(query, |count| self.number(count, scope))?;
        let query = whole(&query, &scope.from, &scope.among);
        let frame = self.answer(&query)?;
        match (frame.height(), frame.width()) {
            (1, 1) => Ok(cells(&frame, 0)?.remove(0)),
            (rows, columns) => Err(Error::new(query, format!("{rows} rows and {columns} columns, not one value"))),
        }
    }

    /// The number that answers a query.
    pub fn number(&self, query: &str, scope: &Scope) -> Result<f64> {
        let value = self.one(query, scope)?;
        let number = value.number().filter(|number| number.is_finite());
        number.ok_or_else(|| Error::new(query, format!("is no number: {value:?}")))
    }

    /// A parameter or a `let` of this name.
    pub fn named(&self, name: &str) -> Result<Option<Value>> {
        let number = self.numbers.borrow().get(name).cloned();
        match number {
            None => Ok(None),
            Some(Number::Known(value)) => Ok(Some(value)),
            Some(Number::Asked) => Err(Error::new(format!("let {name}"), "asks for itself")),
            Some(Number::Query(query)) => {
                self.numbers.borrow_mut().insert(name.to_owned(), Number::Asked);
                let value = self.one(&query, &Scope::of("rows"));
                let value = value.map_err(|error| error.within(&format!("let {name}")))?;
                self.numbers.borrow_mut().insert(name.to_owned(), Number::Known(value.clone()));
                Ok(Some(value))
            }
        }
    }

    /// The names of the columns of a table or view.
    pub fn columns(&self, from: &str) -> Result<Vec<String>> {
        let frame = self.answer(&format!("select * from {from} limit 1"))?;
        Ok(frame.get_column_names().iter().map(|name| name.to_string()).collect())
    }

    /// The rows of a view that may name the first `count` views. Groups come in any order: they are sorted by all
    /// columns, and then as the view says.
    fn view(&self, query: &str, count: usize) -> Result<DataFrame> {
        let order = outside(query, "order by");
        let body = &query[..order.unwrap_or(query.len())];
        let words = body.to_lowercase();
        if !["group by", "distinct", "union"].iter().any(|word| words.contains(word)) {
            return self.answer_after(query, count);
        }
        let frame = self.answer_after(body, count)?;
        let names: Vec<_> = frame.get_column_names().into_iter().cloned().collect();
        let sorted = frame.sort(names, SortMultipleOptions::default().with_maintain_order(true));
        let sorted = sorted.map_err(|error| Error::new("view", error))?;
        let Some(order) = order else { return Ok(sorted) };
        self.frames.borrow_mut().insert("groups_in_order".to_owned(), sorted);
        self.answer_after(&format!("select * from groups_in_order {}", &query[order..]), count)
    }

    /// The answer from all tables and views; a question that was asked before is not asked again.
    fn answer(&self, query: &str) -> Result<DataFrame> {
        if let Some(known) = self.answers.borrow().get(query) {
            return Ok(known.clone());
        }
        let frame = self.answer_after(query, self.views.len())?;
        self.answers.borrow_mut().insert(query.to_owned(), frame.clone());
        Ok(frame)
    }

    /// The answer from the tables and the first `count` views. The context is a new one: polars keeps the names of
    /// sub-selects as tables.
    fn answer_after(&self, query: &str, count: usize) -> Result<DataFrame> {
        let numbers = with_numbers(query, |name| self.named(name)?.map(|value| literal(&value)).transpose())?;
        let query = with_points(&macros(&numbers)?);
        let names: BTreeSet<&str> = words(&query).collect();
        self.open(&names, count)?;
        let mut context = SQLContext::new();
        for (name, frame) in self.frames.borrow().iter().filter(|(name, _)| names.contains(name.as_str())) {
            context.register(name, frame.clone().lazy());
        }
        let frame = context.execute(&query).and_then(LazyFrame::collect);
        frame.map_err(|error| Error::new(query.trim(), error))
    }
}

fn known(value: &Setting) -> Option<Value> {
    match value {
        Setting::Integer(number) => Some(Value::Number(*number as f64)),
        Setting::Float(number) => Some(Value::Number(*number)),
        Setting::Boolean(truth) => Some(Value::Truth(*truth)),
        Setting::String(text) => Some(Value::Text(text.clone())),
        _ => None,
    }
}

fn flatten(prefix: &str, table: &Table, numbers: &mut BTreeMap<String, Number>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match (value, known(value)) {
            (Setting::Table(inner), _) => flatten(&format!("{name}_"), inner, numbers),
            (_, Some(value)) => drop(numbers.insert(name, Number::Known(value))),
            _ => {}
        }
    }
}

fn cells(frame: &DataFrame, at: usize) -> Result<Vec<Value>> {
    let column = frame.columns().get(at).ok_or_else(|| Error::new("query", "no column"))?;
    let refuse = |error| Error::new("query", error);
    (0..column.len()).map(|row| column.get(row).map_err(refuse).and_then(|value| cell(&value))).collect()
}

fn cell(value: &AnyValue) -> Result<Value> {
    Ok(match value {
        AnyValue::Null => Value::Missing,
        AnyValue::Boolean(truth) => Value::Truth(*truth),
        AnyValue::String(text) => Value::Text((*text).to_owned()),
        AnyValue::StringOwned(text) => Value::Text(text.to_string()),
        other => match other.extract::<f64>() {
            Some(number) if number.is_finite() => Value::Number(number),
            Some(number) => return Err(Error::new("query", format!("its answer is {number}"))),
            None => return Err(Error::new("query", format!("an answer of type {}", other.dtype()))),
        },
    })
}

/// Reads a table. Whole numbers become doubles, so that no quotient is cut.
pub fn read_csv(path: &Path) -> Result<DataFrame> {
    let bytes = fs::read(path).map_err(|error| Error::new(path.display(), error))?;
    let refuse = |error| Error::new(path.display(), error);
    let options = CsvReadOptions::default().with_infer_schema_length(None).with_n_threads(Some(1));
    let frame = options.into_reader_with_file_handle(Cursor::new(bytes)).finish().map_err(refuse)?;
    let is_number = |dtype: &DataType| dtype.is_integer() || matches!(dtype, DataType::Float32 | DataType::Null);
    let numbers = frame.columns().iter().filter(|column| is_number(column.dtype()));
    let casts: Vec<_> = numbers.map(|column| col(column.name().clone()).cast(DataType::Float64)).collect();
    frame.lazy().with_columns(casts).collect().map_err(refuse)
}

#[cfg(test)]
mod tests {
    use polars::prelude::df;

    use super::*;

    #[test]
    fn a_view_names_those_before_it_and_no_name_hides_one() {
        let frame = df!["a" => [1.0, 2.0], "kind" => ["last", "other"]].unwrap();
        let views = "first = \"select a from rows where kind = 'last'\"\nother = 'select s.a + 1 as b from first as s'\n\
                     last = 'select b from (select b + 1 as b from other) as first'";
        let (frames, none) = (vec![("rows".to_owned(), frame)], Table::new());
        let tables = Tables::new(frames, &none, &none, &toml::from_str(views).unwrap()).unwrap();
        let one = |query: &str| tables.number(query, &Scope::of("rows")).unwrap();
        assert_eq!([one("max(b) from last"), one("max(a) from first"), one("b from other")], [3.0, 1.0, 2.0]);
        assert!(tables.all_views().is_ok());
    }
}
