//! Strips of cells: the states of a small array, one strip for each moment.

use crate::colour::{INK, PAPER};
use crate::draw::canvas::{Align, Canvas, Pen, picture};
use crate::layout::{FONT, LEADING, MARGIN, Place, TICK_FONT};
use crate::measure::markup::{plain, width};
use crate::{Colour, Picture, Undrawable};

/// Strips below each other, and below them what the texts of cells mean.
#[derive(Clone, Debug)]
pub struct Strips {
    /// The width of the picture in pixels.
    pub width: f64,
    /// From top to bottom, each with its title.
    pub strips: Vec<(String, Vec<StripCell>)>,
    /// A cell and its meaning.
    pub legend: Vec<(StripCell, String)>,
}

/// A cell of a strip.
#[derive(Clone, Debug, PartialEq)]
pub struct StripCell {
    /// Its content.
    pub text: String,
    /// The colour of its ground, in a light shade.
    pub colour: Option<Colour>,
    /// Framed by a thick line.
    pub is_thick: bool,
}

const SIDE: f64 = 38.0;
const TITLE: f64 = 22.0;
const INDEX: f64 = 24.0;
const SWATCH: (f64, f64) = (30.0, 18.0);

impl Strips {
    /// The picture.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        let most = self.strips.iter().map(|(_, cells)| cells.len()).max().unwrap_or(1);
        let side = SIDE.min((self.width - 2.0 * MARGIN) / most as f64).floor();
        let strip = TITLE + side + INDEX;
        let below = MARGIN + strip * self.strips.len() as f64;
        let mut places = Vec::new();
        let (mut x, mut y) = (MARGIN, below);
        for (_, meaning) in &self.legend {
            let needed = SWATCH.0 + 6.0 + width(meaning, FONT)?;
            if x > MARGIN && x + needed > self.width - MARGIN {
                (x, y) = (MARGIN, y + SWATCH.1 + 6.0);
            }
            places.push((x, y));
            x += needed + 18.0;
        }
        let texts = |cells: &[StripCell]| cells.iter().map(|cell| plain(&cell.text)).collect::<Vec<_>>().join(" ");
        let described = self.strips.iter().map(|(title, cells)| format!("{}: {}.", plain(title), texts(cells)));
        picture((self.width, y + SWATCH.1 + MARGIN), described.collect::<Vec<_>>().join(" "), |canvas| {
            for (i, (title, cells)) in self.strips.iter().enumerate() {
                let top = MARGIN + strip * i as f64;
                canvas.group("panel", || draw_strip(canvas, title, cells, top, side))?;
            }
            for ((cell, meaning), place) in self.legend.iter().zip(places) {
                canvas.group("kind", || {
                    cell.draw(canvas, place, SWATCH, 1.0)?;
                    canvas.text(meaning, (place.0 + SWATCH.0 + 6.0, place.1 + SWATCH.1 / 2.0), FONT, Align::Left)
                })?;
            }
            Ok(())
        })
    }
}

fn draw_strip(canvas: &Canvas, title: &str, cells: &[StripCell], top: f64, side: f64) -> Result<(), Undrawable> {
    canvas.group("title", || canvas.text(title, (MARGIN, top + LEADING / 2.0), FONT, Align::Left))?;
    let at = |i: usize| (MARGIN + side * i as f64, top + TITLE);
    for (i, cell) in cells.iter().enumerate() {
        cell.draw(canvas, at(i), (side, side), 1.0)?;
        canvas.text(&i.to_string(), (at(i).0 + side / 2.0, at(i).1 + side + 10.0), TICK_FONT, Align::Centre)?;
    }
    // thick frames last, so that no neighbour's thin one covers them
    let mut thick = cells.iter().enumerate().filter(|(_, cell)| cell.is_thick);
    thick.try_for_each(|(i, cell)| cell.draw(canvas, at(i), (side, side), 3.0))
}

impl StripCell {
    fn draw(&self, canvas: &Canvas, (x, y): Place, (width, height): (f64, f64), stroke: f64) -> Result<(), Undrawable> {
        let area = (x, y, x + width, y + height);
        let (colour, opacity) = self.colour.map_or((PAPER, 1.0), |colour| (colour.rgb(), 0.25));
        if stroke == 1.0 {
            canvas.group("cells", || canvas.rectangle(area, colour, opacity))?;
            canvas.text(&self.text, (x + width / 2.0, y + height / 2.0), FONT, Align::Centre)?;
        }
        canvas.outline(area, Pen::solid(INK, stroke))
    }
}
