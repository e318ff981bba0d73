//! Where the panels of a heat map lie.

/// Beside and below the panels: axis labels and tick labels.
pub(crate) const LEFT: f64 = 62.0;
pub(crate) const BOTTOM: f64 = 56.0;
pub(crate) const RIGHT: f64 = 6.0;
/// Above them: the titles of the columns.
pub(crate) const TOP: f64 = 30.0;
pub(crate) const ROW_TITLE: f64 = 22.0;
/// Between panels, and between the last of them and the colour bar.
pub(crate) const GAP: f64 = 16.0;
/// About how large panels are, in pixels: in figures of one row, and of more.
const PANELS: [(f64, f64); 2] = [(250.0, 200.0), (200.0, 92.0)];

/// What a layout has to find room for.
pub(crate) struct Contents {
    /// The cells of a panel, across and up.
    pub cells: (usize, usize),
    pub columns: usize,
    pub rows: usize,
    pub has_row_titles: bool,
    /// Of the colour bar, in pixels.
    pub bar_width: f64,
}

/// Sizes and places in pixels.
pub(crate) struct Layout {
    pub cell: (f64, f64),
    pub panel: (f64, f64),
    row_title: f64,
    rows: usize,
    columns: usize,
    pub width: f64,
}

impl Layout {
    pub(crate) fn new(contents: &Contents) -> Self {
        let about = PANELS[usize::from(contents.rows > 1)];
        let whole = |length: f64, cells: usize| (length / cells as f64).round().max(4.0);
        let cell = (whole(about.0, contents.cells.0), whole(about.1, contents.cells.1));
        let mut layout = Self {
            cell,
            panel: (cell.0 * contents.cells.0 as f64, cell.1 * contents.cells.1 as f64),
            row_title: if contents.has_row_titles { ROW_TITLE } else { 0.0 },
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
        let between = if self.row_title > 0.0 { self.row_title + 4.0 } else { GAP };
        TOP + self.row_title + (self.panel.1 + between) * row as f64
    }

    pub(crate) fn right(&self) -> f64 {
        self.left(self.columns - 1) + self.panel.0
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top(self.rows - 1) + self.panel.1
    }
}
