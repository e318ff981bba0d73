//! Rules, regions and notes.

use crate::colour::INK;
use crate::draw::canvas::{Align, Canvas, Pen};
use crate::layout::frame::Frame;
use crate::layout::{Area, FONT, LEADING};
use crate::{Along, Colour, Corner, Dash, Note, Pointer, Region, Rule, Undrawable};

const RING: f64 = 7.0;

pub(crate) fn draw_rule(canvas: &Canvas, rule: &Rule, frame: &Frame) -> Result<(), Undrawable> {
    let line = match rule.along {
        Along::Y(y) => [(frame.left, frame.up(y)), (frame.right(), frame.up(y))],
        Along::X(x) => [(frame.across(x), frame.bottom()), (frame.across(x), frame.top)],
    };
    let pen = Pen { colour: Colour::Grey.rgb(), width: 1.2, dash: Dash::Dashed.pattern() };
    frame.clip(&line).iter().try_for_each(|piece| canvas.line(piece, pen))
}

pub(crate) fn name_rule(canvas: &Canvas, rule: &Rule, frame: &Frame) -> Result<(), Undrawable> {
    if rule.name.is_empty() {
        return Ok(());
    }
    let side = if rule.is_below { -1.0 } else { 1.0 };
    let (at, align) = match rule.along {
        Along::X(x) => {
            let y = frame.bottom() - 10.0 - rule.at * (frame.height - 20.0);
            ((frame.across(x) + 5.0 * side, y), if rule.is_below { Align::Right } else { Align::Left })
        }
        Along::Y(y) => {
            let align = match rule.at {
                at if at > 0.66 => Align::Right,
                at if at < 0.34 => Align::Left,
                _ => Align::Centre,
            };
            (
                (
                    frame.left + 6.0 + rule.at * (frame.width - 12.0),
                    frame.up(y) + if rule.is_below { 9.0 } else { -11.0 },
                ),
                align,
            )
        }
    };
    canvas.text_over(&rule.name, at, FONT, align, Colour::Grey.letters())
}

fn area(region: &Region, frame: &Frame) -> Area {
    let ((left, bottom), (right, top)) = (frame.clamped(region.x.0, region.y.0), frame.clamped(region.x.1, region.y.1));
    (left, top, right, bottom)
}

pub(crate) fn draw_region(canvas: &Canvas, region: &Region, frame: &Frame) -> Result<(), Undrawable> {
    canvas.shade(area(region, frame))
}

pub(crate) fn name_region(canvas: &Canvas, region: &Region, frame: &Frame) -> Result<(), Undrawable> {
    if region.name.is_empty() {
        return Ok(());
    }
    let (left, top, right, bottom) = area(region, frame);
    let lines: Vec<&str> = region.name.split('\n').collect();
    let rest = LEADING * (lines.len() - 1) as f64;
    let (is_right, is_low) = match region.corner {
        Corner::TopLeft => (false, false),
        Corner::TopRight => (true, false),
        Corner::BottomLeft => (false, true),
        Corner::BottomRight => (true, true),
    };
    let (x, align) = if is_right { (right - 6.0, Align::Right) } else { (left + 6.0, Align::Left) };
    let first = if is_low { bottom - 10.0 - rest } else { top + 11.0 };
    let mut lines = lines.iter().enumerate();
    lines.try_for_each(|(i, line)| canvas.text(line, (x, first + LEADING * i as f64), FONT, align))
}

pub(crate) fn draw(canvas: &Canvas, note: &Note, frame: &Frame) -> Result<(), Undrawable> {
    let tip = frame.clamped(note.at.0, note.at.1);
    let (dx, dy) = note.offset;
    let at = (tip.0 + dx, tip.1 + dy);
    let align = match dx {
        dx if dx > 3.0 => Align::Left,
        dx if dx < -3.0 => Align::Right,
        _ => Align::Centre,
    };
    let lines: Vec<&str> = note.text.split('\n').collect();
    let half = LEADING * (lines.len() - 1) as f64 / 2.0;
    // the line begins next to the text: at its side, or above or below it
    let start = match align {
        Align::Left => (at.0 - 3.0, at.1),
        Align::Right => (at.0 + 3.0, at.1),
        _ => (at.0, at.1 - (half + 8.0).copysign(dy)),
    };
    let gap = if note.pointer == Pointer::Ring { RING } else { 3.0 };
    if note.pointer == Pointer::Ring {
        canvas.ring(tip, RING, Pen::solid(INK, 1.4))?;
    }
    let (ex, ey) = (tip.0 - start.0, tip.1 - start.1);
    let length = libm::hypot(ex, ey);
    if note.pointer != Pointer::None && length > gap + 4.0 {
        let end = (tip.0 - gap * ex / length, tip.1 - gap * ey / length);
        canvas.line(&[start, end], Pen::solid(INK, 1.0))?;
        if note.pointer == Pointer::Arrow {
            canvas.head(start, end, (6.0, 2.6), INK)?;
        }
    }
    for (i, line) in lines.iter().enumerate() {
        let y = at.1 - half + LEADING * i as f64;
        canvas.text_over(line, (at.0, y), FONT, align, note.colour.letters())?;
    }
    Ok(())
}
