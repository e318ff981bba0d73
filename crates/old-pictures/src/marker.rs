//! Markers, so that series differ without their colours.

use crate::canvas::{Canvas, Pen, Place};
use crate::look::Marker;
use crate::{Look, Undrawable};

/// Draws the marker of a look.
pub(crate) fn draw(canvas: &Canvas, look: Look, (x, y): Place) -> Result<(), Undrawable> {
    let colour = look.colour.rgb();
    let at = |corners: &[Place]| corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>();
    let filled = |corners: &[Place]| canvas.polygon(&at(corners), colour, 1.0);
    let line = |corners: &[Place]| canvas.line(&at(corners), Pen::solid(colour, 1.4));
    match look.marker {
        Marker::Circle => canvas.disc((x, y), 3.0, colour),
        Marker::Square => filled(&[(-2.7, -2.7), (2.7, -2.7), (2.7, 2.7), (-2.7, 2.7)]),
        Marker::Triangle => filled(&[(0.0, -3.8), (3.5, 2.6), (-3.5, 2.6)]),
        Marker::Diamond => filled(&[(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)]),
        Marker::Wedge => filled(&[(0.0, 3.8), (3.5, -2.6), (-3.5, -2.6)]),
        Marker::Ring => canvas.ring((x, y), 2.8, Pen::solid(colour, 1.4)),
        Marker::OpenSquare => line(&[(-2.7, -2.7), (2.7, -2.7), (2.7, 2.7), (-2.7, 2.7), (-2.7, -2.7), (2.7, -2.7)]),
        Marker::OpenTriangle => line(&[(0.0, -3.8), (3.5, 2.6), (-3.5, 2.6), (0.0, -3.8), (3.5, 2.6)]),
        Marker::Cross => {
            line(&[(-3.0, -3.0), (3.0, 3.0)])?;
            line(&[(-3.0, 3.0), (3.0, -3.0)])
        }
        Marker::Plus => {
            line(&[(-3.6, 0.0), (3.6, 0.0)])?;
            line(&[(0.0, -3.6), (0.0, 3.6)])
        }
    }
}
