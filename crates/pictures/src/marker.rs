//! Markers, so that series differ without their colours.

use plotters::style::RGBColor;

use crate::Undrawable;
use crate::canvas::Canvas;

/// Draws the marker of the i-th series.
pub(crate) fn draw(canvas: &Canvas, i: usize, (x, y): (f64, f64), colour: RGBColor) -> Result<(), Undrawable> {
    let shape = |corners: &[(f64, f64)]| {
        let points: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        canvas.polygon(&points, colour, 1.0)
    };
    let outline = |corners: &[(f64, f64)]| {
        let points: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        canvas.line(&points, colour, 1.2)
    };
    match i % 10 {
        0 => canvas.circle((x, y), 3.0, colour, true),
        1 => shape(&[(-2.7, -2.7), (2.7, -2.7), (2.7, 2.7), (-2.7, 2.7)]),
        2 => shape(&[(0.0, -3.8), (3.5, 2.6), (-3.5, 2.6)]),
        3 => shape(&[(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)]),
        4 => shape(&[(0.0, 3.8), (3.5, -2.6), (-3.5, -2.6)]),
        5 => canvas.circle((x, y), 2.8, colour, false),
        7 => {
            canvas.line(&[(x - 3.6, y), (x + 3.6, y)], colour, 1.5)?;
            canvas.line(&[(x, y - 3.6), (x, y + 3.6)], colour, 1.5)
        }
        8 => outline(&[(-2.7, -2.7), (2.7, -2.7), (2.7, 2.7), (-2.7, 2.7), (-2.7, -2.7)]),
        9 => outline(&[(0.0, -3.8), (3.5, 2.6), (-3.5, 2.6), (0.0, -3.8)]),
        _ => {
            canvas.line(&[(x - 3.0, y - 3.0), (x + 3.0, y + 3.0)], colour, 1.5)?;
            canvas.line(&[(x - 3.0, y + 3.0), (x + 3.0, y - 3.0)], colour, 1.5)
        }
    }
}
