//! A panel that is being drawn: its rows, its series, the categories of its axes.

use bloomlab_pictures::Look;

use crate::looks::{Looks, name_of};
use crate::page::{Axis, Panel};
use crate::query::{Scope, Tables, Value};
use crate::sql::literal;
use crate::words::{filled, filled_rows};
use crate::{Error, Result};

/// A panel with what its marks need.
pub struct Drawing<'a> {
    pub tables: &'a Tables,
    pub looks: &'a Looks,
    pub panel: &'a Panel,
    pub scope: Scope,
    /// A series for each value of `by`.
    pub groups: Vec<Group>,
    /// The values of x and y that are rows or cells, each with its name, from the left and from the bottom.
    pub categories: [Option<Vec<(Value, String)>>; 2],
}

pub struct Group {
    pub value: Value,
    pub name: String,
    pub look: Look,
}

pub fn scope(panel: &Panel) -> Scope {
    Scope::of(&panel.from).among(panel.condition.as_deref())
}

/// The values of an expression in the order of their first row; numbers ascending.
fn distinct(of: &str, tables: &Tables, scope: &Scope) -> Result<Vec<Value>> {
    let mut all: Vec<Value> = Vec::new();
    for value in tables.rows(&[of], scope)?.into_iter().flatten() {
        if value != Value::Missing && !all.contains(&value) {
            all.push(value);
        }
    }
    if all.iter().all(|value| matches!(value, Value::Number(_))) {
        all.sort_by(|a, b| a.number().unwrap_or(0.0).total_cmp(&b.number().unwrap_or(0.0)));
    }
    Ok(all)
}

impl<'a> Drawing<'a> {
    /// A panel among all of the page, with which it shares steps and cells.
    pub fn new(panel: &'a Panel, all: &[Panel], tables: &'a Tables, looks: &'a Looks) -> Result<Self> {
        let x = categories(panel, all, |panel| &panel.x, tables).map_err(|error| error.within("x"))?;
        let y = categories(panel, all, |panel| &panel.y, tables).map_err(|error| error.within("y"))?;
        let groups = groups(panel, all, tables, looks).map_err(|error| error.within("by"))?;
        Ok(Self { tables, looks, panel, scope: scope(panel), groups, categories: [x, y] })
    }

    /// A text with the answers on the panel's rows.
    pub fn words(&self, text: &str) -> Result<String> {
        filled(text, self.tables, &self.scope)
    }

    pub fn across(&self) -> Result<&str> {
        self.panel.x.of.as_deref().ok_or_else(|| Error::new("x.of", "is needed"))
    }

    /// The expression of y: that of the axis, or the first mark's.
    pub fn up(&self) -> Result<&str> {
        let marks = self.panel.marks.iter().filter_map(|mark| mark.kind().ok());
        let first = marks.into_iter().find(|(kind, _)| *kind != "text").map(|(_, expression)| expression);
        self.panel.y.of.as_deref().or(first).ok_or_else(|| Error::new("y.of", "is needed"))
    }

    /// The place of a value on x (0) or y (1).
    pub fn place(&self, axis: usize, value: &Value) -> Result<Option<f64>> {
        let Some(known) = &self.categories[axis] else { return Ok(value.number()) };
        match known.iter().position(|known| known.0 == *value) {
            None if *value != Value::Missing => Err(Error::new("rows", format!("none is {value:?}"))),
            at => Ok(at.map(|at| at as f64)),
        }
    }
}

/// The rows of an axis from the bottom; or the cells of all panels with this axis.
fn categories(
    panel: &Panel,
    all: &[Panel],
    axis: fn(&Panel) -> &Axis,
    tables: &Tables,
) -> Result<Option<Vec<(Value, String)>>> {
    let own = axis(panel);
    if let Some(view) = &own.rows {
        let columns = tables.columns(view)?;
        let columns: Vec<&str> = columns.iter().take(2).map(String::as_str).collect();
        let rows = tables.rows(&columns, &Scope::of(view))?.into_iter().rev();
        return Ok(Some(rows.map(|row| (row[0].clone(), name_of(&row[row.len() - 1]))).collect()));
    }
    if !own.cells {
        return Ok(None);
    }
    let of = own.of.as_deref().ok_or_else(|| Error::new("of", "cells need it"))?;
    let mut values: Vec<Value> = Vec::new();
    for other in all.iter().filter(|other| axis(other).of == own.of) {
        let new = distinct(of, tables, &scope(other))?.into_iter().filter(|value| !values.contains(value));
        values.extend(new.collect::<Vec<_>>());
    }
    values.sort_by(|a, b| a.number().unwrap_or(0.0).total_cmp(&b.number().unwrap_or(0.0)));
    let names: Vec<String> = values.iter().map(name_of).collect();
    Ok(Some(values.into_iter().zip(names).collect()))
}

/// The series of a panel; the steps of a parameter are those of all panels that have it.
fn groups(panel: &Panel, all: &[Panel], tables: &Tables, looks: &Looks) -> Result<Vec<Group>> {
    let Some(by) = &panel.by else { return Ok(Vec::new()) };
    let mut values = distinct(by, tables, &scope(panel))?;
    if let Some(last) = &panel.last {
        let last = last.as_str().map_or_else(|| last.to_string(), str::to_owned);
        values.sort_by_key(|value| name_of(value) == last);
        if values.last().is_none_or(|value| name_of(value) != last) {
            return Err(Error::new("last", format!("{last} is no value of {by}")));
        }
    }
    let mut steps: Vec<f64> = Vec::new();
    for other in all.iter().filter(|other| panel.steps.is_some() && other.by == panel.by && other.steps.is_some()) {
        let values = distinct(by, tables, &scope(other))?;
        steps.extend(values.iter().filter_map(Value::number));
    }
    steps.sort_by(f64::total_cmp);
    steps.dedup();
    let count = values.len();
    let group = |(i, value): (usize, Value)| {
        let (name, mut look) = match (&panel.steps, value.number()) {
            (Some(text), Some(number)) => {
                let among = format!("({by}) = {}", literal(&value)?);
                let name = filled_rows(text, tables, &scope(panel).among(Some(&among)))?.into_iter().next();
                let at = steps.iter().position(|step| *step == number).unwrap_or(0);
                (name.unwrap_or_default(), Look::step(at, steps.len()))
            }
            (Some(_), None) => return Err(Error::new(by, "no column of numbers, as `steps` needs")),
            (None, number) => match (looks.get(&name_of(&value)), number) {
                (Ok((label, look)), _) => (label.to_owned(), look),
                (Err(_), Some(_)) => return Err(Error::new(by, "a column of numbers needs `steps`, or looks")),
                (Err(error), None) => return Err(error),
            },
        };
        look.heavy |= panel.last.is_some() && i + 1 == count;
        Ok(Group { value, name, look })
    };
    values.into_iter().enumerate().map(group).collect()
}
