//! Tile maps: panels of cells of which each belongs to a category, with shared axes and one legend.

use crate::canvas::{Align, Canvas, FONT, Pen, Place, picture, rectangle};
use crate::cell_axis::CellAxis;
use crate::colour::{INK, PAPER};
use crate::failure_mark::{self, Rectangle};
use crate::heat_layout::{BOTTOM, Contents, LEFT, Layout, RIGHT};
use crate::markup::{plain, width};
use crate::{Colour, Picture, Undrawable};

/// One figure: panels beside each other.
#[derive(Clone, Debug)]
pub struct TileMap {
    /// Each with its title and the category of every cell: row by row from the bottom, each from left to right. A cell
    /// without a category stays empty.
    pub panels: Vec<(String, Vec<Option<usize>>)>,
    /// What the columns of every panel's cells stand for, from left to right.
    pub x: CellAxis,
    /// What the rows of every panel's cells stand for, from bottom to top.
    pub y: CellAxis,
    /// What the cells may be, in the order of the legend.
    pub categories: Vec<(Tile, String)>,
}

/// How the cells of a category look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// In a colour.
    Solid(Colour),
    /// In a light tone of a colour.
    Pale(Colour),
    /// With strokes on paper.
    Hatched,
    /// With a dot on paper.
    Dotted,
}

const LEGEND_ROW: f64 = 20.0;
const SWATCH: (f64, f64) = (26.0, 13.0);

impl TileMap {
    /// The picture.
    ///
    /// # Errors
    /// No panels or cells, a panel that has not one cell for each place, a cell of no category.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let places = self.x.len() * self.y.len();
        if self.panels.is_empty() || places == 0 {
            return Err(Undrawable::Empty("panels or cells"));
        }
        for (_, cells) in &self.panels {
            if cells.len() != places {
                return Err(Undrawable::WrongCells { cells: cells.len(), places });
            }
            if let Some(category) = cells.iter().flatten().find(|category| **category >= self.categories.len()) {
                return Err(Undrawable::NoCategory(*category));
            }
        }
        let layout = Layout::new(&Contents {
            cells: (self.x.len(), self.y.len()),
            columns: self.panels.len(),
            rows: 1,
            has_row_titles: false,
            bar_width: 0.0,
        });
        let legend = self.legend(layout.width - LEFT - RIGHT)?;
        let height = layout.bottom() + BOTTOM - 8.0 + LEGEND_ROW * legend.len() as f64;
        let titles: Vec<String> = self.panels.iter().map(|(title, _)| title.clone()).collect();
        let drawn = picture((layout.width, height), |canvas| {
            for (column, (_, cells)) in self.panels.iter().enumerate() {
                let corner = (layout.left(column), layout.top(0));
                canvas.group("panel", || self.draw_panel(canvas, &layout, cells, corner))?;
            }
            canvas.group("axis", || layout.draw_axes(canvas, &titles, &self.x, &self.y))?;
            canvas.group("legend", || self.draw_legend(canvas, &legend, layout.bottom() + BOTTOM - 8.0))
        })?;
        Ok(drawn.described(self.description()))
    }

    fn draw_panel(
        &self,
        canvas: &Canvas,
        layout: &Layout,
        cells: &[Option<usize>],
        (left, top): Place,
    ) -> Result<(), Undrawable> {
        let (right, bottom) = (left + layout.panel.0, top + layout.panel.1);
        canvas.group("cells", || {
            for (i, category) in cells.iter().enumerate() {
                let Some(category) = category else { continue };
                let (column, row) = ((i % self.x.len()) as f64, (i / self.x.len()) as f64);
                let (x, y) = (left + layout.cell.0 * column, bottom - layout.cell.1 * row);
                self.categories[*category].0.draw(canvas, (x, y - layout.cell.1, x + layout.cell.0, y))?;
            }
            Ok(())
        })?;
        outline(canvas, (left, top, right, bottom))
    }

    /// The categories as rows that fit the width.
    fn legend(&self, room: f64) -> Result<Vec<Vec<usize>>, Undrawable> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut used = f64::INFINITY;
        for (i, (_, name)) in self.categories.iter().enumerate() {
            let entry = entry_width(name)?;
            if used + entry > room {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += entry;
            if let Some(row) = rows.last_mut() {
                row.push(i);
            }
        }
        Ok(rows)
    }

    fn draw_legend(&self, canvas: &Canvas, rows: &[Vec<usize>], top: f64) -> Result<(), Undrawable> {
        for (i, row) in rows.iter().enumerate() {
            let (mut x, y) = (LEFT, top + LEGEND_ROW * i as f64);
            for &category in row {
                let (tile, name) = &self.categories[category];
                let area = (x, y, x + SWATCH.0, y + SWATCH.1);
                canvas.group("entry", || {
                    canvas.group("cells", || tile.draw(canvas, area))?;
                    outline(canvas, area)?;
                    canvas.text(name, (area.2 + 6.0, y + SWATCH.1 / 2.0), FONT, Align::Left)
                })?;
                x += entry_width(name)?;
            }
        }
        Ok(())
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        let panel = |(title, cells): &(String, Vec<Option<usize>>)| {
            let count = |i: usize| cells.iter().filter(|cell| **cell == Some(i)).count();
            let names = self.categories.iter().enumerate();
            let counts: Vec<_> = names.map(|(i, (_, name))| format!("{} {}", count(i), plain(name))).collect();
            format!("{}: {}.", plain(title), counts.join(", "))
        };
        let panels: Vec<_> = self.panels.iter().map(panel).collect();
        format!("Cells over {} and {}. {}", plain(&self.x.label), plain(&self.y.label), panels.join(" "))
    }
}

