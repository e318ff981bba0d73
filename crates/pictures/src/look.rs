//! The look of a series: colour, dash, marker and weight.

use crate::Colour;

/// The look of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Of line and marker.
    pub colour: Colour,
    /// Of its line.
    pub dash: Dash,
    /// At its points.
    pub marker: Marker,
    /// A heavier line: what the picture is about.
    pub heavy: bool,
}

/// The strokes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// Without a gap.
    Solid,
    /// Long strokes.
    Dashed,
    /// Dots.
    Dotted,
    /// Strokes and dots in turn.
    DashDot,
}

/// The shape at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A disc.
    Circle,
    /// A filled square.
    Square,
    /// A filled triangle, tip up.
    Triangle,
    /// A filled square on its corner.
    Diamond,
    /// A filled triangle, tip down.
    Wedge,
    /// An open circle.
    Ring,
    /// ×
    Cross,
    /// +
    Plus,
    /// An open square.
    OpenSquare,
    /// An open triangle, tip up.
    OpenTriangle,
}

const DASHES: [(&str, Dash); 4] =
    [("solid", Dash::Solid), ("dashed", Dash::Dashed), ("dotted", Dash::Dotted), ("dashdot", Dash::DashDot)];

const MARKERS: [(&str, Marker); 10] = [
    ("circle", Marker::Circle),
    ("square", Marker::Square),
    ("triangle", Marker::Triangle),
    ("diamond", Marker::Diamond),
    ("wedge", Marker::Wedge),
    ("ring", Marker::Ring),
    ("cross", Marker::Cross),
    ("plus", Marker::Plus),
    ("open-square", Marker::OpenSquare),
    ("open-triangle", Marker::OpenTriangle),
];

impl Look {
    /// A solid line of this colour with discs.
    pub const fn new(colour: Colour) -> Self {
        Self { colour, dash: Dash::Solid, marker: Marker::Circle, heavy: false }
    }

    /// The i-th of `count` steps of an ordered parameter, from light to dark, each with its own marker.
    #[must_use]
    pub fn step(i: usize, count: usize) -> Self {
        const DARKEST: usize = 4;
        let darkness = if count > 1 { (DARKEST * i / (count - 1)).min(DARKEST) } else { 1 };
        Self { marker: MARKERS[i % 4].1, ..Self::new(Colour::Ramp(darkness as u8)) }
    }

    /// The width of its lines in pixels.
    pub(crate) fn width(self) -> f64 {
        if self.heavy { 2.8 } else { 1.6 }
    }
}

impl Dash {
    /// The strokes of this name.
    pub fn named(name: &str) -> Option<Self> {
        DASHES.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Lengths of strokes and gaps in pixels, as SVG writes them.
    pub(crate) fn pattern(self) -> Option<&'static str> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some("6 3"),
            Self::Dotted => Some("1.6 2.4"),
            Self::DashDot => Some("7 2.5 1.6 2.5"),
        }
    }
}

impl Marker {
    /// The marker of this name.
    pub fn named(name: &str) -> Option<Self> {
        MARKERS.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// The class of elements that it is drawn as.
    pub(crate) fn name(self) -> &'static str {
        MARKERS.iter().find(|known| known.1 == self).map_or("", |known| known.0)
    }
}
