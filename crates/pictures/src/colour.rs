//! Colours that differ for every kind of colour vision, and stand out from white paper.
//!
//! Any two colours of series keep a distance of at least 10 (CIEDE2000) as seen, under protanopia and under deuteranopia,
//! simulated as by Machado, Oliveira and Fernandes, *A physiologically-based model for simulation of color vision
//! deficiency* (2009). All have a contrast of at least 4.5 : 1 on white, so that a text may have them too.

use plotters::style::RGBColor;

/// The colour of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Middle blue.
    Blue,
    /// Red orange.
    Vermilion,
    /// Dark green.
    Green,
    /// Light purple.
    Purple,
    /// Dark blue violet.
    Indigo,
    /// Dark brown.
    Brown,
    /// Dark red violet.
    Wine,
    /// Middle grey: references, and what stands back.
    Grey,
    /// Near black: text and axes.
    Ink,
}

/// Text and axes.
pub(crate) const INK: RGBColor = Colour::Ink.rgb();
/// Grid lines.
pub(crate) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Shaded regions.
pub(crate) const SHADE: RGBColor = RGBColor(0xee, 0xee, 0xee);
/// Below everything.
pub(crate) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

impl Colour {
    /// The colours that series take in turn.
    pub(crate) const SERIES: [Self; 8] =
        [Self::Blue, Self::Vermilion, Self::Green, Self::Purple, Self::Ink, Self::Indigo, Self::Brown, Self::Wine];

    pub(crate) const fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(0x11, 0x79, 0xc4),
            Self::Vermilion => RGBColor(0xc2, 0x51, 0x02),
            Self::Green => RGBColor(0x0d, 0x55, 0x3d),
            Self::Purple => RGBColor(0x94, 0x49, 0x85),
            Self::Indigo => RGBColor(0x22, 0x10, 0xc4),
            Self::Brown => RGBColor(0x43, 0x35, 0x02),
            Self::Wine => RGBColor(0x6f, 0x23, 0x55),
            Self::Grey => RGBColor(0x6b, 0x6b, 0x6b),
            Self::Ink => RGBColor(0x22, 0x22, 0x22),
        }
    }
}
