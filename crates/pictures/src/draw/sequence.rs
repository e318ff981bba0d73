//! Colours in an order, for heat maps.

use plotters::style::RGBColor;

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

    /// CIE lightness L*, 0 for black and 100 for white: how light a colour is in grey.
    fn lightness(RGBColor(r, g, b): RGBColor) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        116.0 * luminance.cbrt() - 16.0
    }

    #[test]
    fn ordered_classes_differ_evenly_in_grey() {
        for classes in 2..=16 {
            let grey: Vec<f64> = (0..classes).map(|i| lightness(sequential(i, classes))).collect();
            let even = (grey[classes - 1] - grey[0]) / (classes - 1) as f64;
            assert!(grey[0] < 16.0 && grey[classes - 1] > 90.0, "{classes} classes span {grey:?}");
            assert!(grey.windows(2).all(|pair| pair[1] - pair[0] > 0.7 * even), "{classes} classes: {grey:?}");
        }
        assert_eq!(lightness(sequential(0, 1)), lightness(SEQUENCE[0]));
    }
}
