//! Maps of cells: panels of cells in rows and columns, with shared axes. A cell has a value, whose colour a bar explains; or
//! it has a mark, for which the legend gives the reason why there is no value.

use crate::canvas::{Align, Canvas, FONT, Place, picture, rectangle};
use crate::cell_axis::CellAxis;
use crate::cell_layout::{BOTTOM, Contents, GAP, LEFT, Layout, RIGHT, ROW_TITLE};
use crate::colour::PAPER;
use crate::colour_bar::ColourBar;
use crate::failure_mark;
use crate::markup::{plain, width};
use crate::{Picture, Undrawable};

/// One figure: rows of panels.
#[derive(Clone, Debug)]
pub struct CellMap {
    /// Above the columns of panels.
    pub columns: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<MapRow>,
    /// What the columns of every panel's cells stand for, from left to right.
    pub x: CellAxis,
    /// What the rows of every panel's cells stand for, from bottom to top.
    pub y: CellAxis,
    /// What the colours of values mean.
    pub bar: ColourBar,
    /// Why a cell may have no value, in the order of the legend: up to four kinds, marked with strokes, crosses, lines, dots.
    pub kinds: Vec<String>,
}

/// Panels beside each other.
#[derive(Clone, Debug)]
pub struct MapRow {
    /// Above the row.
    pub title: String,
    /// For every column of the figure the cells of a panel: row by row from the bottom, each from left to right.
    pub panels: Vec<Vec<MapCell>>,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MapCell {
    /// What was found.
    Value(f64),
    /// The number of its kind.
    Kind(usize),
}

/// How far a coloured cell reaches under its neighbours.
const OVERLAP: f64 = 2.0;
const LEGEND_ROW: f64 = 22.0;
const SWATCH: (f64, f64) = (32.0, 14.0);

impl CellMap {
    /// The picture.
    ///
    /// # Errors
    /// Panels or cells that are missing, a value that no class of the colour bar holds, a cell of no kind, more kinds than marks.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        self.check()?;
        let layout = Layout::new(&Contents {
            cells: (self.x.len(), self.y.len()),
            columns: self.columns.len(),
            rows: self.rows.len(),
            bar_width: self.bar.width()?,
        });
        let legend = self.legend(&layout)?;
        let height = layout.bottom() + BOTTOM + LEGEND_ROW * legend.len() as f64;
        let drawn = picture(height, |canvas| {
            for (i, row) in self.rows.iter().enumerate() {
                canvas.text(&row.title, (LEFT, layout.top(i) - ROW_TITLE / 2.0 + 1.0), FONT, Align::Left)?;
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
        let places = self.x.len() * self.y.len();
        if self.rows.is_empty() || self.columns.is_empty() || places == 0 {
            return Err(Undrawable::Empty("panels or cells"));
        }
        if let Some(name) = self.kinds.get(failure_mark::KINDS) {
            return Err(Undrawable::NoMark(name.clone()));
        }
        for row in &self.rows {
            if row.panels.len() != self.columns.len() {
                let (panels, titles) = (row.panels.len(), self.columns.len());
                return Err(Undrawable::WrongPanels { panels, titles });
            }
            if let Some(panel) = row.panels.iter().find(|panel| panel.len() != places) {
                return Err(Undrawable::WrongCells { cells: panel.len(), places });
            }
        }
        match self.cells().find(|cell| matches!(cell, MapCell::Kind(kind) if *kind >= self.kinds.len())) {
            Some(cell) => Err(Undrawable::NoKind(cell)),
            None => Ok(()),
        }
    }

    fn cells(&self) -> impl Iterator<Item = MapCell> {
        self.rows.iter().flat_map(|row| row.panels.iter().flatten().copied())
    }

    fn draw_panel(
        &self,
        canvas: &Canvas,
        layout: &Layout,
        cells: &[MapCell],
        (left, top): Place,
    ) -> Result<(), Undrawable> {
        let (right, bottom) = (left + layout.panel.0, top + layout.panel.1);
        let mut marked = Vec::new();
        canvas.group("cells", || {
            for (j, row) in cells.chunks(self.x.len()).enumerate() {
                let base = bottom - layout.cell.1 * j as f64;
                let mut start = left;
                for run in row.chunk_by(|a, b| self.look_alike(*a, *b)) {
                    let end = start + layout.cell.0 * run.len() as f64;
                    let area = (start, base - layout.cell.1, end, base);
                    match run[0] {
                        // over the neighbours above and at the right, which cover that again: no seam shows
                        MapCell::Value(value) => {
                            let area = (area.0, (area.1 - OVERLAP).max(top), (area.2 + OVERLAP).min(right), area.3);
                            canvas.polygon(&rectangle(area), self.bar.colour(value)?, 1.0)?;
                        }
                        MapCell::Kind(kind) => {
                            canvas.polygon(&rectangle(area), PAPER, 1.0)?;
                            marked.push((kind, run.len(), area));
                        }
                    }
                    start = end;
                }
            }
            Ok(())
        })?;
        for (kind, cells, area) in marked {
            failure_mark::draw(canvas, kind, cells, area)?;
        }
        canvas.frame((left, top, right, bottom))
    }

    /// Whether two cells have the same colour or the same mark.
    fn look_alike(&self, a: MapCell, b: MapCell) -> bool {
        match (a, b) {
            (MapCell::Value(a), MapCell::Value(b)) => self.bar.class(a) == self.bar.class(b),
            _ => a == b,
        }
    }

    /// The kinds that occur, as rows that fit the width.
    fn legend(&self, layout: &Layout) -> Result<Vec<Vec<usize>>, Undrawable> {
        let room = layout.width - LEFT - RIGHT;
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut used = f64::INFINITY;
        let occurs = |kind: &usize| self.cells().any(|cell| cell == MapCell::Kind(*kind));
        for kind in (0..self.kinds.len()).filter(occurs) {
            let entry = legend_width(&self.kinds[kind])?;
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
            for kind in row {
                let name = &self.kinds[*kind];
                let area = (x, y, x + SWATCH.0, y + SWATCH.1);
                canvas.group("entry", || {
                    canvas.group("cells", || canvas.polygon(&rectangle(area), PAPER, 1.0))?;
                    failure_mark::draw(canvas, *kind, 4, area)?;
                    canvas.frame(area)?;
                    canvas.text(name, (area.2 + 8.0, y + SWATCH.1 / 2.0), FONT, Align::Left)
                })?;
                x += legend_width(name)?;
            }
        }
        Ok(())
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        let mut text = format!("Cells of {} over {} and {}.", self.bar.label, self.x.label, self.y.label);
        for row in &self.rows {
            for (column, cells) in self.columns.iter().zip(&row.panels) {
                let count = |wanted: &dyn Fn(&MapCell) -> bool| cells.iter().filter(|cell| wanted(cell)).count();
                let values = (count(&|cell| matches!(cell, MapCell::Value(_))), "with a value");
                let kinds = self.kinds.iter().enumerate();
                let kinds = kinds.map(|(kind, name)| (count(&|cell| *cell == MapCell::Kind(kind)), &**name));
                let there = [values].into_iter().chain(kinds).filter(|(count, _)| *count > 0);
                let there: Vec<String> = there.map(|(count, name)| format!("{count} {name}")).collect();
                text += &format!(" {}, {column}: {}.", row.title, there.join(", "));
            }
        }
        plain(&text)
    }
}

fn legend_width(name: &str) -> Result<f64, Undrawable> {
    Ok(SWATCH.0 + 8.0 + width(name, FONT)? + 20.0)
}

#[cfg(test)]
mod tests {
    use super::MapCell::{Kind, Value};
    use super::*;

    /// Two columns and a row of panels of 2 × 2 cells.
    fn map(first: [MapCell; 4], second: Vec<MapCell>) -> CellMap {
        CellMap {
            columns: vec!["left".to_owned(), "right".to_owned()],
            rows: vec![MapRow { title: "only".to_owned(), panels: vec![first.to_vec(), second] }],
            x: CellAxis::powers("m", 2, [16, 32], 5),
            y: CellAxis::new("m/n", vec![Some("two".to_owned()), None]),
            bar: ColourBar::new("digits", [0.0, 1.0, 2.0].map(|from| (from, format!("{from}")))),
            kinds: ["overflow", "too large", "unknown"].map(str::to_owned).to_vec(),
        }
    }

    #[test]
    fn equal_neighbours_are_one_shape_and_kinds_have_their_marks() {
        let second = vec![Value(0.5); 4];
        let plain = map([Value(0.5); 4], second.clone()).draw().unwrap().into_svg();
        let mixed = map([Value(0.5), Value(7.0), Kind(1), Kind(1)], second).draw().unwrap().into_svg();
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
        assert!(mixed.contains("only, left: 2 with a value, 2 too large. only, right: 4 with a value.</desc>"));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let why = |map: CellMap| map.draw().unwrap_err().to_string();
        let good = || map([Value(0.5); 4], vec![Value(0.5); 4]);
        let five = ["a", "b", "c", "d", "x"].map(str::to_owned).to_vec();
        assert!(why(map([Value(0.5); 4], vec![Value(0.5); 3])).contains("3 cells in a panel of 4"));
        assert!(why(map([Kind(3); 4], vec![Value(0.5); 4])).contains("is of no kind"));
        assert!(why(map([Value(-0.5); 4], vec![Value(0.5); 4])).contains("no class holds -0.5"));
        assert!(why(map([Value(f64::NAN); 4], vec![Value(0.5); 4])).contains("no class holds NaN"));
        assert!(why(CellMap { rows: Vec::new(), ..good() }).contains("no panels"));
        assert!(why(CellMap { columns: vec!["left".to_owned()], ..good() }).contains("2 panels under 1 titles"));
        assert!(why(CellMap { kinds: five, ..good() }).contains("no mark for x"));
    }
}
