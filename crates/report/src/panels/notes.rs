//! Rules, regions and notes.

use bloomlab_pictures::{Along, Colour, Note, Pointer, Region, Rule};
use toml::Value as Setting;

use super::axis::number;
use super::drawing::Drawing;
use crate::page;
use crate::words::filled;
use crate::{Error, Result};

impl Drawing<'_> {
    pub fn rule(&self, rule: &page::Rule) -> Result<Rule> {
        let along = match (&rule.x, &rule.y) {
            (Some(x), None) => Along::X(self.number("x", x)?),
            (None, Some(y)) => Along::Y(self.number("y", y)?),
            _ => return Err(Error::new("rule", "has either x or y")),
        };
        Ok(Rule { along, name: self.words(&rule.name)?, at: rule.at.unwrap_or(1.0), is_below: rule.below })
    }

    pub fn region(&self, region: &page::Region) -> Result<Region> {
        let end = |key, value: &Option<Setting>, none| value.as_ref().map_or(Ok(none), |value| self.number(key, value));
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        let x = (end("right_of", &region.right_of, least)?, end("left_of", &region.left_of, most)?);
        let y = (end("above", &region.above, least)?, end("below", &region.below, most)?);
        if [x, y] == [(least, most); 2] {
            return Err(Error::new("region", "has none of above, below, left_of, right_of"));
        }
        Ok(Region { x, y, name: self.words(&region.name)?, corner: region.corner })
    }

    /// A text at a row of the panel, or at a place.
    pub fn note(&self, note: &page::Note) -> Result<Note> {
        let scope = self.scope.among(note.condition.as_deref());
        let at = match (&note.xy, &note.condition) {
            (Some([x, y]), _) => {
                let place = |value: &Setting| number(value, self.tables, &scope).map_err(|error| error.within("xy"));
                (place(x)?, place(y)?)
            }
            (None, Some(condition)) => {
                let x = note.x.as_deref().map_or_else(|| self.across(), Ok)?;
                let y = note.y.as_deref().map_or_else(|| self.up(), Ok)?;
                let rows = self.tables.rows(&[x, y], &scope)?;
                let refuse = |why: String| Error::new(format!("where {condition}"), why);
                let [row] = &rows[..] else { return Err(refuse(format!("selects {} rows, not one", rows.len()))) };
                let place = self.place(0, &row[0])?.zip(self.place(1, &row[1])?);
                place.ok_or_else(|| refuse("has no place".to_owned()))?
            }
            (None, None) => return Err(Error::new("note", "has neither where nor xy")),
        };
        let (pointer, [dx, dy]) = match (note.text_at, note.arrow, note.ring) {
            (offset, None, None) => (Pointer::None, offset.unwrap_or_default()),
            (None, Some(offset), None) => (Pointer::Arrow, offset),
            (None, None, Some(offset)) => (Pointer::Ring, offset),
            _ => return Err(Error::new("note", "has one of text_at, arrow, ring")),
        };
        let colour = match &note.look {
            Some(name) => self.looks.get(name)?.1.colour,
            None => Colour::Ink,
        };
        Ok(Note { at, offset: (dx, dy), text: filled(&note.text, self.tables, &scope)?, pointer, colour })
    }
}
