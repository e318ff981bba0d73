//! Markers, so that series differ without their colours.

use crate::draw::canvas::{Canvas, Pen};
use crate::layout::Place;
use crate::{Look, Marker, Undrawable};

const SQUARE: [Place; 6] = [(-2.7, -2.7), (2.7, -2.7), (2.7, 2.7), (-2.7, 2.7), (-2.7, -2.7), (2.7, -2.7)];
const TRIANGLE: [Place; 5] = [(0.0, -3.8), (3.5, 2.6), (-3.5, 2.6), (0.0, -3.8), (3.5, 2.6)];

pub(crate) fn draw(canvas: &Canvas, look: Look, (x, y): Place) -> Result<(), Undrawable> {
    let colour = look.colour.rgb();
    let at = |corners: &[Place]| corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>();
    let filled = |corners: &[Place]| canvas.polygon(&at(corners), colour, 1.0);
    let lines = |paths: &[&[Place]]| paths.iter().try_for_each(|path| canvas.line(&at(path), Pen::solid(colour, 1.4)));
    match look.marker {
        Marker::Circle => canvas.disc((x, y), 3.0, colour),
        Marker::Square => filled(&SQUARE[..4]),
        Marker::Triangle => filled(&TRIANGLE[..3]),
        Marker::Diamond => filled(&[(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)]),
        Marker::Wedge => filled(&[(0.0, 3.8), (3.5, -2.6), (-3.5, -2.6)]),
        Marker::Ring => canvas.ring((x, y), 2.8, Pen::solid(colour, 1.4)),
        Marker::OpenSquare => lines(&[&SQUARE]),
        Marker::OpenTriangle => lines(&[&TRIANGLE]),
        Marker::Cross => lines(&[&[(-3.0, -3.0), (3.0, 3.0)], &[(-3.0, 3.0), (3.0, -3.0)]]),
        Marker::Plus => lines(&[&[(-3.6, 0.0), (3.6, 0.0)], &[(0.0, -3.6), (0.0, 3.6)]]),
    }
}
