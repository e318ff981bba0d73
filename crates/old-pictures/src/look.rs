//! How a series looks: colour, dash, marker and weight. One quantity has one look in all figures of a paper.

use crate::Colour;

/// How a series looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub(crate) colour: Colour,
    pub(crate) dash: Dash,
    pub(crate) marker: Marker,
    pub(crate) heavy: bool,
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

/// The shape that stands at a point.
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

const MARKERS: [Marker; 10] = [
    Marker::Circle,
    Marker::Square,
    Marker::Triangle,
    Marker::Diamond,
    Marker::Ring,
    Marker::Wedge,
    Marker::Cross,
    Marker::Plus,
    Marker::OpenSquare,
    Marker::OpenTriangle,
];

impl Look {
    /// A solid line of this colour, discs where it has markers.
    pub const fn new(colour: Colour) -> Self {
        Self { colour, dash: Dash::Solid, marker: Marker::Circle, heavy: false }
    }

    /// The look of the i-th series of a figure, counted from 0, where none is chosen.
    pub(crate) fn nth(i: usize) -> Self {
        let dashes = [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::DashDot];
        let count = Colour::SERIES.len();
        Self {
            colour: Colour::SERIES[i % count],
            dash: dashes[(i / count) % dashes.len()],
            marker: MARKERS[i % MARKERS.len()],
            heavy: false,
        }
    }

    /// The look of the i-th of `count` steps of an ordered parameter, from light to dark, each with a marker of its own.
    #[must_use]
    pub fn step(i: usize, count: usize) -> Self {
        const DARKEST: usize = 4;
        let darkness = if count > 1 { (DARKEST * i / (count - 1)).min(DARKEST) } else { 1 };
        Self::new(Colour::Ramp(darkness as u8)).marked(MARKERS[i % 4])
    }

    /// The same with other strokes.
    #[must_use]
    pub const fn dashed(self, dash: Dash) -> Self {
        Self { dash, ..self }
    }

    /// The same with another marker.
    #[must_use]
    pub const fn marked(self, marker: Marker) -> Self {
        Self { marker, ..self }
    }

    /// The same with a heavier line: what the picture is about.
    #[must_use]
    pub const fn heavy(self) -> Self {
        Self { heavy: true, ..self }
    }

    /// Its colour.
    pub fn colour(self) -> Colour {
        self.colour
    }

    /// Its marker.
    pub fn marker(self) -> Marker {
        self.marker
    }

    /// The width of its lines in pixels.
    pub(crate) fn width(self) -> f64 {
        if self.heavy { 2.8 } else { 1.6 }
    }
}

impl Dash {
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
    /// As elements are marked with it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Triangle => "triangle",
            Self::Diamond => "diamond",
            Self::Wedge => "wedge",
            Self::Ring => "ring",
            Self::Cross => "cross",
            Self::Plus => "plus",
            Self::OpenSquare => "open-square",
            Self::OpenTriangle => "open-triangle",
        }
    }
}
