//! Strips of cells: the states of a small array, one strip for each moment.

use plotters::style::RGBColor;

use crate::Colour;
use crate::Picture;
use crate::Undrawable;
use crate::canvas::{Align, Canvas, FONT, Pen, TICK_FONT, picture, rectangle};
use crate::colour::{INK, PAPER};
use crate::grid::WIDTH;
use crate::markup::{plain, widest};

/// One figure: strips below each other.
#[derive(Clone, Debug)]
pub struct CellFigure {
    /// From top to bottom.
    pub strips: Vec<CellStrip>,
    /// What the texts in the cells mean: text, kind and meaning.
    pub legend: Vec<(Cell, String)>,
}

/// The array at one moment.
#[derive(Clone, Debug)]
pub struct CellStrip {
    /// Above the strip.
    pub title: String,
    /// From index 0.
    pub cells: Vec<Cell>,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its content.
    pub text: String,
    /// Which colour it has: 0 for none.
    pub kind: usize,
    /// Whether what the title tells of touched it: a thicker frame.
    pub touched: bool,
}

const SIDE: f64 = 38.0;
const MARGIN: f64 = 16.0;
const TITLE: f64 = 24.0;
const INDEX: f64 = 26.0;
const LEGEND_ROW: f64 = 22.0;

impl CellFigure {
    /// The picture.
    ///
    /// # Errors
    /// [`Undrawable::Empty`] if there are no cells; [`Undrawable::TooWide`] where strips and legend have no place side by side.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let most = self.strips.iter().map(|strip| strip.cells.len()).max().unwrap_or(0);
        if most == 0 {
            return Err(Undrawable::Empty("cells"));
        }
        let titles = widest(self.strips.iter().map(|strip| &*strip.title), FONT)?;
        let strip_height = TITLE + SIDE + INDEX;
        let strips = strip_height * self.strips.len() as f64;
        // the legend stands beside the strips
        let left = (SIDE * most as f64).max(titles) + 3.0 * MARGIN;
        let legend = TITLE + LEGEND_ROW * self.legend.len() as f64;
        let meanings = widest(self.legend.iter().map(|(_, meaning)| &**meaning), FONT)?;
        let needed = left + SIDE + 10.0 + meanings + MARGIN;
        if needed > WIDTH {
            return Err(Undrawable::TooWide { needed, most: WIDTH });
        }
        let drawn = picture(strips.max(legend) + 2.0 * MARGIN, |canvas| {
            for (i, strip) in self.strips.iter().enumerate() {
                let corner = (MARGIN, MARGIN + strip_height * i as f64);
                canvas.group("panel", || strip.draw(canvas, corner))?;
            }
            for (i, (cell, meaning)) in self.legend.iter().enumerate() {
                let top = MARGIN + TITLE + LEGEND_ROW * i as f64 + 4.0;
                cell.draw(canvas, (left, top), (SIDE, LEGEND_ROW - 4.0))?;
                canvas.text(meaning, (left + SIDE + 10.0, top + (LEGEND_ROW - 4.0) / 2.0), FONT, Align::Left)?;
            }
            Ok(())
        })?;
        Ok(drawn.described(self.description()))
    }
}

impl CellFigure {
    /// What the strips show, for those who do not see them.
    fn description(&self) -> String {
        let strip = |strip: &CellStrip| {
            let cells: Vec<_> = strip.cells.iter().map(|cell| plain(&cell.text)).collect();
            format!("{}: {}.", plain(&strip.title), cells.join(" "))
        };
        self.strips.iter().map(strip).collect::<Vec<_>>().join(" ")
    }
}

impl CellStrip {
    fn draw(&self, canvas: &Canvas, (left, top): (f64, f64)) -> Result<(), Undrawable> {
        canvas.text(&self.title, (left, top + TITLE / 2.0 - 2.0), FONT, Align::Left)?;
        let at = |i: usize| (left + SIDE * i as f64, top + TITLE);
        for (i, cell) in self.cells.iter().enumerate() {
            cell.draw(canvas, at(i), (SIDE, SIDE))?;
            let (x, y) = at(i);
            canvas.text(&i.to_string(), (x + SIDE / 2.0, y + SIDE + 10.0), TICK_FONT, Align::Centre)?;
        }
        // thick frames last, so that no neighbour's thin one covers them
        for (i, _) in self.cells.iter().enumerate().filter(|(_, cell)| cell.touched) {
            frame(canvas, at(i), (SIDE, SIDE), 3.0)?;
        }
        Ok(())
    }
}

impl Cell {
    fn draw(&self, canvas: &Canvas, (left, top): (f64, f64), (width, height): (f64, f64)) -> Result<(), Undrawable> {
        let area = rectangle((left, top, left + width, top + height));
        let (colour, opacity) = colour(self.kind).map_or((PAPER, 1.0), |colour| (colour, 0.25));
        canvas.group("cells", || canvas.polygon(&area, colour, opacity))?;
        frame(canvas, (left, top), (width, height), 1.0)?;
        canvas.text(&self.text, (left + width / 2.0, top + height / 2.0), FONT, Align::Centre)
    }
}

/// Kinds keep clear of each other in every kind of colour vision; the text says the same.
fn colour(kind: usize) -> Option<RGBColor> {
    kind.checked_sub(1).map(|i| Colour::SERIES[i % Colour::SERIES.len()].rgb())
}

fn frame(canvas: &Canvas, (x, y): (f64, f64), (width, height): (f64, f64), stroke: f64) -> Result<(), Undrawable> {
    canvas.outline((x, y, x + width, y + height), Pen::solid(INK, stroke))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_drawn_and_none_is_refused() {
        let cell = |text: &str, touched| Cell { text: text.to_owned(), kind: 1, touched };
        let strip = CellStrip { title: "t".to_owned(), cells: vec![cell("a", false), cell("b", true)] };
        let svg = |strips| CellFigure { strips, legend: Vec::new() }.draw().map(Picture::into_svg);
        let drawn = svg(vec![strip.clone(), strip]).unwrap();
        for text in [">a</text>", ">b</text>"] {
            assert_eq!(drawn.matches(text).count(), 2, "{text}");
        }
        assert!(svg(vec![CellStrip { title: "t".to_owned(), cells: Vec::new() }]).is_err());
        assert!(svg(Vec::new()).is_err());
        let long = CellStrip { title: "t".to_owned(), cells: vec![cell("a", false); 20] };
        assert!(matches!(svg(vec![long]), Err(Undrawable::TooWide { .. })));
    }
}
