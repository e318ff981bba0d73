//! Colours that differ for every kind of colour vision, and stand out from white paper.
//!
//! Any two colours of series but brown and warm ones keep a distance of at least 10 (CIEDE2000) as seen, under protanopia and
//! under deuteranopia, simulated as by Machado, Oliveira and Fernandes, *A physiologically-based model for simulation of color
//! vision deficiency* (2009). All have a contrast of at least 3 : 1 on white, and letters of 4.5 : 1. In grey print blue, purple
//! and grey are nine steps of lightness apart.

use plotters::style::RGBColor;
use serde::Deserialize;

/// The colour of a series.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
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
    /// The lightest of five steps of an ordered parameter.
    Ramp0,
    /// The second.
    Ramp1,
    /// The third.
    Ramp2,
    /// The fourth.
    Ramp3,
    /// The darkest.
    Ramp4,
    /// The lightest of three steps of a second ordered parameter, oranges.
    Warm0,
    /// The second.
    Warm1,
    /// The darkest.
    Warm2,
}

pub(crate) const INK: RGBColor = Colour::Ink.rgb();
pub(crate) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
pub(crate) const SHADE: RGBColor = RGBColor(0xee, 0xee, 0xee);
/// Below everything.
pub(crate) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

impl Colour {
    /// For lines, markers and areas.
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
            Self::Ramp0 => RGBColor(0x12, 0x8c, 0xe0),
            Self::Ramp1 => RGBColor(0x12, 0x64, 0xbc),
            Self::Ramp2 => RGBColor(0x1f, 0x4a, 0x80),
            Self::Ramp3 => RGBColor(0x0a, 0x2c, 0x50),
            Self::Ramp4 => RGBColor(0x00, 0x0c, 0x20),
            Self::Warm0 => Self::Vermilion.rgb(),
            Self::Warm1 => RGBColor(0x9a, 0x47, 0x00),
            Self::Warm2 => RGBColor(0x5a, 0x26, 0x00),
        }
    }

    /// For letters, which need more contrast than lines.
    pub(crate) const fn letters(self) -> RGBColor {
        match self {
            Self::Vermilion | Self::Warm0 => RGBColor(0xb3, 0x4d, 0x00),
            Self::Ramp0 => RGBColor(0x1f, 0x74, 0xb8),
            Self::Grey => RGBColor(0x6b, 0x6b, 0x6b),
            other => other.rgb(),
        }
    }
}

/// Dark to light, and as far apart for the eye as for any kind of colour vision and in grey: ten colours of *viridis*
/// (Smith and van der Walt, 2015, the default of matplotlib).
const SEQUENCE: [RGBColor; 10] = [
    RGBColor(0x44, 0x01, 0x54),
    RGBColor(0x48, 0x28, 0x78),
    RGBColor(0x3e, 0x49, 0x89),
    RGBColor(0x31, 0x68, 0x8e),
    RGBColor(0x26, 0x82, 0x8e),
    RGBColor(0x1f, 0x9e, 0x89),
    RGBColor(0x35, 0xb7, 0x79),
    RGBColor(0x6e, 0xce, 0x58),
    RGBColor(0xb5, 0xde, 0x2b),
    RGBColor(0xfd, 0xe7, 0x25),
];

