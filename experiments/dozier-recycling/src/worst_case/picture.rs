//! The best k beside (M/n) ln 2, and how far the exact rate lies above eq. 1.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Reference, Scale, Series, grouped,
};
use bloomlab_workbench::AnyError;

use super::{BEST, Row, SIZE};

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([best(rows), excess(rows)?]).plot_height(220.0).draw()?)
}

/// The best k less (M/n) ln 2, for each M.
fn best(rows: &[Row]) -> Panel {
    let best = || rows.iter().filter(|row| row.part == BEST);
    let mut sizes: Vec<u64> = best().map(|row| row.bits).collect();
    sizes.dedup();
    let looks = [
        Look::new(Colour::Blue).marked(Marker::OpenTriangle),
        Look::new(Colour::Vermilion).marked(Marker::OpenSquare),
        Look::new(Colour::Ink).marked(Marker::Ring),
    ];
    let series = sizes.iter().zip(looks).map(|(&bits, look)| {
        let points = best().filter(|row| row.bits == bits).filter_map(|row| {
            let away = row.hashes as f64 - row.predicted_hashes?;
            Some(Point::new(row.bits as f64 / row.messages as f64, away))
        });
        Series::new(format!("*M* = {}", grouped(&bits.to_string())), Mark::Markers, points).look(look)
    });
    let y = Axis::new("best *k* − (*M*/*n*) ln 2", Scale::Linear).limited(-0.8, 0.8);
    Panel::new(Axis::new("bits per message *M*/*n*", Scale::Linear), y, series)
        .reference(Reference::horizontal(0.5, "rounded up by a half"))
        .reference(Reference::horizontal(0.0, ""))
        .reference(Reference::horizontal(-0.5, "rounded down by a half").named_below())
        .dodged()
        .titled("(a) The best *k* is (*M*/*n*) ln 2, rounded")
}

/// How far the exact rate lies above eq. 1.
fn excess(rows: &[Row]) -> Result<Panel, AnyError> {
    let sizes = || rows.iter().filter(|row| row.part == SIZE);
    let curve = |name: &str, look: Look, rate: fn(&Row) -> Option<f64>| {
        let point = |row: &Row| Some(Point::new(row.bits as f64, rate(row)? / row.classic - 1.0));
        Series::new(name, Mark::Line, sizes().filter_map(point)).look(look)
    };
    let last = sizes().next_back().ok_or("no sizes")?;
    let series = [
        curve("with replacement", Look::new(Colour::Blue), |row| row.with_replacement),
        curve("distinct positions", Look::new(Colour::Vermilion).dashed(Dash::Dashed), |row| row.without_replacement),
    ];
    let (x, y) =
        (Axis::new("memory *M* (bits)", Scale::Log2), Axis::new("exact rate / eq. 1 − 1", Scale::Log10).percent());
    let title = format!("(b) Above eq. 1 (*k* = {}, *M*/*n* = {})", last.hashes, last.bits / last.messages);
    let falls = sizes().map(|row| Point::new(row.bits as f64, 0.4 / row.bits as f64));
    Ok(Panel::new(x, y, series)
        .reference(Reference::curve(falls, ""))
        .note(Note::text((512.0, 0.4 / 512.0), (-16.0, 12.0), "∝ 1/*M*").coloured(Colour::Grey))
        .titled(title))
}
