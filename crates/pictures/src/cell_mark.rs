//! Cells in a panel: a value has the colour of its class; a cell without one has a mark for the reason.

use crate::Undrawable;
use crate::canvas::{Canvas, rectangle};
use crate::cell_map::MapCell;
use crate::colour::PAPER;
use crate::colour_bar::ColourBar;
use crate::failure_mark;
use crate::frame::Frame;

/// A cell of a panel whose axes count columns and rows from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellAt {
    /// Its column, from the left.
    pub x: usize,
    /// Its row, from the bottom.
    pub y: usize,
    /// Its content.
    pub is: MapCell,
}

/// How far a coloured cell reaches under its neighbours.
const OVERLAP: f64 = 1.0;

/// Draws the cells of a panel, row by row from the bottom; neighbours that look alike as one.
pub(crate) fn draw(canvas: &Canvas, cells: &[CellAt], bar: &ColourBar, frame: &Frame) -> Result<(), Undrawable> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    let looks_alike = |a: &CellAt, b: &CellAt| {
        let is_next = a.y == b.y && a.x + 1 == b.x;
        is_next
            && match (a.is, b.is) {
                (MapCell::Value(a), MapCell::Value(b)) => bar.class(a) == bar.class(b),
                (a, b) => a == b,
            }
    };
    let mut marked = Vec::new();
    canvas.group("cells", || {
        for run in cells.chunk_by(looks_alike) {
            let (first, last) = (run[0], run[run.len() - 1]);
            let (left, bottom) = frame.at(first.x as f64 - 0.5, first.y as f64 - 0.5);
            let (right, top) = frame.at(last.x as f64 + 0.5, last.y as f64 + 0.5);
            match first.is {
                // over the neighbours above and at the right, which cover that again: no seam shows
                MapCell::Value(value) => {
                    let area = (left, (top - OVERLAP).max(frame.top), (right + OVERLAP).min(frame.right()), bottom);
                    canvas.polygon(&rectangle(area), bar.colour(value)?, 1.0)?;
                }
                MapCell::Kind(kind) => {
                    canvas.polygon(&rectangle((left, top, right, bottom)), PAPER, 1.0)?;
                    marked.push((kind, run.len(), (left, top, right, bottom)));
                }
            }
        }
        Ok(())
    })?;
    marked.into_iter().try_for_each(|(kind, count, area)| failure_mark::draw(canvas, kind, count, area))
}
