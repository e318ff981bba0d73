//! A against k: a line for each scheme, dashed where m is a power of two.

use bloomlab_pictures::{Axis, Colour, Dash, LineFigure, Look, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;
use crate::variant::Bits;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let series = rows.chunk_by(|a, b| a.variant() == b.variant()).map(|rows| {
        let points = rows.iter().map(|row| Point::new(row.hashes as f64, row.constant));
        // a label where no prime has the scheme, or where it lies alone
        let variant = rows[0].variant();
        Series::new(looks::full_name(variant), Mark::Line, points).look(looks::of(variant))
    });
    let panel = Panel::new(
        Axis::new("hash functions *k*", Scale::Linear),
        Axis::new("*A*, cost in false positives times *m*", Scale::Linear).including(0.0),
        series,
    )
    .labelled();
    let line = |bits: Bits| match bits {
        Bits::Prime => (Look::new(Colour::Ink), "*m* prime"),
        Bits::PowerOfTwo => (Look::new(Colour::Ink).dashed(Dash::Dashed), "*m* = 2^{*s*}"),
    };
    let figure = LineFigure::single(panel).wide().plot_height(340.0);
    let keyed = [Bits::Prime, Bits::PowerOfTwo].into_iter().map(line);
    Ok(keyed.fold(figure, |figure, (look, name)| figure.key(look, Mark::Line, name)).draw()?)
}
