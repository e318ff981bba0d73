//! How fast averages near their limit.

use super::*;

const MESSAGES: Look = Look::new(Colour::Blue);
const RATE: Look = Look::new(Colour::Vermilion).marked(Marker::Square);

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let differs = rows.iter().filter(|row| row.difference_to_sweep > Some(0.0));
    let over = differs.filter_map(|row| Some(row.estimated_error? / row.difference_to_sweep?));
    let (least, _) = extent(over)?;
    let most_off = largest(rows.iter().filter_map(|row| row.difference_to_sweep), |off| *off)?.value;
    let of = |route: &str| extent(rows.iter().filter(|row| row.route == route).map(|row| row.bits as f64));
    let last = rows.iter().max_by_key(|row| row.bits).ok_or("no rows")?;
    Ok(Facts::new()
        .text("largest", format!("2^{{{}}}", last.bits.ilog2()))
        .number("distance", messages(last), 1)
        .number("most_off", most_off, 1)
        .number("least_over", least, 3)
        .count("swept_to", of(SWEEP)?.1 as u64)
        .count("extrapolated_from", of(EXTRAPOLATION)?.0 as u64))
}

/// The relative distance to the limit, of messages per bit and of the rate.
fn messages(row: &Row) -> f64 {
    (row.messages_per_bit / row.limit_messages_per_bit - 1.0).abs()
}

fn rate(row: &Row) -> f64 {
    (row.rate / row.limit_rate - 1.0).abs()
}

/// Distances fall like 1/M where M times the distance varies by no more than this.
const LIKE: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let spread = |distance: fn(&Row) -> f64| {
        let (low, high) = extent(rows.iter().map(|row| row.bits as f64 * distance(row)))?;
        Ok::<_, AnyError>(high / low - 1.0)
    };
    let most = spread(messages)?.max(spread(rate)?);
    Ok(vec![
        Decision::title()
            .measured_as("largest relative variation of M times the distance to the limit", most)
            .threshold(format!("like 1/M: within {:.0} %", 100.0 * LIKE))
            .decide(most <= LIKE, format!("it varies by {most:.3}")),
    ])
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let last = largest(rows, |row| row.bits as f64)?.row;
    let at = (last.bits as f64, messages(last));
    let away = [
        Series::model("average rate", RATE, points(rows, EXTRAPOLATION, rate), points(rows, SWEEP, rate)),
        Series::model(
            "messages per bit",
            MESSAGES,
            points(rows, EXTRAPOLATION, messages),
            points(rows, SWEEP, messages),
        ),
    ];
    let falls = rows.iter().map(|row| Point::new(row.bits as f64, 0.1 / row.bits as f64));
    let x = Axis::new("memory *M* (bits)", Scale::Log2);
    let panel = Panel::new(x, Axis::new("relative distance to the limit", Scale::Log10), away.concat())
        .reference(Reference::curve(falls))
        .note(Note::text((f64::from(1 << 20), 1e-7), (-16.0, 12.0), "∝ 1/*M*").coloured(Colour::Grey))
        .note(Note::arrow(at, (-30.0, -95.0), facts(rows)?.fill("{distance} at {largest} bits")?));
    Ok(LineFigure::single(panel.labelled()).plot_height(240.0).draw()?)
}

/// The values that one route found, against M.
fn points(rows: &[Row], route: &str, value: fn(&Row) -> f64) -> Vec<Point> {
    rows.iter().filter(|row| row.route == route).map(|row| Point::new(row.bits as f64, value(row))).collect()
}
