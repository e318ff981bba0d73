//! Both experiments against their formulas, and the lemma at all exponents.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{MOST_BITS_OF_LEMMA, Row};
use crate::looks;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let rates = rows.iter().filter_map(|row| Some((row.bits, row.classic_rate? / row.exact_rate?)));
    let lowest = smallest(rates, |(_, ratio)| *ratio)?;
    let below_one = rows.iter().filter(|row| row.exponent < 1.0 && row.filters == 0);
    let widest = smallest(below_one, |row| row.exact_ratio)?;
    Ok(Facts::new().percent("gap", 1.0 - lowest.value, 2).count("gap_bits", lowest.row.0).percent(
        "below_one",
        1.0 - widest.value,
        2,
    ))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let rates = rows.iter().filter_map(|row| Some((row.bits as f64, row.classic_rate? / row.exact_rate? - 1.0)));
    let lowest = smallest(rates, |(_, gap)| *gap)?.row;
    let panels = [
        experiments(rows).titled("(a) The mean filter’s rate is too low").note(Note::ring(
            lowest,
            (20.0, 0.0),
            facts(rows)?.fill("{gap} too low")?,
        )),
        lemma(rows).titled("(b) The mean of powers is higher for *k* > 1"),
    ];
    Ok(LineFigure::new(panels).labelled().draw()?)
}

fn experiments(rows: &[Row]) -> Panel {
    let line = |name: &str, look: Look, rate: fn(&Row) -> Option<f64>| {
        let points =
            rows.iter().filter_map(|row| Some(Point::new(row.bits as f64, rate(row)? / row.exact_rate? - 1.0)));
        let mut points: Vec<Point> = points.collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(name, Mark::Line, points).look(look)
    };
    let markers = |simulated: fn(&Row) -> Option<Interval>| {
        let point = |row: &Row| Some(simulated(row)?.above(row.exact_rate?).at(row.bits as f64));
        Series::new("", Mark::MarkersOnPrevious, rows.iter().filter_map(point))
    };
    let series = [
        line("mean filter, eq. 1", looks::CLASSIC, |row| row.classic_rate),
        markers(|row| row.power_of_mean),
        line("mean rate, eq. 17", looks::EXACT, |row| row.exact_rate),
        markers(|row| row.mean_of_powers),
    ];
    let y = Axis::new("rate above the exact one", Scale::Linear).percent();
    Panel::new(Axis::new("filter size *m* (bits)", Scale::Log2), y, series)
}

fn lemma(rows: &[Row]) -> Panel {
    let sizes = rows.iter().map(|row| row.bits).filter(|bits| *bits <= MOST_BITS_OF_LEMMA && bits.is_power_of_two());
    let series = sizes.unique().enumerate().flat_map(|(i, bits)| {
        let of = || rows.iter().filter(|row| row.bits == bits);
        let model = of().filter(|row| row.filters == 0).map(|row| Point::new(row.exponent, row.exact_ratio - 1.0));
        let above = |row: &Row| Some(row.mean_of_powers?.above(row.power_of_mean?.value).at(row.exponent));
        Series::model(format!("*m* = {bits}"), looks::step(i), model, of().filter_map(above))
    });
    Panel::new(
        Axis::new("exponent *k*", Scale::Linear).limited(0.0, 8.2),
        Axis::new("above the power of the mean", Scale::Linear).percent().limited(-0.01, 0.28),
        series.collect::<Vec<_>>(),
    )
}
