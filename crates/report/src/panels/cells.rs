//! Cells: their places, values, and the reasons why a value is missing.

use bloomlab_pictures::{CellAt, ColourBar, MapCell, tick_label};
use toml::Value as Setting;

use super::group::{distinct, scope};
use super::marks::Drawing;
use super::value::number;
use crate::looks::name_of;
use crate::page::{Axis, Fill, Panel};
use crate::query::{Scope, Tables, Value};
use crate::words::filled;
use crate::{Error, Result};

/// The values of x and y of a panel of cells, those of all panels with the same axes.
pub fn places(panel: &Panel, all: &[Panel], tables: &Tables) -> Result<Option<[Vec<Value>; 2]>> {
    if !panel.x.cells && !panel.y.cells {
        return Ok(None);
    }
    let values = |axis: &Axis, of: fn(&Panel) -> &Axis| {
        let expression = axis.of.as_deref().ok_or_else(|| Error::new("of", "cells need `x.of` and `y.of`"))?;
        let scopes: Vec<Scope> = all.iter().filter(|other| of(other).of == axis.of).map(scope).collect();
        distinct(expression, tables, &scopes)
    };
    Ok(Some([values(&panel.x, |panel| &panel.x)?, values(&panel.y, |panel| &panel.y)?]))
}

/// The colours and the reasons of all panels.
pub struct Fills {
    bar: Option<ColourBar>,
    kinds: Vec<String>,
}

impl Fills {
    /// The colours of the first panel that has some.
    pub fn new(panels: &[Panel], tables: &Tables) -> Result<Self> {
        let found = panels.iter().find_map(|panel| Some((panel, panel.fill.as_ref()?)));
        let bar = |(panel, fill): (&Panel, &Fill)| bar(fill, tables, &scope(panel)).map_err(|error| error.within("fill"));
        Ok(Self { bar: found.map(bar).transpose()?, kinds: Vec::new() })
    }

    /// The cells of a panel.
    pub fn cells(&mut self, drawing: &Drawing) -> Result<Vec<CellAt>> {
        let panel = drawing.panel;
        let mut all = Vec::new();
        for mark in &panel.marks {
            let (Some(cell), Some(fill)) = (&mark.cell, &panel.fill) else {
                if mark.cell.is_some() {
                    return Err(Error::new("fill", "cells need one"));
                }
                continue;
            };
            let expressions = [drawing.across(None)?, drawing.up()?, cell, fill.missing.as_deref().unwrap_or("null")];
            for row in drawing.tables.rows(&expressions, &drawing.scope.among(mark.condition.as_deref()))? {
                let (Some(x), Some(y)) = drawing.place(&row[0], &row[1])? else { continue };
                let is = match (row[2].number(), &row[3]) {
                    (Some(value), _) => MapCell::Value(value),
                    (None, Value::Missing) => continue,
                    (None, why) => MapCell::Kind(self.kind(drawing.looks.get(&name_of(why))?.0)),
                };
                all.push(CellAt { x: x as usize, y: y as usize, is });
            }
        }
        Ok(all)
    }

    fn kind(&mut self, name: &str) -> usize {
        self.kinds.iter().position(|known| known == name).unwrap_or_else(|| {
            self.kinds.push(name.to_owned());
            self.kinds.len() - 1
        })
    }

    pub fn legend(self) -> Option<(ColourBar, Vec<String>)> {
        Some((self.bar?, self.kinds))
    }
}

fn bar(fill: &Fill, tables: &Tables, scope: &Scope) -> Result<ColourBar> {
    let class = |class: &Setting| {
        let (from, name) = match class.as_array().map(Vec::as_slice) {
            Some([from, Setting::String(name)]) => (from, Some(filled(name, tables, scope)?)),
            _ => (class, None),
        };
        let from = number(from, tables, scope)?;
        Ok((from, name.unwrap_or_else(|| tick_label(from, false))))
    };
    let classes: Vec<(f64, String)> = fill.classes.iter().map(class).collect::<Result<_>>()?;
    Ok(ColourBar::new(filled(&fill.label, tables, scope)?, classes))
}
