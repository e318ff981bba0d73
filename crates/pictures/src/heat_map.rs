//! Heat maps: panels of cells in rows and columns, with shared axes and one colour bar. A cell without a value is
//! marked with the reason and has no colour.

use crate::Picture;
use crate::Undrawable;
use crate::canvas::{Align, Canvas, FONT, Pen, picture};
use crate::cell_axis::CellAxis;
use crate::colour::{INK, PAPER};
use crate::colour_bar::ColourBar;
use crate::failure_mark::{self, Rectangle};
use crate::heat_layout::{BOTTOM, Contents, GAP, LEFT, Layout, RIGHT, ROW_TITLE};
use crate::markup::{plain, width};

/// One figure: rows of panels.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// Above the columns of panels.
    pub columns: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<HeatRow>,
    /// What the columns of every panel's cells stand for, from left to right.
    pub x: CellAxis,
    /// What the rows of every panel's cells stand for, from bottom to top.
    pub y: CellAxis,
    /// What the colours mean.
    pub bar: ColourBar,
    /// The reasons why a cell may have no value, at most four.
    pub failures: Vec<String>,
}

/// Panels beside each other.
#[derive(Clone, Debug)]
pub struct HeatRow {
    /// Above the row; a single row needs none.
    pub title: Option<String>,
    /// For every column of the figure the cells of a panel: row by row from the bottom, each from left to right.
    pub panels: Vec<Vec<HeatCell>>,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HeatCell {
    /// What was found.
    Value(f64),
    /// The number of the reason why there is nothing.
    Failed(usize),
}

/// How far a coloured cell reaches under its neighbours.
const OVERLAP: f64 = 2.0;
const LEGEND_ROW: f64 = 22.0;
const SWATCH: (f64, f64) = (32.0, 14.0);

impl HeatMap {
    /// The picture.
    ///
    /// # Errors
    /// Panels or cells that are missing, a value that no class of the colour bar holds, a failure without a reason, more
    /// reasons than marks.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        self.check()?;
        let layout = Layout::new(&Contents {
            cells: (self.x.len(), self.y.len()),
            columns: self.columns.len(),
            rows: self.rows.len(),
            has_row_titles: self.rows.iter().any(|row| row.title.is_some()),
            bar_width: self.bar.width()?,
        });
        let legend = self.legend(layout.width - LEFT - RIGHT)?;
        let height = layout.bottom() + BOTTOM + LEGEND_ROW * legend.len() as f64;
        let drawn = picture((layout.width, height), |canvas| {
            for (i, row) in self.rows.iter().enumerate() {
                if let Some(title) = &row.title {
                    canvas.text(title, (LEFT, layout.top(i) - ROW_TITLE / 2.0 + 1.0), FONT, Align::Left)?;
                }
                for (j, cells) in row.panels.iter().enumerate() {
                    let corner = (layout.left(j), layout.top(i));
                    canvas.group("panel", || self.draw_panel(canvas, &layout, cells, corner))?;
                }
            }
            canvas.group("axis", || layout.draw_axes(canvas, &self.columns, &self.x, &self.y))?;
            let left = layout.right() + GAP;
            canvas.group("bar", || self.bar.draw(canvas, left, layout.top(0), layout.bottom()))?;
            canvas.group("legend", || self.draw_legend(canvas, &legend, layout.bottom() + BOTTOM))
        })?;
        Ok(drawn.described(self.description()))
    }

    fn check(&self) -> Result<(), Undrawable> {
        let cells = self.x.len() * self.y.len();
        if self.rows.is_empty() || self.columns.is_empty() || cells == 0 {
            return Err(Undrawable::Empty("panels or cells"));
        }
        if self.failures.len() > failure_mark::KINDS {
            return Err(Undrawable::TooManyReasons(self.failures.len()));
        }
        for row in &self.rows {
            if row.panels.len() != self.columns.len() {
                let (panels, titles) = (row.panels.len(), self.columns.len());
                return Err(Undrawable::WrongPanels { panels, titles });
            }
            if let Some(panel) = row.panels.iter().find(|panel| panel.len() != cells) {
                return Err(Undrawable::WrongCells { cells: panel.len(), places: cells });
            }
        }
        match self.cells().find(|cell| matches!(cell, HeatCell::Failed(kind) if *kind >= self.failures.len())) {
            Some(cell) => Err(Undrawable::NoReason(cell)),
            None => Ok(()),
        }
    }

