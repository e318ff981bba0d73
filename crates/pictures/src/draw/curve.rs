//! A series between its axes.

use crate::draw::canvas::{Canvas, Pen};
use crate::draw::marker;
use crate::layout::Place;
use crate::layout::frame::Frame;
use crate::{Mark, Marker, Point, Series, Undrawable};

/// Draws a series; a point without a number breaks its line.
pub(crate) fn draw(canvas: &Canvas, series: &Series, frame: &Frame) -> Result<(), Undrawable> {
    let look = series.look;
    for points in series.points.split(|point| point.y.is_nan()) {
        if series.mark.has_line() {
            let pen = look.pen(matches!(series.mark, Mark::Joined | Mark::Span));
            let path = path(points, series.mark, frame);
            for piece in frame.clip(&path) {
                canvas.line(&piece, pen)?;
                draw_exits(canvas, frame, &path, &piece, pen)?;
            }
            for (x, y) in path.first().into_iter().chain(path.last()).filter(|_| series.mark == Mark::Span) {
                canvas.line(&[(x - 3.5, *y), (x + 3.5, *y)], pen)?;
            }
        }
    }
    if !series.mark.has_markers() {
        return Ok(());
    }
    let inside = || series.points.iter().filter(|point| frame.holds(frame.at(point.x, point.y)));
    inside().try_for_each(|point| draw_interval(canvas, point, series, frame))?;
    canvas.group("marker", || inside().try_for_each(|point| marker::draw(canvas, look, frame.at(point.x, point.y))))
}

fn path(points: &[Point], mark: Mark, frame: &Frame) -> Vec<Place> {
    let at: Vec<Place> = points.iter().map(|point| frame.at(point.x, point.y)).collect();
    if mark != Mark::Steps {
        return at;
    }
    let mut stairs: Vec<Place> = at.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]).collect();
    stairs.extend(at.last());
    stairs
}

/// An arrow head at each end of a piece at which the line leaves the frame.
fn draw_exits(canvas: &Canvas, frame: &Frame, path: &[Place], piece: &[Place], pen: Pen) -> Result<(), Undrawable> {
    let ([first, second, ..], [.., before, last]) = (piece, piece) else { return Ok(()) };
    for (from, tip) in [(*second, *first), (*before, *last)] {
        let at = [tip.0 - frame.left, tip.0 - frame.right(), tip.1 - frame.top, tip.1 - frame.bottom()];
        let is_at_edge = at.iter().any(|distance| distance.abs() < 0.05);
        if is_at_edge && from != tip && !path.contains(&tip) {
            canvas.group("exit", || canvas.head(from, tip, (7.0, 3.0), pen.colour))?;
        }
    }
    Ok(())
}

/// The reach of an open marker, in which no interval is drawn.
const OPEN: f64 = 3.4;

/// A bar with ends; one that leaves the plot has an arrow head there.
fn draw_interval(canvas: &Canvas, point: &Point, series: &Series, frame: &Frame) -> Result<(), Undrawable> {
    let Some((low, high)) = point.interval else { return Ok(()) };
    let pen = Pen::solid(series.look.colour.rgb(), 1.2);
    let value = |end: f64| if series.is_across { (end, point.y) } else { (point.x, end) };
    let at = |end: f64| frame.clamped(value(end).0, value(end).1);
    let middle = frame.at(point.x, point.y);
    let is_open = matches!(series.look.marker, Marker::Ring | Marker::OpenSquare | Marker::OpenTriangle);
    if !is_open {
        canvas.line(&[at(low), at(high)], pen)?;
    }
    for end in [low, high] {
        let ((x, y), exact) = (at(end), frame.at(value(end).0, value(end).1));
        if is_open {
            let length = libm::hypot(x - middle.0, y - middle.1);
            if length <= OPEN {
                continue;
            }
            let share = OPEN / length;
            canvas.line(&[(middle.0 + share * (x - middle.0), middle.1 + share * (y - middle.1)), (x, y)], pen)?;
        }
        let half = if series.is_across { (0.0, 2.5) } else { (2.5, 0.0) };
        if frame.holds(exact) {
            canvas.line(&[(x - half.0, y - half.1), (x + half.0, y + half.1)], pen)?;
        } else if libm::hypot(x - middle.0, y - middle.1) > 9.0 {
            canvas.group("exit", || canvas.head(middle, (x, y), (6.0, 2.7), pen.colour))?;
        }
    }
    Ok(())
}
