//! The contrast of strokes, markers and letters to the ground behind them.

use crate::drawing::{Drawing, Place, Rgb, Shape};

/// The least for strokes and markers, and for letters (WCAG 2.2, 1.4.11 and 1.4.3).
const STROKE: f64 = 3.0;
const LETTERS: f64 = 4.5;

/// All that needs none: paper, grid, shades, bands and coloured cells, which are the ground, and the frames of coloured
/// cells, which stand out from the paper around them.
const BEHIND: [&str; 8] = ["headline", "paper", "grid", "region", "band", "cells", "patch", "frame"];

const WHITE: Rgb = [255; 3];

/// Contrast as WCAG 2.2 defines it, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let linear = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |[r, g, b]: Rgb| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colour of a place below the shapes from `before` on.
fn behind(drawing: &Drawing, before: usize, place: Place) -> Rgb {
    let mut seen = WHITE;
    for shape in &drawing.shapes[..before] {
        if let Some((colour, opacity)) = shape.fill
            && shape.holds(place)
            && !["marker", "exit"].iter().any(|class| shape.is(class))
        {
            let mix = |i: usize| opacity * f64::from(colour[i]) + (1.0 - opacity) * f64::from(seen[i]);
            seen = [0, 1, 2].map(|i| mix(i).round() as u8);
        }
    }
    seen
}

/// At most 12 places along a line.
fn along(shape: &Shape) -> impl Iterator<Item = Place> {
    let step = shape.points.len().div_ceil(12).max(1);
    let middles = shape.points.windows(2).map(|pair| ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0));
    middles.step_by(step)
}

pub fn check(drawing: &Drawing, faults: &mut Vec<String>) {
    for (i, shape) in drawing.shapes.iter().enumerate() {
        if BEHIND.iter().any(|class| shape.is(class)) {
            continue;
        }
        let colours = [shape.stroke.map(|(colour, _)| colour), shape.fill.map(|(colour, _)| colour)];
        for colour in colours.into_iter().flatten() {
            let least = along(shape).map(|place| contrast(colour, behind(drawing, i, place))).fold(21.0, f64::min);
            if least < STROKE {
                let classes = shape.classes.join(" ");
                faults.push(format!("contrast: a shape ({}) of {colour:?} has {least:.1}", classes.trim()));
            }
        }
    }
    for text in &drawing.texts {
        let [left, top, right, bottom] = text.area;
        let places = [0.1, 0.5, 0.9].map(|share| (left + share * (right - left), (top + bottom) / 2.0));
        let paper = |place| if text.has_halo { WHITE } else { behind(drawing, text.after, place) };
        let least = places.into_iter().map(|place| contrast(text.fill, paper(place))).fold(21.0, f64::min);
        if least < LETTERS {
            faults.push(format!("contrast: the text {:?} has {least:.1}", text.letters));
        }
    }
}
