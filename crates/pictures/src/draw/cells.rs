//! Cells: a value has the colour of its class, a missing one a mark for the reason; and the bar that explains the colours.

use crate::colour::{INK, PAPER, sequential};
use crate::draw::canvas::{Align, Canvas, Pen};
use crate::draw::missing;
use crate::layout::frame::Frame;
use crate::layout::grid::{BAR, BAR_POINT, BAR_TICK, bar_width};
use crate::layout::{Area, FONT};
use crate::{Bar, Cell, Fill, Undrawable, tick_label};

/// The reach of a coloured cell under its neighbours.
const OVERLAP: f64 = 1.0;

/// Draws the cells of a panel, row by row from the bottom; neighbours that look alike as one.
pub(crate) fn draw(canvas: &Canvas, cells: &[Cell], bar: &Bar, frame: &Frame) -> Result<(), Undrawable> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    let looks_alike = |a: &Cell, b: &Cell| {
        let is_same = match (a.fill, b.fill) {
            (Fill::Value(a), Fill::Value(b)) => class(bar, a) == class(bar, b),
            (a, b) => a == b,
        };
        a.y == b.y && a.x + 1 == b.x && is_same
    };
    let mut marked = Vec::new();
    canvas.group("cells", || {
        for run in cells.chunk_by(looks_alike) {
            let (first, last) = (run[0], run[run.len() - 1]);
            let (left, bottom) = frame.at(first.x as f64 - 0.5, first.y as f64 - 0.5);
            let (right, top) = frame.at(last.x as f64 + 0.5, last.y as f64 + 0.5);
            match first.fill {
                // over the neighbours above and at the right, which cover that again: no seam shows
                Fill::Value(value) => {
                    let refuse = || Undrawable(format!("{}: no class holds {value}", bar.label));
                    let class = class(bar, value).ok_or_else(refuse)?;
                    let area = (left, (top - OVERLAP).max(frame.top), (right + OVERLAP).min(frame.right()), bottom);
                    canvas.rectangle(area, sequential(class, bar.classes.len()), 1.0)?;
                }
                Fill::Missing(kind) => {
                    canvas.rectangle((left, top, right, bottom), PAPER, 1.0)?;
                    marked.push((kind, run.len(), (left, top, right, bottom)));
                }
            }
        }
        Ok(())
    })?;
    marked.into_iter().try_for_each(|(kind, count, area)| missing::draw(canvas, kind, count, area))
}

/// The last class that begins at or below a value.
fn class(bar: &Bar, value: f64) -> Option<usize> {
    bar.classes.iter().rposition(|from| value >= *from)
}

/// Draws the bar, upright, in a rectangle whose right end the names pass.
pub(crate) fn draw_bar(canvas: &Canvas, bar: &Bar, (left, top, _, bottom): Area) -> Result<(), Undrawable> {
    let (right, middle, shoulder) = (left + BAR, left + BAR / 2.0, top + BAR_POINT);
    let height = (bottom - shoulder) / bar.classes.len() as f64;
    for (i, from) in bar.classes.iter().enumerate() {
        let (low, high) = (bottom - height * i as f64, bottom - height * (i + 1) as f64);
        let mut corners = vec![(left, low), (right, low), (right, high)];
        if i + 1 == bar.classes.len() {
            corners.push((middle, top));
        }
        corners.push((left, high));
        canvas.group("cells", || canvas.polygon(&corners, sequential(i, bar.classes.len()), 1.0))?;
        canvas.line(&[(right, low), (right + 4.0, low)], Pen::solid(INK, 1.0))?;
        canvas.text(&tick_label(*from, false), (right + BAR_TICK, low), FONT, Align::Left)?;
    }
    canvas.group("frame", || {
        let outline =
            [(left, bottom), (right, bottom), (right, shoulder), (middle, top), (left, shoulder), (left, bottom)];
        canvas.line(&outline, Pen::solid(INK, 1.0))
    })?;
    canvas.text(&bar.label, (left + bar_width(bar)? - FONT, (top + bottom) / 2.0), FONT, Align::Upwards)
}