    fn cells(&self) -> impl Iterator<Item = HeatCell> {
        self.rows.iter().flat_map(|row| row.panels.iter().flatten().copied())
    }

    fn draw_panel(
        &self,
        canvas: &Canvas,
        layout: &Layout,
        cells: &[HeatCell],
        corner: (f64, f64),
    ) -> Result<(), Undrawable> {
        let (left, top) = corner;
        let (right, bottom) = (left + layout.panel.0, top + layout.panel.1);
        let mut failed = Vec::new();
        canvas.group("cells", || {
            for (j, row) in cells.chunks(self.x.len()).enumerate() {
                let base = bottom - layout.cell.1 * j as f64;
                let mut start = left;
                for run in row.chunk_by(|a, b| self.look_alike(*a, *b)) {
                    let end = start + layout.cell.0 * run.len() as f64;
                    let area = (start, base - layout.cell.1, end, base);
                    match run[0] {
                        // over the neighbours above and at the right, which cover that again: no seam shows
                        HeatCell::Value(value) => {
                            let area = (area.0, (area.1 - OVERLAP).max(top), (area.2 + OVERLAP).min(right), area.3);
                            canvas.polygon(&corners(area), self.bar.colour(value)?, 1.0)?;
                        }
                        HeatCell::Failed(kind) => {
                            canvas.polygon(&corners(area), PAPER, 1.0)?;
                            failed.push((kind, run.len(), area));
                        }
                    }
                    start = end;
                }
            }
            Ok(())
        })?;
        for (kind, cells, area) in failed {
            failure_mark::draw(canvas, kind, cells, area)?;
        }
        outline(canvas, (left, top, right, bottom))
    }

    /// Whether two cells have the same colour or the same mark.
    fn look_alike(&self, a: HeatCell, b: HeatCell) -> bool {
        match (a, b) {
            (HeatCell::Value(a), HeatCell::Value(b)) => self.bar.class(a) == self.bar.class(b),
            _ => a == b,
        }
    }

    /// The reasons that occur, as rows that fit the width.
    fn legend(&self, room: f64) -> Result<Vec<Vec<usize>>, Undrawable> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut used = f64::INFINITY;
        for kind in (0..self.failures.len()).filter(|kind| self.cells().any(|cell| cell == HeatCell::Failed(*kind))) {
            let entry = legend_width(&self.failures[kind])?;
            if used + entry > room {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += entry;
            if let Some(row) = rows.last_mut() {
                row.push(kind);
            }
        }
        Ok(rows)
    }

    fn draw_legend(&self, canvas: &Canvas, rows: &[Vec<usize>], top: f64) -> Result<(), Undrawable> {
        for (i, row) in rows.iter().enumerate() {
            let (mut x, y) = (LEFT, top + LEGEND_ROW * i as f64);
            for &kind in row {
                let area = (x, y, x + SWATCH.0, y + SWATCH.1);
                failure_mark::draw(canvas, kind, 4, area)?;
                outline(canvas, area)?;
                canvas.text(&self.failures[kind], (area.2 + 8.0, y + SWATCH.1 / 2.0), FONT, Align::Left)?;
                x += legend_width(&self.failures[kind])?;
            }
        }
        Ok(())
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        let count = |wanted: &dyn Fn(HeatCell) -> bool| self.cells().filter(|cell| wanted(*cell)).count();
        let values = count(&|cell| matches!(cell, HeatCell::Value(_)));
        let mut text = format!("Heat maps of {} over {} and {}", self.bar.label, self.x.label, self.y.label);
        let titles: Vec<_> = self.rows.iter().filter_map(|row| row.title.as_deref()).collect();
        if !titles.is_empty() {
            text += &format!("; rows: {}", titles.join(", "));
        }
        text += &format!("; columns: {}; {values} cells have a value", self.columns.join(", "));
        for (kind, reason) in self.failures.iter().enumerate() {
            match count(&|cell| cell == HeatCell::Failed(kind)) {
                0 => {}
                failed => text += &format!(", {failed} are marked: {reason}"),
            }
        }
        plain(&text)
    }
}

