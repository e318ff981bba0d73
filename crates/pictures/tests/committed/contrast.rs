//! Whether strokes, markers and letters stand out from what lies behind them.

use crate::colours::contrast;
use crate::drawing::{Drawing, Place, Rgb, Shape};

/// What strokes and markers need, and what letters need (WCAG 2.2, 1.4.11 and 1.4.3).
const STROKE: f64 = 3.0;
const LETTERS: f64 = 4.5;

/// What needs no contrast: paper, grid, shades, bands and coloured cells, which are what lies behind, and the frames of
/// coloured cells, which stand out from the paper around them.
const BEHIND: [&str; 8] = ["headline", "paper", "grid", "region", "band", "cells", "patch", "frame"];

const WHITE: Rgb = [255; 3];

/// What lies at a place below the shapes from `before` on.
fn behind(drawing: &Drawing, before: usize, place: Place) -> Rgb {
    let mut seen = WHITE;
    for shape in &drawing.shapes[..before] {
        if let Some((colour, opacity)) = shape.fill
            && shape.holds(place)
            && !shape.is("marker")
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
