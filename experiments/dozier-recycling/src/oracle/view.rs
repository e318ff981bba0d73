//! Cycles of oracle and user, the messages of one filter for both, eq. 1 one message on, and cycles that never end.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{FILTER, MESSAGE, Row};
use crate::looks;
use crate::verdicts::largest;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let first = relative(rows, |row| row.classic_shifted).next().ok_or("no second message")?;
    Ok(Facts::new().number("times", most_messages(rows), 2).number("shifted", first.y, 2))
}

/// The most new messages of a user's cycle, over those of an oracle, who recycles after N.
pub(super) fn most_messages(rows: &[Row]) -> f64 {
    largest(rows.iter().filter_map(|row| Some(row.user_messages? / row.messages as f64)))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = rows.iter().find(|row| row.part == MESSAGE).ok_or("no message")?;
    let title = |letter: char, text: &str| format!("({letter}) {text}");
    let longer = |row: &Row| Some(row.user_messages? / row.messages as f64);
    let chance = Axis::new("probability", Scale::Linear).percent();
    let panels = [
        by_messages(rows, Axis::new("messages a cycle: user / oracle", Scale::Linear), longer)?
            .titled(title('a', "The user recycles later")),
        users(rows).titled(title('b', &format!("*M* = {}, *k* = {}", drawn.bits, drawn.hashes))),
        shifted(rows)?.titled(title('c', "Eq. 1 one message on")),
        by_messages(rows, chance, |row| row.never_ends)?.titled(title('d', "Chance of an endless cycle")),
    ];
    Ok(LineFigure::new(panels).columns(2).plot_height(200.0).draw()?)
}

/// A value over the oracle's. The first message of a cycle, which is never falsely recognised, is left out.
fn relative(rows: &[Row], value: fn(&Row) -> Option<f64>) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(move |row| {
        let oracle = row.oracle.filter(|oracle| *oracle > 0.0)?;
        Some(Point::new(row.messages as f64, value(row)? / oracle))
    })
}

fn message() -> Axis {
    Axis::new("*i*, message of a cycle", Scale::Linear)
}

fn users(rows: &[Row]) -> Panel {
    let series =
        [("user, mean *p*_{*i*}", Colour::Green, Marker::Triangle, (|row| row.user) as fn(&Row) -> Option<f64>)];
    let classic =
        ("eq. 1 after *i* − 1", Colour::Brown, Marker::Square, (|row| row.classic) as fn(&Row) -> Option<f64>);
    let series = series.into_iter().chain([classic]).map(|(name, colour, marker, value)| {
        let less_one = relative(rows, value).map(|point| Point::new(point.x, point.y - 1.0));
        Series::new(name, Mark::Joined, less_one).look(Look::new(colour).marked(marker))
    });
    let y = Axis::new("chance to set nothing / oracle's − 1", Scale::Linear).percent();
    Panel::new(message(), y, series.collect::<Vec<_>>()).reference(Reference::horizontal(0.0, "oracle"))
}

fn shifted(rows: &[Row]) -> Result<Panel> {
    let points: Vec<Point> = relative(rows, |row| row.classic_shifted).collect();
    let first = *points.first().ok_or("no second message")?;
    let look = Look::new(Colour::Brown).marked(Marker::OpenSquare);
    let y = Axis::new("eq. 1 after *i* / oracle's", Scale::Log10).including(0.6).including(22.0);
    Ok(Panel::new(message(), y, [Series::new("eq. 1 after *i*", Mark::Joined, points).look(look)])
        .reference(Reference::horizontal(1.0, "a lower bound lies below").named_below())
        .note(Note::text((first.x, first.y), (12.0, 0.0), facts(rows)?.fill("{shifted} times")?)))
}

/// A value of the largest small filters with replacement, against N.
fn by_messages(rows: &[Row], y: Axis, value: fn(&Row) -> Option<f64>) -> Result<Panel> {
    let bits = rows.iter().filter(|row| row.part == FILTER).map(|row| row.bits).max().ok_or("no filters")?;
    let filters: Vec<&Row> = rows.iter().filter(|row| row.bits == bits && row.is_with_replacement()).collect();
    let mut hashes: Vec<u64> = filters.iter().map(|row| row.hashes).collect();
    hashes.sort_unstable();
    hashes.dedup();
    let series = hashes.into_iter().map(|k| {
        let of = filters.iter().filter(|row| row.hashes == k);
        let points = of.filter_map(|row| Some(Point::new(row.messages as f64, value(row)?)));
        Series::new(format!("*k* = {k}"), Mark::Joined, points).look(looks::hashes(k))
    });
    let x = Axis::new(format!("*N*, to recycle after (*M* = {bits})"), Scale::Linear);
    Ok(Panel::new(x, y, series.collect::<Vec<_>>()))
}
