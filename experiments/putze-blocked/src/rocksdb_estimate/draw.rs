//! The exact rate over the estimate, and the loss by the choice of k.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;

/// The bits per key that the notes name.
const NOTED: [(f64, (f64, f64)); 3] = [(10.0, (0.0, -40.0)), (24.0, (-30.0, -46.0)), (50.0, (-92.0, -4.0))];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let x = || Axis::new("bits per key *m*/*n*", Scale::Linear);
    let line = |value: fn(&Row) -> f64, mark: Mark| {
        Series::new("", mark, rows.iter().map(|row| Point::new(row.bits_per_key, value(row)))).look(looks::CACHE_LINE)
    };
    let ratio = Axis::new("exact rate / estimate", Scale::Log10).including(1.0).including(30.0);
    let mut estimate =
        Panel::new(x(), ratio, [line(|row| row.exact_over_estimate, Mark::Line)]).titled("(a) the estimate is too low");
    for (bits_per_key, offset) in NOTED {
        let row = rows.iter().find(|row| row.bits_per_key == bits_per_key).ok_or("a noted size is missing")?;
        let text = format!("{:.0} % too low", 100.0 * (1.0 - 1.0 / row.exact_over_estimate));
        estimate = estimate.note(Note::arrow((bits_per_key, row.exact_over_estimate), offset, text));
    }
    let loss = Axis::new("rate above that of the best *k*", Scale::Linear).percent().including(0.0);
    let loss = Panel::new(x(), loss, [line(|row| row.loss, Mark::Line)]).titled("(b) what the choice of *k* costs");
    let dip = rows.iter().find(|row| row.bits_per_key == 26.0).ok_or("26 bits per key are missing")?;
    let loss =
        loss.note(Note::arrow((dip.bits_per_key, dip.loss), (-30.0, -66.0), "*k* = 11 between\ntwo ranges of 12"));
    Ok(LineFigure::new([estimate, loss]).plot_height(250.0).draw()?)
}
