//! Where the panels of a map of cells lie, and their axes.

use crate::Undrawable;
use crate::canvas::{Align, Canvas, FONT, Pen, TICK_FONT};
use crate::cell_axis::CellAxis;
use crate::colour::INK;
use crate::grid::WIDTH;
use crate::markup::wrapped;

/// Beside and below the panels: axis labels and tick labels.
pub(crate) const LEFT: f64 = 62.0;
pub(crate) const BOTTOM: f64 = 56.0;
pub(crate) const RIGHT: f64 = 6.0;
/// Above them: the titles of the columns.
pub(crate) const TOP: f64 = 30.0;
pub(crate) const ROW_TITLE: f64 = 22.0;
/// Between panels, and between the last of them and the colour bar.
pub(crate) const GAP: f64 = 16.0;
/// How large panels are at most, in pixels.
const PANEL: (f64, f64) = (200.0, 150.0);
/// The smallest cell.
const CELL: (f64, f64) = (3.0, 4.0);

/// What a layout has to find room for.
pub(crate) struct Contents {
    /// The cells of a panel, across and up.
    pub cells: (usize, usize),
    pub columns: usize,
    pub rows: usize,
    /// Width of the colour bar, in pixels.
    pub bar_width: f64,
}

/// Sizes and places in pixels.
pub(crate) struct Layout {
    pub cell: (f64, f64),
    pub panel: (f64, f64),
    rows: usize,
    columns: usize,
    pub width: f64,
}

impl Layout {
    pub(crate) fn new(contents: &Contents) -> Self {
        let taken = LEFT + GAP * contents.columns as f64 + contents.bar_width + RIGHT;
        let room = (WIDTH - taken) / contents.columns as f64;
        // tenths of a pixel are what can be drawn
        let tenths = |length: f64, cells: usize| (10.0 * length / cells as f64).floor() / 10.0;
        let cell = (
            tenths(PANEL.0.min(room), contents.cells.0).max(CELL.0),
            tenths(PANEL.1, contents.cells.1).round().max(CELL.1),
        );
        let mut layout = Self {
            cell,
            panel: (cell.0 * contents.cells.0 as f64, cell.1 * contents.cells.1 as f64),
            rows: contents.rows,
            columns: contents.columns,
            width: 0.0,
        };
        layout.width = layout.right() + GAP + contents.bar_width + RIGHT;
        layout
    }

    pub(crate) fn left(&self, column: usize) -> f64 {
        LEFT + (self.panel.0 + GAP) * column as f64
    }

    pub(crate) fn top(&self, row: usize) -> f64 {
        TOP + ROW_TITLE + (self.panel.1 + ROW_TITLE + 4.0) * row as f64
    }

    pub(crate) fn right(&self) -> f64 {
        self.left(self.columns - 1) + self.panel.0
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top(self.rows - 1) + self.panel.1
    }

    /// The titles of the columns, and the axes of all panels.
    pub(crate) fn draw_axes(
        &self,
        canvas: &Canvas,
        titles: &[String],
        x: &CellAxis,
        y: &CellAxis,
    ) -> Result<(), Undrawable> {
        let bottom = self.bottom();
        let thin = Pen::solid(INK, 1.0);
        for (column, title) in titles.iter().enumerate() {
            let left = self.left(column);
            canvas.text(title, (left, TOP / 2.0), FONT, Align::Left)?;
            for (i, name) in x.ticks() {
                let x = left + self.cell.0 * (i as f64 + 0.5);
                canvas.line(&[(x, bottom), (x, bottom + 4.0)], thin)?;
                canvas.text(name, (x, bottom + 14.0), TICK_FONT, Align::Centre)?;
            }
        }
        for row in 0..self.rows {
            for (j, name) in y.ticks() {
                let y = self.top(row) + self.panel.1 - self.cell.1 * (j as f64 + 0.5);
                canvas.line(&[(LEFT, y), (LEFT - 4.0, y)], thin)?;
                canvas.text(name, (LEFT - 8.0, y), TICK_FONT, Align::Right)?;
            }
        }
        let middle = ((LEFT + self.right()) / 2.0, (self.top(0) + bottom) / 2.0);
        for (i, line) in wrapped(&x.label, FONT, self.right() - 10.0)?.iter().enumerate() {
            canvas.text(line, (middle.0, bottom + 33.0 + 15.0 * i as f64), FONT, Align::Centre)?;
        }
        canvas.text_upwards(&y.label, (LEFT - 46.0, middle.1), FONT)
    }
}
