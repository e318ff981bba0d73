//! Rules, regions and notes: all that a panel shows beside its marks.

use bloomlab_pictures::{Colour, Corner, Look, Note, Pointer, Reference, Region};
use toml::Value as Setting;

use super::marks::Drawing;
use super::value::number;
use crate::page;
use crate::words::filled;
use crate::{Error, Result};

impl Drawing<'_> {
    fn number(&self, key: &str, value: &Setting) -> Result<f64> {
        number(value, self.tables, &self.scope).map_err(|error| error.within(key))
    }

    /// A grey line to compare with.
    pub fn reference(&self, rule: &page::Rule) -> Result<Reference> {
        let name = filled(&rule.name, self.tables, &self.scope)?;
        let line = match (&rule.x, &rule.y) {
            (Some(x), None) => Reference::vertical(self.number("x", x)?, name),
            (None, Some(y)) => Reference::horizontal(self.number("y", y)?, name),
            _ => return Err(Error::new("rule", "has either x or y")),
        };
        let line = rule.at.map_or(line.clone(), |at| line.named_at(at));
        Ok(if rule.below { line.named_below() } else { line })
    }

    /// A shaded part.
    pub fn region(&self, region: &page::Region) -> Result<Region> {
        let end = |key, value: &Option<Setting>, none| value.as_ref().map_or(Ok(none), |value| self.number(key, value));
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        let x = (end("right_of", &region.right_of, least)?, end("left_of", &region.left_of, most)?);
        let y = (end("above", &region.above, least)?, end("below", &region.below, most)?);
        if [x, y] == [(least, most); 2] {
            return Err(Error::new("region", "has none of above, below, left_of, right_of"));
        }
        let corner = match region.corner.as_deref() {
            None | Some("top left") => Corner::TopLeft,
            Some("top right") => Corner::TopRight,
            Some("bottom left") => Corner::BottomLeft,
            Some("bottom right") => Corner::BottomRight,
            Some(other) => return Err(Error::new("corner", format!("{other} is none"))),
        };
        Ok(Region::new(x, y, filled(&region.name, self.tables, &self.scope)?).named_in(corner))
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
                let y = note.y.as_deref().map_or_else(|| self.up(), Ok)?;
                let rows = self.tables.rows(&[self.across(note.x.as_deref())?, y], &scope)?;
                let [row] = &rows[..] else {
                    return Err(Error::new(format!("where {condition}"), format!("selects {} rows, not one", rows.len())));
                };
                let (x, up) = self.place(&row[0], &row[1])?;
                x.zip(up).ok_or_else(|| Error::new(y, format!("has no place where {condition}")))?
            }
            (None, None) => return Err(Error::new("note", "has neither where nor xy")),
        };
        let text = filled(&note.text, self.tables, &scope)?;
        let (pointer, [dx, dy]) = match (note.text_at, note.arrow, note.ring) {
            (None, None, None) => (Pointer::None, [0.0, 0.0]),
            (Some(offset), None, None) => (Pointer::None, offset),
            (None, Some(offset), None) => (Pointer::Arrow, offset),
            (None, None, Some(offset)) => (Pointer::Ring, offset),
            _ => return Err(Error::new("note", "has one of text_at, arrow, ring")),
        };
        let look = note.look.as_deref().map(|name| self.looks.get(name)).transpose()?;
        let colour = if note.grey { Colour::Grey } else { look.map_or(Colour::Ink, |(_, look): (_, Look)| look.colour()) };
        Ok(Note { at, offset: (dx, dy), text, pointer, colour })
    }
}
