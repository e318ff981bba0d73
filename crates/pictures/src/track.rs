//! Tracks: ranges that were looked at, each with the part of it that is marked.

use crate::canvas::{Align, Canvas, LEADING, Pen, Place, TICK_FONT, rectangle};
use crate::colour::INK;
use crate::markup::{width, wrapped};
use crate::{Look, Undrawable, marker};

/// A range of one quantity, and the part of it that is marked.
#[derive(Clone, Debug)]
pub struct Track {
    /// Short, as on the tile.
    pub text: String,
    /// Which kind, counted from 0.
    pub kind: usize,
    /// What it is about; of long texts two lines are shown.
    pub statement: String,
    /// The quantity.
    pub quantity: String,
    /// The numbers at the ends of the range.
    pub ends: (String, String),
    /// The marked part, from 0 to 1.
    pub part: (f64, f64),
    /// The numbers at the ends of that part, where they are not those of the range.
    pub bounds: (Option<String>, Option<String>),
}

const ROW: f64 = 32.0;
/// Where the statement begins, and its room.
const STATEMENT: (f64, f64) = (44.0, 320.0);
/// The same of the quantity.
const QUANTITY: (f64, f64) = (374.0, 104.0);
/// The room for the numbers at each end.
const END: f64 = 46.0;
const LINE: f64 = LEADING - 2.0;

/// The height of all tracks.
pub(crate) fn height(tracks: &[Track]) -> f64 {
    ROW * tracks.len() as f64
}

/// Draws the tracks below a corner.
pub(crate) fn draw(
    canvas: &Canvas,
    tracks: &[Track],
    (left, top): Place,
    room: f64,
    look: impl Fn(usize) -> Result<Look, Undrawable>,
) -> Result<(), Undrawable> {
    for (i, track) in tracks.iter().enumerate() {
        let corner = (left, top + ROW * i as f64);
        canvas.group("track", || track.draw(canvas, corner, room, look(track.kind)?))?;
    }
    Ok(())
}

impl Track {
    fn draw(&self, canvas: &Canvas, (left, top): Place, room: f64, look: Look) -> Result<(), Undrawable> {
        let middle = top + ROW * 0.6;
        marker::draw(canvas, look, (left + 6.0, middle))?;
        canvas.text(&self.text, (left + 14.0, middle), TICK_FONT, Align::Left)?;
        for (text, (indent, room)) in [(&self.statement, STATEMENT), (&self.quantity, QUANTITY)] {
            let lines = two_lines(text, room)?;
            let first = middle - LINE * (lines.len() - 1) as f64 / 2.0;
            for (i, line) in lines.iter().enumerate() {
                canvas.text(line, (left + indent, first + LINE * i as f64), TICK_FONT, Align::Left)?;
            }
        }
        let (from, to) = (left + QUANTITY.0 + QUANTITY.1 + END, left + room - END);
        let across = |share: f64| from + share.clamp(0.0, 1.0) * (to - from);
        canvas.line(&[(from, middle), (to, middle)], Pen::solid(INK, 1.0))?;
        for end in [from, to] {
            canvas.line(&[(end, middle - 3.0), (end, middle + 3.0)], Pen::solid(INK, 1.0))?;
        }
        let (low, high) = (across(self.part.0), across(self.part.1));
        let bar = rectangle((low - 1.5, middle - 3.5, high + 1.5, middle + 3.5));
        canvas.polygon(&bar, look.colour().rgb(), 1.0)?;
        canvas.text(&self.ends.0, (from - 5.0, middle), TICK_FONT, Align::Right)?;
        canvas.text(&self.ends.1, (to + 5.0, middle), TICK_FONT, Align::Left)?;
        self.draw_bounds(canvas, (low, high), middle - 11.0)
    }

    /// The numbers above the bounds; one text where they would overlap.
    fn draw_bounds(&self, canvas: &Canvas, (low, high): (f64, f64), y: f64) -> Result<(), Undrawable> {
        let text = |text: &str, x| canvas.text(text, (x, y), TICK_FONT, Align::Centre);
        match &self.bounds {
            (Some(from), Some(to)) if from == to => text(from, low),
            (Some(from), Some(to)) => {
                let apart = (width(from, TICK_FONT)? + width(to, TICK_FONT)?) / 2.0 + 6.0;
                if high - low < apart {
                    return text(&format!("{from}–{to}"), (low + high) / 2.0);
                }
                text(from, low)?;
                text(to, high)
            }
            (Some(from), None) => text(from, low),
            (None, Some(to)) => text(to, high),
            (None, None) => Ok(()),
        }
    }
}

/// The lines of a text; two are as long as each other, as far as words allow, and of more the first two are shown, with an
/// ellipsis.
fn two_lines(text: &str, room: f64) -> Result<Vec<String>, Undrawable> {
    let mut lines = wrapped(text, TICK_FONT, room)?;
    if lines.len() > 2 {
        lines = wrapped(text, TICK_FONT, room - 12.0)?;
        lines.truncate(2);
        lines[1] += " …";
    } else if lines.len() == 2 {
        for part in [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95] {
            let even = wrapped(text, TICK_FONT, part * room)?;
            if even.len() == 2 {
                return Ok(even);
            }
        }
    }
    Ok(lines)
}
