//! The rate of each store over that of independent positions, against the bits per key that were found.

use super::*;

/// The axis, in units of the rate of independent positions.
const AXIS: (f64, f64) = (0.06, 60.0);
const TICKS: [(f64, &str); 6] = [(0.1, "0.1"), (0.3, "0.3"), (1.0, "1"), (3.0, "3"), (10.0, "10"), (30.0, "30")];
/// The looks of the stores, and their names at the ends of their lines; two lines lie on each other.
const LOOKS: [(Look, &str); 6] = [
    (Look::new(Colour::Blue), "RocksDB format 5"),
    (Look::new(Colour::Vermilion).marked(Marker::Diamond), "RocksDB format 4"),
    (Look::new(Colour::Green).marked(Marker::Triangle), ""),
    (Look::new(Colour::Purple).marked(Marker::Square), "LevelDB"),
    (Look::new(Colour::Grey).marked(Marker::Ring), ""),
    (Look::new(Colour::Grey).marked(Marker::Cross), "lsm-tree, SlateDB"),
];

fn of<'a>(rows: &'a [Row], store: &'a str) -> impl Iterator<Item = &'a Row> + Clone {
    rows.iter().filter(move |row| row.store == store)
}

/// A measured row over the curve of independent positions at its bits per key, which is interpolated in the logarithm.
fn over_independent(rows: &[Row], row: &Row) -> Option<f64> {
    let curve: Vec<&Row> = of(rows, "independent").collect();
    let pair =
        curve.windows(2).find(|pair| (pair[0].bits_per_key..pair[1].bits_per_key).contains(&row.bits_per_key))?;
    let share = (row.bits_per_key - pair[0].bits_per_key) / (pair[1].bits_per_key - pair[0].bits_per_key);
    let ln = |row: &Row| libm::log(row.rate.value);
    Some(row.rate.value / libm::exp(ln(pair[0]) + share * (ln(pair[1]) - ln(pair[0]))))
}

/// The row of a store nearest to ten bits per key.
fn at_ten<'a>(rows: &'a [Row], store: &'a str) -> Result<&'a Row> {
    Ok(smallest(of(rows, store), |row| (row.bits_per_key - 10.0).abs())?.row)
}

fn measured(rows: &[Row]) -> impl Iterator<Item = (&Row, f64)> + Clone {
    let is_store = |row: &&Row| STORES.iter().any(|(store, ..)| *store == row.store);
    rows.iter().filter(is_store).filter_map(|row| Some((row, over_independent(rows, row)?)))
}

/// Its line ends where others go on.
const RIBBON: &str = "RocksDB Ribbon";

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(measured(rows), |(_, ratio)| *ratio)?;
    let left_out = smallest(of(rows, RIBBON), |row| row.bits_per_key)?.value;
    Ok(Facts::new()
        .number("left_out", left_out, 3)
        .number("worst", worst.value, 2)
        .text("worst_store", worst.row.0.store.clone())
        .number("worst_bits", worst.row.0.bits_per_key, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let over = |row: &Row| {
        let independent = row.rate.value / over_independent(rows, row)?;
        let rate = row.rate.over(independent);
        // an interval down to nothing has no end on the axis
        let has_end = rate.lower > 0.0;
        Some(if has_end { rate.at(row.bits_per_key) } else { Point::new(row.bits_per_key, rate.value) })
    };
    let mut series: Vec<Series> = STORES
        .iter()
        .zip(LOOKS)
        .map(|((store, ..), (look, name))| {
            let sorted = of(rows, store).sorted_by(|a, b| a.bits_per_key.total_cmp(&b.bits_per_key));
            Series::new(name, Mark::Joined, sorted.filter(|row| row.rate.value > 0.0).filter_map(over)).look(look)
        })
        .filter(|series| !series.points().is_empty())
        .collect();
    let lines = of(rows, "lines").filter_map(over).map(|point| Point::new(point.x, point.y));
    series
        .insert(0, Series::new("one cache line", Mark::Line, lines).look(Look::new(Colour::Ink).dashed(Dash::Dotted)));
    let worst = largest(measured(rows), |(_, ratio)| *ratio)?.row.0;
    let ribbon = largest(of(rows, RIBBON), |row| row.bits_per_key)?.row;
    let place = |row: &Row| over(row).map(|point| (point.x, point.y)).ok_or("a store beyond the curve");
    let panel = Panel::new(
        Axis::new("bits per key", Scale::Linear).limited(4.0, 21.0),
        Axis::new("rate / rate of independent positions", Scale::Log10).limited(AXIS.0, AXIS.1).ticked(TICKS),
        series,
    )
    .reference(Reference::horizontal(1.0, ""))
    .note(Note::ring(place(worst)?, (-22.0, 0.0), facts(rows)?.fill("{worst} times")?))
    .note(Note::text((4.0, 0.74), (8.0, 0.0), "independent positions, best *k*").coloured(Colour::Grey))
    .note(Note::text(place(ribbon)?, (8.0, 0.0), RIBBON).coloured(Colour::Green));
    Ok(LineFigure::single(panel).labelled().draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let worst = largest(measured(rows), |(_, ratio)| *ratio)?;
    let pairs = of(rows, "RocksDB").filter_map(|new| {
        let old = of(rows, "RocksDB format 4").find(|old| (old.bits_per_key - new.bits_per_key).abs() < 0.1)?;
        Some((new, old.rate.value / new.rate.value))
    });
    let pairs: Vec<(&Row, f64)> = pairs.collect();
    let most = largest(&pairs, |(_, ratio)| *ratio)?.value;
    let [leveldb, slatedb] = [at_ten(rows, "LevelDB")?.rate, at_ten(rows, "SlateDB")?.rate];
    Ok(vec![
        Decision::new("E16")
            .measured(most)
            .threshold("lower: the measured rate, at each number of bits per key")
            .decide(pairs.iter().all(|(_, ratio)| *ratio > 1.0), "it is not at one of them"),
        Decision::new("E17")
            .measured(leveldb.value / slatedb.value)
            .threshold("has: the 99 % intervals meet")
            .decide(leveldb.lower <= slatedb.upper, format!("{:.5} and {:.5}", leveldb.value, slatedb.value)),
        Decision::title()
            .measured_as("largest measured rate over that of independent positions", worst.value)
            .decide(worst.value > 1.2, "no store is far above it"),
    ])
}