/// The colour of class `i` of `classes` ordered ones, from dark to light.
pub(crate) fn sequential(i: usize, classes: usize) -> RGBColor {
    let last = SEQUENCE.len() - 1;
    let place = last as f64 * i as f64 / classes.saturating_sub(1).max(1) as f64;
    let below = (place as usize).min(last - 1);
    let (low, high, share) = (SEQUENCE[below], SEQUENCE[below + 1], place - below as f64);
    let mix = |a: u8, b: u8| (f64::from(a) + share * (f64::from(b) - f64::from(a))).round() as u8;
    RGBColor(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    use Colour::{Blue, Brown, Green, Grey, Indigo, Ink, Purple, Vermilion, Wine};

    const SERIES: [Colour; 9] = [Blue, Vermilion, Green, Purple, Indigo, Brown, Wine, Grey, Ink];

    /// All that is seen, and without the cones of long or of middle waves (Machado and others, severity 1).
    const VISIONS: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ];

    fn linear(RGBColor(r, g, b): RGBColor) -> [f64; 3] {
        [r, g, b].map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// CIELAB of a colour as a kind of vision sees it, white D65.
    fn lab(colour: RGBColor, vision: &[[f64; 3]; 3]) -> [f64; 3] {
        let rgb = linear(colour);
        let [r, g, b] = vision.map(|row| (0..3).map(|i| row[i] * rgb[i]).sum::<f64>().clamp(0.0, 1.0));
        let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
        let y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
        let z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The difference of two colours, after Sharma, Wu and Dalal, *The CIEDE2000 color-difference formula* (2005).
    fn difference([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
        let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25.0_f64.powi(7))).sqrt();
        let g = 1.5 - 0.5 * seventh((a1.hypot(b1) + a2.hypot(b2)) / 2.0);
        let (a1, a2) = (g * a1, g * a2);
        let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
        let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
        let (h1, h2) = (hue(a1, b1), hue(a2, b2));
        let turn = (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0;
        let (l, c, h) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0, (h1 + turn / 2.0).rem_euclid(360.0));
        let cos = |factor: f64, shift: f64| (factor * h + shift).to_radians().cos();
        let t = 1.0 - 0.17 * cos(1.0, -30.0) + 0.24 * cos(2.0, 0.0) + 0.32 * cos(3.0, 6.0) - 0.20 * cos(4.0, -63.0);
        let square = (l - 50.0).powi(2);
        let dl = (l2 - l1) / (1.0 + 0.015 * square / (20.0 + square).sqrt());
        let dc = (c2 - c1) / (1.0 + 0.045 * c);
        let dh = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * c * t);
        let rotation = -2.0 * seventh(c) * (60.0 * (-((h - 275.0) / 25.0).powi(2)).exp()).to_radians().sin();
        (dl * dl + dc * dc + dh * dh + rotation * dc * dh).sqrt()
    }

    #[test]
    fn colours_differ_for_every_vision_and_stand_out_from_paper() {
        let luminance = |rgb: RGBColor| {
            let [r, g, b] = linear(rgb);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for (i, colour) in SERIES.into_iter().enumerate() {
            assert!(1.05 / (luminance(colour.rgb()) + 0.05) > 3.0, "{colour:?} is pale");
            assert!(1.05 / (luminance(colour.letters()) + 0.05) > 4.5, "letters of {colour:?} are pale");
            for other in &SERIES[..i] {
                let seen = VISIONS.iter().map(|vision| difference(lab(colour.rgb(), vision), lab(other.rgb(), vision)));
                assert!(seen.fold(f64::INFINITY, f64::min) > 10.0, "{colour:?} and {other:?} are alike");
            }
        }
        let greys = [Blue, Purple, Grey].map(|colour| lab(colour.rgb(), &VISIONS[0])[0]);
        assert!(greys.windows(2).all(|pair| pair[1] - pair[0] > 9.0), "lightness {greys:?}");
    }

    #[test]
    fn ordered_classes_differ_evenly_in_grey() {
        for classes in 2..=16 {
            let grey: Vec<f64> = (0..classes).map(|i| lab(sequential(i, classes), &VISIONS[0])[0]).collect();
            let even = (grey[classes - 1] - grey[0]) / (classes - 1) as f64;
            assert!(grey[0] < 16.0 && grey[classes - 1] > 90.0, "{classes} classes span {grey:?}");
            assert!(grey.windows(2).all(|pair| pair[1] - pair[0] > 0.7 * even), "{classes} classes: {grey:?}");
        }
    }
}
