//! What is drawn: the messages of one filter, and cycles that never end.

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{FILTER, MESSAGE, Row};

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let relative = |name: &str, value: fn(&Row) -> Option<f64>| {
        // the first message of a cycle is never falsely recognised
        let ratio = |row: &Row| Some(value(row)? / row.oracle.filter(|oracle| *oracle > 0.0)?);
        let points = rows.iter().filter_map(|row| Some(Point::new(row.messages as f64, ratio(row)?)));
        Series::new(name, Mark::Line, points)
    };
    let probabilities = vec![
        relative("user, mean p_i", |row| row.user),
        relative("oracle, P(F_i = 1)", |row| row.oracle),
        relative("eq. 1, i − 1 messages", |row| row.classic),
    ];
    let readings =
        vec![relative("i messages", |row| row.classic_shifted), relative("i − 1 messages", |row| row.classic)];
    let largest = rows.iter().filter(|row| row.part == FILTER).map(|row| row.bits).max().unwrap_or(0);
    let stuck = Series::by_name(
        rows.iter().filter(|row| row.bits == largest && row.is_with_replacement()),
        |row| format!("k = {}", row.hashes),
        Mark::Line,
        |row| Some(Point::new(row.messages as f64, row.never_ends?)),
    );

    let drawn = rows.iter().find(|row| row.part == MESSAGE).ok_or("no message")?;
    let (bits, hashes) = (drawn.bits, drawn.hashes);
    let panel = |title: String, x: &str, y: Axis, series: Vec<Series>| {
        Panel::new(Axis::new(x, Scale::Linear), y, series).titled(title)
    };
    let panels = vec![
        panel(
            format!("(a) M = {bits}, k = {hashes}"),
            "i, message of a cycle",
            Axis::new("probability of setting nothing / P(F_i = 1)", Scale::Linear),
            probabilities,
        ),
        panel(
            format!("(b) M = {bits}, k = {hashes}, eq. 1 one message on"),
            "i, message of a cycle",
            Axis::new("eq. 1 / P(F_i = 1)", Scale::Log10).including(1.0),
            readings,
        ),
        panel(
            format!("(c) M = {largest}, with replacement"),
            "N, bit-setting messages to recycle after",
            Axis::new("probability that a cycle never ends", Scale::Linear),
            stuck,
        ),
    ];
    Ok(LineFigure::new(panels).draw()?)
}
