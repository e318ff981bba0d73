//! Pictures in one journal style, as SVG.
//!
//! plotters draws in whole pixels; a canvas ten times the size of the picture, shown at its own size through the
//! viewBox, gives tenths.

mod axis;
mod canvas;
mod cells;
mod diagram;
mod line;
mod marker;
mod palette;

pub use axis::{Axis, Scale};
pub use cells::{Cell, CellFigure, CellStrip};
pub use diagram::{Arrow, StateDiagram, Tone};
pub use line::{LineFigure, Mark, Panel, Point, Series};

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    svg: String,
}

impl Picture {
    /// The SVG text.
    pub fn into_svg(self) -> String {
        self.svg
    }
}
