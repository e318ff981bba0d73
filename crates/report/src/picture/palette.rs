//! Colours that differ for every kind of colour vision: Okabe and Ito, *Color Universal Design* (2008), less the
//! yellow, which paper swallows; then three dark ones of Tol, *Colour schemes* (2021).

use plotters::style::RGBColor;

/// Text and axes.
pub(crate) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
/// Grid lines.
pub(crate) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

const SERIES: [RGBColor; 10] = [
    RGBColor(0x00, 0x72, 0xb2), // blue
    RGBColor(0xd5, 0x5e, 0x00), // vermilion
    RGBColor(0x00, 0x9e, 0x73), // green
    RGBColor(0xcc, 0x79, 0xa7), // purple
    RGBColor(0xe6, 0x9f, 0x00), // orange
    RGBColor(0x56, 0xb4, 0xe9), // sky
    RGBColor(0x44, 0x44, 0x44), // grey
    RGBColor(0x88, 0x22, 0x55), // wine
    RGBColor(0x99, 0x99, 0x33), // olive
    RGBColor(0x33, 0x22, 0x88), // indigo
];

/// The colour of the i-th series.
pub(crate) fn series(i: usize) -> RGBColor {
    SERIES[i % SERIES.len()]
}
