//! The excess against m, with the first-order law as thin lines and simulated filters at small m.

use bloomlab_pictures::{Axis, Colour, Dash, LineFigure, Look, Mark, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::{AnyError, Interval};

use super::Row;
use crate::looks;
use crate::variant::Bits;

/// What a reader may think little of.
const ONE_PER_CENT: f64 = 0.01;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let panels = [(Bits::PowerOfTwo, "(a) *m* a power of two"), (Bits::Prime, "(b) *m*, or a slice, prime")]
        .map(|(kind, title)| panel(rows, kind, title));
    let figure = LineFigure::new(panels).sharing_y().plot_height(330.0);
    let (exact, law) = (Look::new(Colour::Ink), Look::new(Colour::Ink).dashed(Dash::Dotted));
    Ok(figure.key(exact, Mark::Line, "exact").key(law, Mark::Line, "first-order law *A*/(*mp*)").draw()?)
}

fn panel(rows: &[Row], kind: Bits, title: &str) -> Panel {
    let of_kind = rows.chunk_by(|a, b| a.variant() == b.variant()).filter(|rows| rows[0].kind == kind);
    let series = of_kind.flat_map(|rows| {
        let look = looks::of(rows[0].variant()).dashed(Dash::Solid);
        let x = |row: &Row| row.bits as f64;
        let law = Look::new(look.colour()).dashed(Dash::Dotted);
        let simulated = rows.iter().filter_map(|row| {
            let rate = row.simulated?.over(row.independent);
            let excess = Interval { value: rate.value - 1.0, lower: rate.lower - 1.0, upper: rate.upper - 1.0 };
            (excess.lower > 0.0).then(|| excess.at(x(row)))
        });
        let exact = rows.iter().filter_map(|row| Some(Point::new(x(row), row.excess?)));
        [
            Series::new(looks::name(rows[0].scheme), Mark::Line, rows.iter().map(|row| Point::new(x(row), row.law)))
                .look(law),
            Series::new("", Mark::Line, exact).look(look),
            Series::new("", Mark::MarkersOnPrevious, simulated.collect::<Vec<_>>()).look(look),
        ]
    });
    Panel::new(
        Axis::new("bits *m*", Scale::Log10),
        Axis::new("more false positives than independent positions", Scale::Log10).percent(),
        series,
    )
    .titled(title)
    .labelled()
    .reference(Reference::horizontal(ONE_PER_CENT, "1 %"))
}
