//! Figures as data: panels, each with two axes, series, and all that is next to them.

use serde::Deserialize;

use crate::{Colour, Look, Scale};

/// The width of a picture for a page, in pixels: 180 mm in print.
pub const PAGE: f64 = 720.0;
/// The width of a picture for a column: 88 mm.
pub const COLUMN: f64 = 352.0;

/// The most entries of a legend: with more, a reader would have to look each one up.
pub(crate) const MOST: usize = 4;

/// Panels from left to right, row by row.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// [`PAGE`] or [`COLUMN`].
    pub width: f64,
    /// The height of the axes in pixels.
    pub height: Option<f64>,
    /// The panels in a row: up to three, four as two rows, if it is not said.
    pub columns: Option<usize>,
    /// The panels.
    pub panels: Vec<Panel>,
    /// The panels of a column have one range of x, which the lowest labels.
    pub shares_x: bool,
    /// The panels of a row have one range of y, which the first labels.
    pub shares_y: bool,
    /// Names are at the ends of lines, and not in a legend.
    pub has_ends: bool,
    /// Further entries of the legend.
    pub keys: Vec<Key>,
    /// The colours of cells.
    pub bar: Option<Bar>,
    /// Why cells have no value, by the number of the kind.
    pub kinds: Vec<String>,
}

/// The meaning of a colour, a dash or a marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The look.
    pub look: Look,
    /// Its strokes.
    pub mark: Mark,
    /// The meaning.
    pub name: String,
}

/// A pair of axes.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Above it; empty for none.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// In the order of drawing.
    pub series: Vec<Series>,
    /// Below all series; the axes count columns and rows from 0.
    pub cells: Vec<Cell>,
    /// Lines to compare with.
    pub rules: Vec<Rule>,
    /// Shaded parts.
    pub regions: Vec<Region>,
    /// Texts at points.
    pub notes: Vec<Note>,
}

/// An axis, which spans its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// From values to lengths.
    pub scale: Scale,
    /// Values that it reaches as well.
    pub include: Vec<f64>,
    /// Its ends; beyond them all is cut off.
    pub limits: Option<(f64, f64)>,
    /// Ticks read 5 % for 0.05.
    pub percent: bool,
    /// Values and labels, in place of those of the scale; an empty label makes a minor tick.
    pub ticks: Option<Vec<(f64, String)>>,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// In the legend or at its end, once in a panel; empty for none.
    pub name: String,
    /// Its look.
    pub look: Look,
    /// Its strokes.
    pub mark: Mark,
    /// A point whose y is not a number breaks the line.
    pub points: Vec<Point>,
    /// Intervals are along x.
    pub is_across: bool,
}

/// The way to draw a series.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A computed line.
    Line,
    /// Markers of observed values, intervals as bars.
    #[serde(rename = "points")]
    Markers,
    /// Markers, and a thin line that guides the eye.
    Joined,
    /// A line that keeps the height of each point to the next.
    Steps,
    /// A thin line with ends, which measures a difference.
    Span,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Horizontal.
    pub x: f64,
    /// Vertical.
    pub y: f64,
    /// Lower and upper end.
    pub interval: Option<(f64, f64)>,
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Its column, from the left.
    pub x: usize,
    /// Its row, from the bottom.
    pub y: usize,
    /// Its content.
    pub fill: Fill,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    /// A value, which has a colour.
    Value(f64),
    /// The number of the kind of reason why there is none, which has a mark.
    Missing(usize),
}

/// The bar that explains the colours of values, from dark to light.
#[derive(Clone, Debug, Default)]
pub struct Bar {
    /// Quantity and unit.
    pub label: String,
    /// The value at which each class begins, ascending.
    pub classes: Vec<f64>,
}

/// A dashed grey line to compare with, in no legend.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its place.
    pub along: Along,
    /// Above it, or at its right; empty for none.
    pub name: String,
    /// The place of the name along the line, from 0 to 1.
    pub at: f64,
    /// The name is below, or at the left.
    pub is_below: bool,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Along {
    /// From bottom to top at this x.
    X(f64),
    /// From left to right at this y.
    Y(f64),
}

/// A shaded rectangle; an infinite end is the edge of the plot.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its ends.
    pub x: (f64, f64),
    /// Its ends.
    pub y: (f64, f64),
    /// Lines of a text in a corner.
    pub name: String,
    /// The corner.
    pub corner: Corner,
}

/// A corner of a rectangle.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub enum Corner {
    /// At the left, above.
    #[default]
    #[serde(rename = "top left")]
    TopLeft,
    /// At the right, above.
    #[serde(rename = "top right")]
    TopRight,
    /// At the left, below.
    #[serde(rename = "bottom left")]
    BottomLeft,
    /// At the right, below.
    #[serde(rename = "bottom right")]
    BottomRight,
}

/// A text next to a point.
#[derive(Clone, Debug)]
pub struct Note {
    /// The point.
    pub at: (f64, f64),
    /// From there to the middle of the text, in pixels right and down; the text begins there if that leads right, and ends
    /// there if it leads left.
    pub offset: (f64, f64),
    /// Its lines.
    pub text: String,
    /// From the text to the point.
    pub pointer: Pointer,
    /// The colour of the text.
    pub colour: Colour,
}

/// The sign between a text and a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// None.
    None,
    /// An arrow to the point.
    Arrow,
    /// A ring around the point, and a line to it.
    Ring,
}

impl Point {
    /// A point without an interval.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }
}

impl Mark {
    pub(crate) fn has_line(self) -> bool {
        self != Self::Markers
    }

    pub(crate) fn has_markers(self) -> bool {
        matches!(self, Self::Markers | Self::Joined)
    }
}

impl Panel {
    /// The values that an axis has to reach, across or up. An interval that leaves a logarithmic axis is clipped.
    pub(crate) fn reach(&self, across: bool) -> Vec<f64> {
        let scale = if across { self.x.scale } else { self.y.scale };
        let mut all = Vec::new();
        for series in &self.series {
            for point in series.points.iter().filter(|point| !point.y.is_nan()) {
                all.push(if across { point.x } else { point.y });
                let ends = point.interval.filter(|_| series.is_across == across);
                all.extend(ends.into_iter().flat_map(|(low, high)| [low, high]).filter(|end| scale.holds(*end)));
            }
        }
        all.extend(self.rules.iter().filter_map(|rule| match rule.along {
            Along::X(x) => across.then_some(x),
            Along::Y(y) => (!across).then_some(y),
        }));
        all
    }
}