impl Tile {
    fn draw(self, canvas: &Canvas, area: Rectangle) -> Result<(), Undrawable> {
        let fill = |colour, opacity| canvas.polygon(&rectangle(area), colour, opacity);
        match self {
            Tile::Solid(colour) => fill(colour.rgb(), 1.0),
            Tile::Pale(colour) => fill(colour.rgb(), 0.25),
            Tile::Hatched => {
                fill(PAPER, 1.0)?;
                failure_mark::draw(canvas, 0, 1, area)
            }
            Tile::Dotted => {
                fill(PAPER, 1.0)?;
                canvas.disc(((area.0 + area.2) / 2.0, (area.1 + area.3) / 2.0), 1.2, INK)
            }
        }
    }
}

fn entry_width(name: &str) -> Result<f64, Undrawable> {
    Ok(SWATCH.0 + 6.0 + width(name, FONT)? + 18.0)
}

fn outline(canvas: &Canvas, area: Rectangle) -> Result<(), Undrawable> {
    let corners = rectangle(area);
    canvas.group("frame", || canvas.line(&[&corners[..], &corners[..1]].concat(), Pen::solid(INK, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(cells: Vec<Option<usize>>) -> TileMap {
        let names = |names: [&str; 2]| names.map(|name| Some(name.to_owned())).to_vec();
        let category = |tile, name: &str| (tile, name.to_owned());
        TileMap {
            panels: vec![("(a)".to_owned(), cells)],
            x: CellAxis::new("*M*", names(["8", "9"])),
            y: CellAxis::new("σ", names(["1", "2"])),
            categories: vec![category(Tile::Solid(Colour::Blue), "positive"), category(Tile::Hatched, "zero")],
        }
    }

    #[test]
    fn every_cell_has_the_look_of_its_category() {
        let svg = map(vec![Some(0), Some(0), Some(1), None]).draw().unwrap().into_svg();
        assert_eq!(svg.matches("fill=\"#1179c4\"").count(), 2 + 1, "two cells and the legend");
        assert!(svg.contains("(a): 2 positive, 1 zero."));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(map(vec![Some(0); 3]).draw().unwrap_err(), Undrawable::WrongCells { cells: 3, places: 4 });
        assert_eq!(map(vec![Some(2); 4]).draw().unwrap_err(), Undrawable::NoCategory(2));
    }
}
