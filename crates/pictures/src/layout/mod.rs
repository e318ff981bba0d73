//! Places: of panels, of values in them, of names and legends.

pub(crate) mod frame;
pub(crate) mod grid;
pub(crate) mod labels;
pub(crate) mod legend;

/// Horizontal and vertical, in pixels.
pub(crate) type Place = (f64, f64);
/// Left, top, right, bottom.
pub(crate) type Area = (f64, f64, f64, f64);

/// The size of all type but that of ticks, in pixels: 8.5 points.
pub(crate) const FONT: f64 = 12.0;
/// The size of the type of ticks: 7.8 points.
pub(crate) const TICK_FONT: f64 = 11.0;
pub(crate) const LEADING: f64 = 15.0;
/// Around a picture.
pub(crate) const MARGIN: f64 = 6.0;
