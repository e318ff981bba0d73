#![doc = include_str!("../README.md")]
//!
//! Pictures in one journal style, as SVG: line figures, heat maps, state diagrams, strips of cells.
//!
//! This crate is the only user of plotters and knows neither tables nor files. The same picture has the same bytes on every machine.
//!
//! plotters draws in whole pixels; a canvas ten times the size of the picture, shown at its own size through the
//! viewBox, gives tenths.

mod axis;
mod canvas;
mod cell_axis;
mod cells;
mod colour_bar;
mod diagram;
mod failure_mark;
mod heat_layout;
mod heat_map;
mod line;
mod marker;
mod palette;
mod series;
mod undrawable;

pub use axis::{Axis, Scale, power};
pub use cell_axis::CellAxis;
pub use cells::{Cell, CellFigure, CellStrip};
pub use colour_bar::ColourBar;
pub use diagram::{Arrow, StateDiagram, Tone};
pub use heat_map::{HeatCell, HeatMap, HeatRow};
pub use line::{LineFigure, Panel};
pub use series::{Mark, Point, Series};
pub use undrawable::Undrawable;

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    svg: String,
}

impl Picture {
    /// The picture with a text that says what it shows, for those who do not see it.
    pub(crate) fn described(self, description: &str) -> Self {
        let escaped = description.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let svg = match self.svg.split_once('>') {
            Some((head, rest)) => format!("{head} role=\"img\">\n<desc>{escaped}</desc>{rest}"),
            None => self.svg,
        };
        Self { svg }
    }

    /// The SVG text.
    pub fn into_svg(self) -> String {
        self.svg
    }
}
