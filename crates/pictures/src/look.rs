//! The look of a series: colour, dash, marker and weight.

use serde::Deserialize;

use crate::Colour;
use crate::draw::canvas::Pen;

/// The look of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The colour of line and marker.
    pub colour: Colour,
    /// The strokes of its line.
    pub dash: Dash,
    /// At its points.
    pub marker: Marker,
    /// A heavier line: what the picture is about.
    pub heavy: bool,
}

/// The strokes of a line.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Dash {
    /// Without a gap.
    #[default]
    Solid,
    /// Long strokes.
    Dashed,
    /// Dots.
    Dotted,
    /// Strokes and dots in turn.
    DashDot,
}

/// The shape at a point.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// A disc.
    #[default]
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

impl Look {
    /// A solid line of this colour with discs.
    pub const fn new(colour: Colour) -> Self {
        Self { colour, dash: Dash::Solid, marker: Marker::Circle, heavy: false }
    }

    /// The i-th of `count` steps of an ordered parameter, from light to dark, each with its own marker.
    #[must_use]
    pub fn step(i: usize, count: usize) -> Self {
        use Colour::{Ramp0, Ramp1, Ramp2, Ramp3, Ramp4};
        const MARKERS: [Marker; 4] = [Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond];
        let darkness = if count > 1 { (4 * i / (count - 1)).min(4) } else { 1 };
        Self { marker: MARKERS[i % 4], ..Self::new([Ramp0, Ramp1, Ramp2, Ramp3, Ramp4][darkness]) }
    }

    /// The pen of its lines; that of a thin one guides the eye from marker to marker.
    pub(crate) fn pen(self, is_thin: bool) -> Pen {
        let width = if is_thin {
            1.0
        } else if self.heavy {
            2.8
        } else {
            1.6
        };
        Pen { colour: self.colour.rgb(), width, dash: self.dash.pattern() }
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
