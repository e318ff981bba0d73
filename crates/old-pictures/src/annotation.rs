//! What a picture says beside its series: references, notes, shaded regions.

use crate::canvas::{Align, Canvas, FONT, LEADING, Pen, Place};
use crate::colour::INK;
use crate::frame::Frame;
use crate::{Colour, Dash, Point, Undrawable};

/// A dashed grey line to compare with, which is not in the legend; a straight one carries its name.
#[derive(Clone, Debug)]
pub struct Reference {
    path: Path,
    name: String,
    /// Where along the line the name stands, from 0 to 1, and whether it stands below it or at its left.
    at: f64,
    is_below: bool,
}

#[derive(Clone, Debug)]
enum Path {
    Horizontal(f64),
    Vertical(f64),
    Curve(Vec<Point>),
}

impl Reference {
    fn new(path: Path, name: impl Into<String>) -> Self {
        Self { path, name: name.into(), at: 1.0, is_below: false }
    }

    /// A line from left to right at this y, its name above its right end.
    pub fn horizontal(y: f64, name: impl Into<String>) -> Self {
        Self::new(Path::Horizontal(y), name)
    }

    /// A line from bottom to top at this x, its name at the right of its upper end.
    pub fn vertical(x: f64, name: impl Into<String>) -> Self {
        Self::new(Path::Vertical(x), name)
    }

    /// A line through points, without a name.
    pub fn curve(points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Path::Curve(points.into_iter().collect()), "")
    }

    /// The name stands at this share of the line's length, from 0 at the left or the bottom to 1.
    #[must_use]
    pub fn named_at(self, at: f64) -> Self {
        Self { at, ..self }
    }

    /// The name stands below the line, or at the left of a vertical one.
    #[must_use]
    pub fn named_below(self) -> Self {
        Self { is_below: true, ..self }
    }

    /// The points that the axes have to reach: x, and y.
    pub(crate) fn reach(&self) -> (Vec<f64>, Vec<f64>) {
        match &self.path {
            Path::Horizontal(y) => (Vec::new(), vec![*y]),
            Path::Vertical(x) => (vec![*x], Vec::new()),
            Path::Curve(points) => {
                (points.iter().map(|point| point.x).collect(), points.iter().map(|point| point.y).collect())
            }
        }
    }

    pub(crate) fn draw(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        let line = match &self.path {
            Path::Horizontal(y) => vec![(frame.left, frame.up(*y)), (frame.right(), frame.up(*y))],
            Path::Vertical(x) => vec![(frame.across(*x), frame.bottom()), (frame.across(*x), frame.top)],
            Path::Curve(points) => points.iter().map(|point| frame.at(point.x, point.y)).collect(),
        };
        let pen = Pen { colour: Colour::Grey.rgb(), width: 1.2, dash: Dash::Dashed.pattern() };
        for piece in frame.clip(&line) {
            canvas.line(&piece, pen)?;
        }
        Ok(())
    }

    pub(crate) fn draw_name(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        if self.name.is_empty() {
            return Ok(());
        }
        let side = if self.is_below { -1.0 } else { 1.0 };
        let (at, align) = match &self.path {
            Path::Vertical(x) => {
                let y = frame.bottom() - 10.0 - self.at * (frame.height - 20.0);
                let align = if self.is_below { Align::Right } else { Align::Left };
                ((frame.across(*x) + 5.0 * side, y), align)
            }
            Path::Horizontal(y) => {
                let x = frame.left + 6.0 + self.at * (frame.width - 12.0);
                ((x, frame.up(*y) - 9.0 * side), along(self.at))
            }
            Path::Curve(_) => return Ok(()),
        };
        canvas.text_over(&self.name, at, FONT, align, Colour::Grey.rgb())
    }
}

fn along(share: f64) -> Align {
    match share {
        share if share > 0.66 => Align::Right,
        share if share < 0.34 => Align::Left,
        _ => Align::Centre,
    }
}

/// A text beside a point, with an arrow or a ring where it has one.
#[derive(Clone, Debug)]
pub struct Note {
    at: (f64, f64),
    offset: (f64, f64),
    text: String,
    has_arrow: bool,
    has_ring: bool,
    colour: Colour,
}

impl Note {
    /// A text (lines end at a line break) whose middle is `offset` pixels right of and below a point of the axes. It
    /// begins there where the offset leads right, and ends there where it leads left.
    pub fn text(at: (f64, f64), offset: (f64, f64), text: impl Into<String>) -> Self {
        Self { at, offset, text: text.into(), has_arrow: false, has_ring: false, colour: Colour::Ink }
    }

    /// The same with an arrow from the text to the point.
    pub fn arrow(at: (f64, f64), offset: (f64, f64), text: impl Into<String>) -> Self {
        Self { has_arrow: true, ..Self::text(at, offset, text) }
    }

