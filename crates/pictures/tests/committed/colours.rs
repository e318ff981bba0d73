//! How far apart two colours are, for every kind of colour vision; and how much they stand out from each other.

use crate::drawing::Rgb;

/// Contrast as WCAG 2.2 defines it, from 1 to 21.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |rgb: Rgb| {
        let [r, g, b] = rgb.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The least difference (CIEDE2000) as seen, under protanopia and under deuteranopia.
pub fn distance(a: Rgb, b: Rgb) -> f64 {
    let seen = |vision: &[[f64; 3]; 3], rgb: Rgb| {
        let linear = rgb.map(linear);
        lab(vision.map(|row| (0..3).map(|i| row[i] * linear[i]).sum::<f64>().clamp(0.0, 1.0)))
    };
    VISIONS.iter().map(|vision| ciede2000(seen(vision, a), seen(vision, b))).fold(f64::INFINITY, f64::min)
}

/// What is seen of linear red, green and blue: everything, and without the cones of long or of middle waves (Machado,
/// Oliveira and Fernandes, *A physiologically-based model for simulation of color vision deficiency*, 2009, severity 1).
const VISIONS: [[[f64; 3]; 3]; 3] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
];

fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// CIELAB of linear sRGB, white D65.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    let y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
    let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883;
    let [x, y, z] = [x, y, z].map(|t| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The difference by Sharma, Wu and Dalal, *The CIEDE2000 color-difference formula* (2005).
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let mean = (a1.hypot(b1) + a2.hypot(b2)) / 2.0;
    let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25_f64.powi(7))).sqrt();
    let stretch = 1.5 - 0.5 * seventh(mean);
    let (a1, a2) = (a1 * stretch, a2 * stretch);
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let turn = match h2 - h1 {
        _ if c1 * c2 == 0.0 => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let (dl, dc, dh) = (l2 - l1, c2 - c1, 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin());
    let (l, c) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
    let h = match h1 + h2 {
        sum if c1 * c2 == 0.0 => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => (sum + 360.0) / 2.0,
        sum => (sum - 360.0) / 2.0,
    };
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0) - 0.20 * cos(4.0 * h - 63.0);
    let sl = 1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt();
    let (sc, sh) = (1.0 + 0.045 * c, 1.0 + 0.015 * c * t);
    let rotation = (60.0 * (-((h - 275.0) / 25.0).powi(2)).exp()).to_radians().sin() * -2.0 * seventh(c);
    let (dl, dc, dh) = (dl / sl, dc / sc, dh / sh);
    (dl * dl + dc * dc + dh * dh + rotation * dc * dh).sqrt()
}

#[test]
fn differences_are_those_of_the_formulas_authors() {
    // pairs 1, 7, 17 and 25 of table 1 of Sharma, Wu and Dalal
    let pairs = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ];
    for (a, b, expected) in pairs {
        assert!((ciede2000(a, b) - expected).abs() < 5e-5, "{a:?} {b:?}: {}", ciede2000(a, b));
    }
}

#[test]
fn contrast_is_from_1_to_21() {
    assert_eq!(contrast([0; 3], [255; 3]), 21.0);
    assert_eq!(contrast([9; 3], [9; 3]), 1.0);
}
