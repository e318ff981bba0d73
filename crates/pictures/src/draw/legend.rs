//! The legend.

use crate::colour::PAPER;
use crate::draw::canvas::{Align, Canvas};
use crate::draw::{marker, missing};
use crate::layout::legend::{Entry, ROW, SWATCH};
use crate::layout::{FONT, Place};
use crate::{Mark, Undrawable};

pub(crate) fn draw(canvas: &Canvas, rows: &[Vec<Entry>], (left, top): Place) -> Result<(), Undrawable> {
    canvas.group("legend", || {
        for (i, row) in rows.iter().enumerate() {
            let mut x = left;
            for entry in row {
                canvas.group(if entry.kind.is_some() { "kind" } else { "entry" }, || {
                    draw_entry(canvas, entry, (x, top + ROW * (i as f64 + 0.5)))
                })?;
                x += entry.width()?;
            }
        }
        Ok(())
    })
}

fn draw_entry(canvas: &Canvas, entry: &Entry, (x, y): Place) -> Result<(), Undrawable> {
    let (look, mark) = (entry.key.look, entry.key.mark);
    if let Some(kind) = entry.kind {
        let area = (x, y - 6.0, x + SWATCH, y + 6.0);
        canvas.group("cells", || canvas.rectangle(area, PAPER, 1.0))?;
        missing::draw(canvas, kind, 3, area)?;
        canvas.frame(area)?;
    } else {
        if mark.has_line() {
            canvas.line(&[(x, y), (x + SWATCH, y)], look.pen(mark == Mark::Joined))?;
        }
        if mark.has_markers() || entry.has_both {
            marker::draw(canvas, look, (x + SWATCH / 2.0, y))?;
        }
    }
    canvas.text(&entry.key.name, (x + SWATCH + 6.0, y), FONT, Align::Left)
}
