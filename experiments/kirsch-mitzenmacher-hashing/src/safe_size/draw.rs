//! The smallest number of bits against the rate, both logarithmic.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;
use crate::variant::{Bits, Name};

/// Hash functions of a rate of about a millionth.
const MILLIONTH: u64 = 20;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let series = rows.chunk_by(|a, b| a.variant() == b.variant()).map(|rows| {
        let variant = rows[0].variant();
        let points = rows.iter().rev().map(|row| Point::new(row.rate, row.bits));
        Series::new(looks::full_name(variant), Mark::Line, points).look(looks::of(variant))
    });
    let double = |row: &&Row| row.scheme == Name::Double && row.kind == Bits::PowerOfTwo && row.hashes == MILLIONTH;
    let noted = rows.iter().find(double).ok_or("no double hashing with 20 hash functions")?;
    let panel = Panel::new(
        Axis::new("false-positive rate 2^{−*k*}", Scale::Log10),
        Axis::new("bits *m* from which a scheme costs less than 1 %", Scale::Log10),
        series,
    )
    .note(Note::arrow((noted.rate, noted.bits), (30.0, -34.0), "a rate of a millionth:\n10^8 bits"));
    Ok(LineFigure::single(panel).wide().plot_height(340.0).draw()?)
}
