//! False negatives against the length of a cycle, for three laws of reuse.

use bloomlab_pictures::{Axis, Dash, LineFigure, Mark, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;
use itertools::Itertools;

use super::{DRAWN, DROPPING, FILTERS, KEEPING, LARGE, PROCESSED, Row, SHORTEST, SIMULATED};
use crate::looks::{self, ONE_PHASE, TWO_PHASES};

/// Smaller rates are not drawn.
const LEAST: f64 = 1e-5;
/// Longer cycles are not drawn.
const LONGEST: f64 = 3e4;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let laws: Vec<&str> = rows.iter().map(|row| row.law.as_str()).unique().take(DRAWN).collect();
    let limit = rows.iter().find(|row| row.series == SHORTEST).ok_or("no limit")?.false_negative_rate;
    let limit = libm::exp10(libm::ceil(libm::log10(limit)));
    let panel = |(letter, law): (char, &&str)| {
        Panel::new(
            Axis::new("new messages per cycle", Scale::Log10).limited(3.0, LONGEST),
            Axis::new("returning messages taken for new", Scale::Log10).limited(LEAST, 1.0),
            FILTERS.into_iter().flat_map(|(filter, _)| curves(rows, law, filter)),
        )
        .titled(format!("({letter}) {}", title(law)))
        .reference(Reference::horizontal(limit, ""))
    };
    Ok(LineFigure::new(('a'..).zip(&laws).map(panel)).columns(3).sharing_y().plot_height(270.0).draw()?)
}

/// A law in words.
fn title(law: &str) -> String {
    match law.split_once(' ') {
        Some(("geometric", mean)) => format!("Geometric, mean {mean}"),
        Some(("uniform", window)) => format!("Uniform, window {window}"),
        Some((_, exponent)) => format!("Power law, *α* = {exponent}"),
        None => law.to_owned(),
    }
}

fn curves(rows: &[Row], law: &str, filter: &str) -> [Series; 3] {
    let of = |series: &'static str| {
        rows.iter().filter(move |row| row.law == law && row.filter == filter && row.series == series)
    };
    let look = match filter {
        DROPPING => TWO_PHASES,
        KEEPING => looks::KEEPING,
        _ => ONE_PHASE,
    };
    let is_drawn = |row: &&Row| row.false_negative_rate >= LEAST && row.messages_per_cycle <= LONGEST;
    let point = |row: &Row| Point::new(row.messages_per_cycle, row.false_negative_rate);
    let simulated = of(SIMULATED).filter(is_drawn);
    let simulated =
        simulated.filter_map(|row| Some(row.spread?.around(row.false_negative_rate).at(row.messages_per_cycle)));
    [
        Series::new(filter, Mark::Line, of(LARGE).filter(is_drawn).map(point)).look(look),
        Series::new(filter, Mark::MarkersOnPrevious, simulated).look(look),
        Series::new("", Mark::Line, of(PROCESSED).filter(is_drawn).map(point))
            .look(look.dashed(Dash::Dotted))
            .unlisted(),
    ]
}
