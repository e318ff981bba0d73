//! How a series is drawn between its axes.

use crate::canvas::{Canvas, Pen, Place};
use crate::frame::Frame;
use crate::series::{Mark, Point, Series};
use crate::{Look, Undrawable, marker};

/// Draws a series.
pub(crate) fn draw(canvas: &Canvas, series: &Series, look: Look, frame: &Frame) -> Result<(), Undrawable> {
    if series.mark == Mark::Line {
        draw_band(canvas, &series.points, look, frame)?;
    }
    if series.mark.has_line() {
        let width = if series.mark == Mark::Joined { 1.0 } else { look.width() };
        let pen = Pen { colour: look.colour.rgb(), width, dash: look.dash.pattern() };
        for piece in frame.clip(&path(series, frame)) {
            canvas.line(&piece, pen)?;
        }
    }
    if series.mark.has_markers() {
        let inside = series.points.iter().filter(|point| frame.holds(frame.at(point.x, point.y)));
        for point in inside.clone() {
            draw_interval(canvas, point, look, frame)?;
        }
        canvas.group(&format!("marker {}", look.marker.name()), || {
            for point in inside {
                marker::draw(canvas, look, frame.at(point.x, point.y))?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// How much of a band covers what lies below: lines stay 3 : 1 from three of them.
const BAND: f64 = 0.12;

fn path(series: &Series, frame: &Frame) -> Vec<Place> {
    let at: Vec<Place> = series.points.iter().map(|point| frame.at(point.x, point.y)).collect();
    if series.mark != Mark::Steps {
        return at;
    }
    let mut stairs: Vec<Place> = at.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]).collect();
    stairs.extend(at.last());
    stairs
}

fn draw_band(canvas: &Canvas, points: &[Point], look: Look, frame: &Frame) -> Result<(), Undrawable> {
    let with_interval = || points.iter().filter_map(|point| Some((point.x, point.interval?)));
    let lower = with_interval().map(|(x, (low, _))| frame.clamped(x, low));
    let upper: Vec<_> = with_interval().map(|(x, (_, high))| frame.clamped(x, high)).collect();
    let band: Vec<_> = lower.chain(upper.into_iter().rev()).collect();
    if band.len() < 3 {
        return Ok(());
    }
    canvas.group("band", || canvas.polygon(&band, look.colour.rgb(), BAND))
}

/// A bar with ends; an end outside the plot is cut off.
fn draw_interval(canvas: &Canvas, point: &Point, look: Look, frame: &Frame) -> Result<(), Undrawable> {
    let Some((low, high)) = point.interval else { return Ok(()) };
    let pen = Pen::solid(look.colour.rgb(), 1.2);
    let ((x, bottom), (_, top)) = (frame.clamped(point.x, low), frame.clamped(point.x, high));
    canvas.line(&[(x, bottom), (x, top)], pen)?;
    for (value, y) in [(low, bottom), (high, top)] {
        if frame.holds(frame.at(point.x, value)) {
            canvas.line(&[(x - 2.5, y), (x + 2.5, y)], pen)?;
        }
    }
    Ok(())
}
