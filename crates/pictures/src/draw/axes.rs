//! The axes of a panel and its grid.

use crate::colour::{GRID, INK};
use crate::draw::canvas::{Align, Canvas, Pen};
use crate::layout::frame::Frame;
use crate::layout::grid::{TICK_GAP, X_LABEL, label, labelled, tick_width};
use crate::layout::{FONT, LEADING, TICK_FONT};
use crate::{Panel, Undrawable};

pub(crate) fn draw_grid(canvas: &Canvas, frame: &Frame) -> Result<(), Undrawable> {
    let pen = Pen::solid(GRID, 0.8);
    for (value, _) in labelled(&frame.x) {
        let x = frame.across(value);
        canvas.line(&[(x, frame.top), (x, frame.bottom())], pen)?;
    }
    for (value, _) in labelled(&frame.y) {
        let y = frame.up(value);
        canvas.line(&[(frame.left, y), (frame.right(), y)], pen)?;
    }
    Ok(())
}

/// Draws frame and ticks, and the labels of the axes that have some.
pub(crate) fn draw(canvas: &Canvas, panel: &Panel, frame: &Frame, labels: (bool, bool)) -> Result<(), Undrawable> {
    let (left, top, right, bottom) = frame.area();
    let thin = Pen::solid(INK, 1.0);
    let length = |label: &Option<String>| if label.is_some() { 5.0 } else { 3.0 };
    for tick in &frame.x.ticks {
        let x = frame.across(tick.value);
        canvas.line(&[(x, bottom), (x, bottom + length(&tick.label))], thin)?;
    }
    for tick in &frame.y.ticks {
        let y = frame.up(tick.value);
        canvas.line(&[(left, y), (left - length(&tick.label), y)], thin)?;
    }
    canvas.line(&[(left, top), (left, bottom), (right, bottom), (right, top), (left, top)], thin)?;
    let (across, up) = ((left + right) / 2.0, (top + bottom) / 2.0);
    if labels.0 {
        canvas.group("tick", || {
            let mut ticks = labelled(&frame.x);
            ticks.try_for_each(|(value, label)| {
                canvas.text(label, (frame.across(value), bottom + 14.0), TICK_FONT, Align::Centre)
            })
        })?;
        for (i, line) in label(&panel.x.label, frame.width)?.iter().enumerate() {
            canvas.text(line, (across, bottom + X_LABEL + LEADING * i as f64), FONT, Align::Centre)?;
        }
    }
    if labels.1 {
        canvas.group("tick", || {
            let mut ticks = labelled(&frame.y);
            ticks.try_for_each(|(value, label)| {
                canvas.text(label, (left - TICK_GAP, frame.up(value)), TICK_FONT, Align::Right)
            })
        })?;
        let lines = label(&panel.y.label, frame.height)?;
        let first = left - tick_width(&frame.y)? - TICK_GAP - 11.0 - LEADING * (lines.len() - 1) as f64;
        for (i, line) in lines.iter().enumerate() {
            canvas.text(line, (first + LEADING * i as f64, up), FONT, Align::Upwards)?;
        }
    }
    Ok(())
}
