//! The series of a panel: the values of its `by` column, each with a name and a look.

use bloomlab_pictures::Look;
use toml::Value as Setting;

use crate::looks::{Looks, name_of};
use crate::page::Panel;
use crate::query::{Scope, Tables, Value};
use crate::sql::literal;
use crate::words::filled_rows;
use crate::{Error, Result};

/// A series of a panel.
pub struct Group {
    pub value: Value,
    pub name: String,
    pub look: Look,
}

/// The values of an expression in the order of their first row; numbers ascending.
pub fn distinct<'a>(of: &str, tables: &Tables, scopes: impl IntoIterator<Item = &'a Scope>) -> Result<Vec<Value>> {
    let mut all: Vec<Value> = Vec::new();
    for scope in scopes {
        for mut row in tables.rows(&[of], scope)? {
            let value = row.remove(0);
            if value != Value::Missing && !all.contains(&value) {
                all.push(value);
            }
        }
    }
    if all.iter().all(|value| matches!(value, Value::Number(_))) {
        all.sort_by(|a, b| a.number().partial_cmp(&b.number()).unwrap_or(std::cmp::Ordering::Equal));
    }
    Ok(all)
}

/// The same, what is `last` at the end.
fn ordered(by: &str, last: Option<&Setting>, tables: &Tables, scope: &Scope) -> Result<Vec<Value>> {
    let mut all = distinct(by, tables, [scope])?;
    if let Some(last) = last {
        let is_last = |value: &Value| name_of(value) == last.as_str().map_or_else(|| last.to_string(), str::to_owned);
        if !all.iter().any(is_last) {
            return Err(Error::new("last", format!("{last} is no value of {by}")));
        }
        all.sort_by_key(is_last);
    }
    Ok(all)
}

/// The series of a panel; the steps of a parameter are those of all panels that have it.
pub fn groups(panel: &Panel, all: &[Panel], tables: &Tables, looks: &Looks) -> Result<Vec<Group>> {
    let Some(by) = &panel.by else { return Ok(Vec::new()) };
    let scope = scope(panel);
    let values = ordered(by, panel.last.as_ref(), tables, &scope)?;
    let mut steps: Vec<f64> = Vec::new();
    if panel.steps.is_some() {
        for other in all.iter().filter(|other| other.by == panel.by && other.steps.is_some()) {
            for value in distinct(by, tables, [&self::scope(other)])? {
                let number = value.number().ok_or_else(|| Error::new("steps", format!("{by} is no number")))?;
                if !steps.contains(&number) {
                    steps.push(number);
                }
            }
        }
        steps.sort_by(f64::total_cmp);
    }
    let count = values.len();
    let group = |(i, value): (usize, Value)| {
        let (name, look) = match &panel.steps {
            Some(text) => {
                let among = format!("({by}) = {}", literal(&value)?);
                let name = filled_rows(text, tables, &scope.among(Some(&among)))?.into_iter().next().unwrap_or_default();
                let at = steps.iter().position(|step| Some(*step) == value.number()).unwrap_or(0);
                (name, Look::step(at, steps.len()))
            }
            None => {
                let known = looks.get(&name_of(&value)).map_err(|error| match value {
                    Value::Number(_) => Error::new(by, "a column of numbers needs `steps`, or looks in looks.toml"),
                    _ => error,
                })?;
                (known.0.to_owned(), known.1)
            }
        };
        let is_last = panel.last.is_some() && i + 1 == count;
        Ok(Group { value, name, look: if is_last { look.heavy() } else { look } })
    };
    values.into_iter().enumerate().map(group).collect()
}

/// The rows of a panel.
pub fn scope(panel: &Panel) -> Scope {
    Scope::of(&panel.from).among(panel.condition.as_deref())
}
