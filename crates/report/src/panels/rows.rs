//! Named rows of a panel, and the dots in them, of which none covers another.

use bloomlab_pictures::{Axis, row_at};

use crate::page::Panel;
use crate::query::{Scope, Tables, Value};
use crate::{Error, Result};

/// The rows from the top.
pub struct Rows {
    keys: Vec<Value>,
    names: Vec<String>,
    /// Row, x and height of each dot.
    dots: Vec<(usize, f64, f64)>,
}

/// From one dot to that above or below it, and the places in turn.
const STEP: f64 = 0.19;
const PLACES: [f64; 5] = [0.0, -STEP, STEP, -2.0 * STEP, 2.0 * STEP];
/// The share of the axis that a dot covers.
const APART: f64 = 0.022;

impl Rows {
    /// The rows of a view: their keys, and the texts of a second column if it has one.
    pub fn new(view: &str, tables: &Tables) -> Result<Self> {
        let columns = tables.columns(view)?;
        let named: Vec<&str> = columns.iter().take(2).map(String::as_str).collect();
        let mut rows = Self { keys: Vec::new(), names: Vec::new(), dots: Vec::new() };
        for row in tables.rows(&named, &Scope::of(view))? {
            rows.names.push(row.last().map(crate::looks::name_of).unwrap_or_default());
            rows.keys.extend(row.into_iter().next());
        }
        Ok(rows)
    }

    pub fn axis(&self) -> Axis {
        Axis::rows(self.names.iter().cloned())
    }

    /// The height of the axes in pixels.
    pub fn height(&self) -> f64 {
        f64::max(17.0 * self.names.len() as f64, 60.0)
    }

    /// Finds the heights of the dots of a panel.
    pub fn part(&mut self, panel: &Panel, tables: &Tables, scope: &Scope) -> Result<()> {
        let Some(x) = panel.x.of.as_deref() else { return Ok(()) };
        let is_log = panel.x.scale.as_deref().is_some_and(|scale| scale.starts_with("log"));
        let mut found = Vec::new();
        for mark in &panel.marks {
            let Some(dots) = &mark.dots else { continue };
            for row in tables.rows(&[mark.x.as_deref().unwrap_or(x), dots], &scope.among(mark.condition.as_deref()))? {
                if let Some(x) = row[0].number() {
                    found.push((self.index(&row[1])?, x));
                }
            }
        }
        let position = |x: f64| if is_log { libm::log(x) } else { x };
        let places = || found.iter().map(|(_, x)| position(*x));
        let span = places().fold(f64::NEG_INFINITY, f64::max) - places().fold(f64::INFINITY, f64::min);
        for (row, x) in found {
            let is_free = |place: &&f64| {
                let taken = |dot: &&(usize, f64, f64)| dot.0 == row && dot.2 == row_at(row) + **place;
                self.dots.iter().filter(taken).all(|dot| (position(dot.1) - position(x)).abs() >= APART * span)
            };
            let place = PLACES.iter().find(is_free).copied().unwrap_or(2.0 * STEP);
            self.dots.push((row, x, row_at(row) + place));
        }
        Ok(())
    }

    /// The height of a row, or that of the dot that is there.
    pub fn place(&self, x: f64, key: &Value) -> Result<f64> {
        let row = self.index(key)?;
        let dot = self.dots.iter().find(|dot| dot.0 == row && dot.1 == x);
        Ok(dot.map_or(row_at(row), |dot| dot.2))
    }

    fn index(&self, key: &Value) -> Result<usize> {
        self.keys.iter().position(|known| known == key).ok_or_else(|| Error::new("y.rows", format!("no row for {key:?}")))
    }
}
