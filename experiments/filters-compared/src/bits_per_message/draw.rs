//! The memory of filters that guarantee their window, beside two phases; and what those without a guarantee forget.

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks::{look, name};

const SIZED: [&str; 5] = ["time-aware-timers", "time-aware-flags", "two-phases-dropping", "age-partitioned", "ring"];
const FORGETTING: [&str; 3] = ["stable", "one-phase", "two-phases-dropping"];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let memory = panel(rows, &SIZED, Axis::new("bits per message", Scale::Log10), |row| row.bits_per_message);
    let share = Axis::new("share of the last *W* messages no longer held", Scale::Log10);
    let lost = panel(rows, &FORGETTING, share, |row| row.false_negative_rate);
    let panels = [memory.titled("(a) memory"), lost.titled("(b) forgotten, in the memory of two phases")];
    Ok(LineFigure::new(panels).plot_height(330.0).draw()?)
}

fn panel(rows: &[Row], filters: &[&str], y: Axis, value: impl Fn(&Row) -> f64) -> Panel {
    let series = filters.iter().map(|filter| {
        let drawn = rows.iter().filter(|row| row.is_drawn && row.filter == *filter);
        let points = drawn.map(|row| Point::new(row.window as f64, value(row)));
        Series::new(name(filter), Mark::Line, points).look(look(filter))
    });
    Panel::new(Axis::new("window *W* in messages", Scale::Log10), y, series).labelled()
}
