//! The pictures of figures that have no page yet; goes with the last of them.
//!
//! This crate is the only user of plotters and knows neither tables nor files. The same picture has the same bytes on every machine.
//!
//! plotters draws in whole units; ten of them are a pixel, which gives tenths.

mod annotation;
mod axis;
mod bars;
mod canvas;
mod cell_axis;
mod cell_layout;
mod cell_map;
mod cells;
mod colour;
mod colour_bar;
mod curve;
mod diagram;
mod failure_mark;
mod frame;
mod grid;
mod labels;
mod legend;
mod line;
mod look;
mod marker;
mod markup;
mod metrics;
mod panel;
mod picture;
mod rows;
mod scale;
mod sequence;
mod series;
mod svg;
pub mod things;
mod ticks;
mod undrawable;

pub use annotation::{Corner, Note, Reference, Region};
pub use axis::Axis;
pub use bars::{Bar, Bars};
pub use cell_axis::CellAxis;
pub use cell_map::{CellMap, MapCell, MapRow};
pub use cells::{Cell, CellFigure, CellStrip};
pub use colour::Colour;
pub use colour_bar::ColourBar;
pub use diagram::{Arrow, StateDiagram};
pub use line::LineFigure;
pub use look::{Dash, Look, Marker};
pub use markup::spoken;
pub use metrics::text_width;
pub use panel::Panel;
pub use picture::Picture;
pub use rows::{Dot, row_at};
pub use scale::Scale;
pub use series::{Mark, Point, Series};
pub use ticks::{grouped, power};
pub use undrawable::Undrawable;