fn legend_width(reason: &str) -> Result<f64, Undrawable> {
    Ok(SWATCH.0 + 8.0 + width(reason, FONT)? + 20.0)
}

fn corners((left, top, right, bottom): Rectangle) -> [(f64, f64); 4] {
    [(left, bottom), (right, bottom), (right, top), (left, top)]
}

fn outline(canvas: &Canvas, area: Rectangle) -> Result<(), Undrawable> {
    let corners = corners(area);
    canvas.group("frame", || canvas.line(&[&corners[..], &corners[..1]].concat(), Pen::solid(INK, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REASONS: [&str; 2] = ["overflow", "too large"];

    /// Two columns and a row of panels of 2 × 2 cells.
    fn map(first: [HeatCell; 4], second: Vec<HeatCell>) -> HeatMap {
        let bar = |from: &[f64]| ColourBar::new("digits", from.iter().map(|from| (*from, format!("{from}"))));
        HeatMap {
            columns: vec!["left".to_owned(), "right".to_owned()],
            rows: vec![HeatRow { title: Some("only".to_owned()), panels: vec![first.to_vec(), second] }],
            x: CellAxis::powers("m", 2, [16, 32], 5),
            y: CellAxis::new("m/n", vec![Some("two".to_owned()), None]),
            bar: bar(&[0.0, 1.0, 2.0]),
            failures: REASONS.map(str::to_owned).to_vec(),
        }
    }

    #[test]
    fn equal_neighbours_are_one_shape_and_failures_have_no_colour() {
        use HeatCell::{Failed, Value};
        let second = vec![Value(0.5); 4];
        let plain = map([Value(0.5); 4], second.clone()).draw().unwrap().into_svg();
        let mixed = map([Value(0.5), Value(7.0), Failed(1), Failed(1)], second).draw().unwrap().into_svg();
        // viridis ends in its first and last colour; three classes of the bar are drawn once each
        let dark = |svg: &str| svg.matches("#440154").count();
        let light = |svg: &str| svg.matches("#fde725").count();
        assert_eq!((dark(&plain), light(&plain)), (4 + 1, 1), "two panels of two runs");
        assert_eq!((dark(&mixed), light(&mixed)), (1 + 2 + 1, 1 + 1));
        for text in ["left", "right", "only", "digits", "m/n", "two"] {
            assert!(mixed.contains(&format!(">{text}</text>")), "{text} is missing");
        }
        assert_eq!(mixed.matches(">2<tspan").count(), 2, "2^5 is named under both panels, and 2^4 is not");
        // the legend names what occurs, the description counts everything
        assert!(mixed.contains(">too large</text>") && !mixed.contains(">overflow</text>"));
        assert!(mixed.contains("6 cells have a value, 2 are marked: too large</desc>"));
        assert!(plain.contains("8 cells have a value</desc>"));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        use HeatCell::{Failed, Value};
        let why = |map: HeatMap| map.draw().unwrap_err().to_string();
        let good = || map([Value(0.5); 4], vec![Value(0.5); 4]);
        assert!(why(map([Value(0.5); 4], vec![Value(0.5); 3])).contains("3 cells in a panel of 4"));
        assert!(why(map([Failed(2); 4], vec![Value(0.5); 4])).contains("has no reason"));
        assert!(why(map([Value(-0.5); 4], vec![Value(0.5); 4])).contains("no class holds -0.5"));
        assert!(why(map([Value(f64::NAN); 4], vec![Value(0.5); 4])).contains("no class holds NaN"));
        assert!(why(HeatMap { rows: Vec::new(), ..good() }).contains("no panels"));
        assert!(why(HeatMap { columns: vec!["left".to_owned()], ..good() }).contains("2 panels under 1 titles"));
        assert!(why(HeatMap { failures: vec!["x".to_owned(); 5], ..good() }).contains("5 reasons"));
    }
}
