//! Two panels: filters that only grow or never change, and filters from which items can be deleted.

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks::{look, name};

const GROWING: [&str; 6] = ["split-block", "blocked", "bloom", "xor", "binary-fuse-4", "static-bound"];
const DELETING: [&str; 7] = ["counting", "fp-cbf", "qbf", "cuckoo", "dfp", "quotient-rank-select", "dynamic-bound"];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let growing = panel(rows, &GROWING).titled("(a) without deletions");
    let deleting = panel(rows, &DELETING).titled("(b) with deletions");
    Ok(LineFigure::new([growing, deleting]).sharing_y().plot_height(340.0).draw()?)
}

fn panel(rows: &[Row], filters: &[&str]) -> Panel {
    let series = filters.iter().map(|filter| {
        let points =
            rows.iter().filter(|row| row.filter == *filter).map(|row| Point::new(row.target, row.bits_per_item));
        Series::new(name(filter), Mark::Line, points).look(look(filter))
    });
    let x = Axis::new("false-positive rate", Scale::Log10);
    Panel::new(x, Axis::new("bits per item", Scale::Log10), series).labelled()
}
