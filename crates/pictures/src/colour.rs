//! Colours that differ for every kind of colour vision, and stand out from white paper.
//!
//! Any two colours of series but brown and warm ones keep a distance of at least 10 (CIEDE2000) as seen, under protanopia and
//! under deuteranopia, simulated as by Machado, Oliveira and Fernandes, *A physiologically-based model for simulation of color
//! vision deficiency* (2009). All have a contrast of at least 3 : 1 on white, and letters of 4.5 : 1. In grey print blue, purple
//! and grey are nine steps of lightness apart.

use plotters::style::RGBColor;

/// The colour of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Blue.
    Blue,
    /// Orange, lighter than blue in grey print too.
    Vermilion,
    /// Dark green.
    Green,
    /// Light purple.
    Purple,
    /// Dark blue violet.
    Indigo,
    /// Brown.
    Brown,
    /// Dark red violet.
    Wine,
    /// Middle grey: references, and what stands back.
    Grey,
    /// Near black: text and axes.
    Ink,
    /// A step of an ordered parameter: blues from light, 0, to dark, 4.
    Ramp(u8),
    /// A step of a second ordered parameter: oranges from light, 0, to dark, 2.
    Warm(u8),
}

/// Text and axes.
pub(crate) const INK: RGBColor = Colour::Ink.rgb();
/// Grid lines.
pub(crate) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Shaded regions.
pub(crate) const SHADE: RGBColor = RGBColor(0xee, 0xee, 0xee);
/// Below everything.
pub(crate) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

const NAMES: [(&str, Colour); 9] = [
    ("blue", Colour::Blue),
    ("vermilion", Colour::Vermilion),
    ("green", Colour::Green),
    ("purple", Colour::Purple),
    ("indigo", Colour::Indigo),
    ("brown", Colour::Brown),
    ("wine", Colour::Wine),
    ("grey", Colour::Grey),
    ("ink", Colour::Ink),
];

impl Colour {
    /// The colour of this name: `blue`, …, `ramp0` to `ramp4`, `warm0` to `warm2`.
    pub fn named(name: &str) -> Option<Self> {
        let step = |prefix: &str, steps: u8| name.strip_prefix(prefix)?.parse().ok().filter(|step| *step < steps);
        let known = NAMES.iter().find(|known| known.0 == name).map(|known| known.1);
        known.or_else(|| step("ramp", 5).map(Self::Ramp)).or_else(|| step("warm", 3).map(Self::Warm))
    }

    /// Of lines, markers and areas.
    pub(crate) const fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(0x0c, 0x58, 0xb2),
            Self::Vermilion => RGBColor(0xdd, 0x66, 0x00),
            Self::Green => RGBColor(0x0d, 0x55, 0x3d),
            Self::Purple => RGBColor(0x9c, 0x5c, 0x88),
            Self::Indigo => RGBColor(0x22, 0x10, 0xc4),
            Self::Brown => RGBColor(0x7a, 0x4a, 0x14),
            Self::Wine => RGBColor(0x6f, 0x23, 0x55),
            Self::Grey => RGBColor(0x88, 0x88, 0x88),
            Self::Ink => RGBColor(0x22, 0x22, 0x22),
            Self::Ramp(step) => match step {
                0 => RGBColor(0x12, 0x8c, 0xe0),
                1 => RGBColor(0x12, 0x64, 0xbc),
                2 => RGBColor(0x1f, 0x4a, 0x80),
                3 => RGBColor(0x0a, 0x2c, 0x50),
                _ => RGBColor(0x00, 0x0c, 0x20),
            },
            Self::Warm(step) => match step {
                0 => Self::Vermilion.rgb(),
                1 => RGBColor(0x9a, 0x47, 0x00),
                _ => RGBColor(0x5a, 0x26, 0x00),
            },
        }
    }

    /// Of letters, which need more contrast than lines.
    pub(crate) const fn letters(self) -> RGBColor {
        match self {
            Self::Vermilion | Self::Warm(0) => RGBColor(0xb3, 0x4d, 0x00),
            Self::Ramp(0) => RGBColor(0x1f, 0x74, 0xb8),
            Self::Grey => RGBColor(0x6b, 0x6b, 0x6b),
            other => other.rgb(),
        }
    }
}