    /// The same with a ring around the point, and a line from the text to it.
    pub fn ring(at: (f64, f64), offset: (f64, f64), text: impl Into<String>) -> Self {
        Self { has_ring: true, ..Self::text(at, offset, text) }
    }

    /// The text in the colour of what it names.
    #[must_use]
    pub fn coloured(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(crate) fn draw(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        let tip = frame.clamped(self.at.0, self.at.1);
        let (dx, dy) = self.offset;
        let at = (tip.0 + dx, tip.1 + dy);
        let align = match dx {
            dx if dx > 3.0 => Align::Left,
            dx if dx < -3.0 => Align::Right,
            _ => Align::Centre,
        };
        let lines: Vec<&str> = self.text.split('\n').collect();
        let half = LEADING * (lines.len() - 1) as f64 / 2.0;
        // the line begins beside the text: at its side, or above or below it
        let start = match align {
            Align::Centre => (at.0, at.1 - (half + 8.0).copysign(dy)),
            Align::Left => (at.0 - 3.0, at.1),
            Align::Right => (at.0 + 3.0, at.1),
        };
        let pen = Pen::solid(INK, 1.0);
        if self.has_ring {
            canvas.ring(tip, RING, Pen::solid(INK, 1.4))?;
        }
        let gap = if self.has_ring { RING } else { 3.0 };
        let (ex, ey) = (tip.0 - start.0, tip.1 - start.1);
        let length = libm::hypot(ex, ey);
        if (self.has_arrow || self.has_ring) && length > gap + 4.0 {
            let (ux, uy) = (ex / length, ey / length);
            let end = (tip.0 - gap * ux, tip.1 - gap * uy);
            canvas.line(&[start, end], pen)?;
            if self.has_arrow {
                let back = |aside: f64| (end.0 - 6.0 * ux - aside * uy, end.1 - 6.0 * uy + aside * ux);
                canvas.polygon(&[end, back(2.6), back(-2.6)], INK, 1.0)?;
            }
        }
        for (i, line) in lines.iter().enumerate() {
            let y = at.1 - half + LEADING * i as f64;
            canvas.text_over(line, (at.0, y), FONT, align, self.colour.letters())?;
        }
        Ok(())
    }
}

/// The radius of a ring.
const RING: f64 = 7.0;

/// A shaded part of the plot, with its name in a corner.
#[derive(Clone, Debug)]
pub struct Region {
    x: (f64, f64),
    y: (f64, f64),
    name: String,
    corner: Corner,
}

/// A corner of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Where its name stands: above, at the left.
    TopLeft,
    /// Above, at the right.
    TopRight,
    /// Below, at the left.
    BottomLeft,
    /// Below, at the right.
    BottomRight,
}

impl Region {
    /// A rectangle; an infinite end is the edge of the plot. The name stands in its upper left corner.
    pub fn new(x: (f64, f64), y: (f64, f64), name: impl Into<String>) -> Self {
        Self { x, y, name: name.into(), corner: Corner::TopLeft }
    }

    /// All that lies above this y.
    pub fn above(y: f64, name: impl Into<String>) -> Self {
        Self::new((f64::NEG_INFINITY, f64::INFINITY), (y, f64::INFINITY), name)
    }

    /// All that lies below this y.
    pub fn below(y: f64, name: impl Into<String>) -> Self {
        Self::new((f64::NEG_INFINITY, f64::INFINITY), (f64::NEG_INFINITY, y), name)
    }

    /// The name stands in this corner.
    #[must_use]
    pub fn named_in(self, corner: Corner) -> Self {
        Self { corner, ..self }
    }

    pub(crate) fn draw(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        let ((left, bottom), (right, top)) = self.corners(frame);
        canvas.shade((left, top, right, bottom))
    }

    pub(crate) fn draw_name(&self, canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
        if self.name.is_empty() {
            return Ok(());
        }
        let ((left, bottom), (right, top)) = self.corners(frame);
        let lines: Vec<&str> = self.name.split('\n').collect();
        let rest = LEADING * (lines.len() - 1) as f64;
        let (x, align) = match self.corner {
            Corner::TopLeft | Corner::BottomLeft => (left + 6.0, Align::Left),
            Corner::TopRight | Corner::BottomRight => (right - 6.0, Align::Right),
        };
        let first = match self.corner {
            Corner::TopLeft | Corner::TopRight => top + 11.0,
            Corner::BottomLeft | Corner::BottomRight => bottom - 10.0 - rest,
        };
        for (i, line) in lines.iter().enumerate() {
            canvas.text(line, (x, first + LEADING * i as f64), FONT, align)?;
        }
        Ok(())
    }

    fn corners(&self, frame: &Frame) -> (Place, Place) {
        (frame.clamped(self.x.0, self.y.0), frame.clamped(self.x.1, self.y.1))
    }
}
