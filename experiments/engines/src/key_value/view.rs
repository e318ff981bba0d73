//! The rate of each store against the bits per key that were found.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{Row, STORES};

/// Below the axis, where a logarithm has no place for 0.
const FLOOR: f64 = 1e-6;
const LOOKS: [Look; 6] = [
    Look::new(Colour::Blue),
    Look::new(Colour::Vermilion),
    Look::new(Colour::Green),
    Look::new(Colour::Purple),
    Look::new(Colour::Brown),
    Look::new(Colour::Wine),
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
fn at_ten<'a>(rows: &'a [Row], store: &'a str) -> Option<&'a Row> {
    of(rows, store).min_by(|a, b| (a.bits_per_key - 10.0).abs().total_cmp(&(b.bits_per_key - 10.0).abs()))
}

fn measured(rows: &[Row]) -> impl Iterator<Item = (&Row, f64)> + Clone {
    let is_store = |row: &&Row| STORES.iter().any(|(store, ..)| *store == row.store);
    rows.iter().filter(is_store).filter_map(|row| Some((row, over_independent(rows, row)?)))
}

/// Its line ends where others go on.
const RIBBON: &str = "RocksDB Ribbon";

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(measured(rows), |(_, ratio)| *ratio)?;
    Ok(Facts::new().number("worst", worst.value, 2).text("worst_store", worst.row.0.store.clone()).number(
        "worst_bits",
        worst.row.0.bits_per_key,
        2,
    ))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let curve = |store: &'static str| of(rows, store).map(|row| Point::new(row.bits_per_key, row.rate.value));
    let mut series: Vec<Series> = STORES
        .iter()
        .zip(LOOKS)
        .map(|((store, ..), look)| {
            let points = of(rows, store).sorted_by(|a, b| a.bits_per_key.total_cmp(&b.bits_per_key));
            // an interval down to nothing has no end on the axis
            let above = |row: &Row| Interval { lower: row.rate.lower.max(FLOOR), ..row.rate };
            let points = points.filter(|row| row.rate.value > 0.0).map(|row| above(row).at(row.bits_per_key));
            let series = Series::new(*store, Mark::Joined, points).look(look);
            // it ends far from the others
            if *store == RIBBON { series.unlisted() } else { series }
        })
        .filter(|series| !series.points().is_empty())
        .collect();
    series.insert(0, Series::new("", Mark::Line, curve("lines")).look(Look::new(Colour::Grey)).unlisted());
    let (worst, ribbon) = (
        largest(measured(rows), |(_, ratio)| *ratio)?.row.0,
        of(rows, RIBBON).max_by(|a, b| a.bits_per_key.total_cmp(&b.bits_per_key)),
    );
    let panel = Panel::new(
        Axis::new("bits per key", Scale::Linear).limited(4.0, 21.0),
        Axis::new("false-positive rate", Scale::Log10).limited(4e-5, 0.2),
        series,
    )
    .reference(Reference::curve(curve("independent"), "independent positions, best k").named_at(7.0).named_below())
    .note(Note::ring((worst.bits_per_key, worst.rate.value), (-60.0, -16.0), facts(rows)?.fill("{worst} times")?));
    let named = |row: &Row| Note::text((row.bits_per_key, row.rate.value), (8.0, 6.0), RIBBON);
    let panel = ribbon.map(named).into_iter().fold(panel, Panel::note);
    Ok(LineFigure::single(panel).labelled().draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let worst = largest(measured(rows), |(_, ratio)| *ratio)?;
    let pairs = of(rows, "RocksDB").filter_map(|new| {
        let old = of(rows, "RocksDB format 4").find(|old| (old.bits_per_key - new.bits_per_key).abs() < 0.1)?;
        Some((new, old.rate.value / new.rate.value, new.rate.upper < old.rate.lower))
    });
    let lower = Decision::new("E16");
    let lower = match largest(pairs.clone(), |(_, ratio, _)| *ratio) {
        Err(_) => lower.not_testable("not measured"),
        Ok(most) => lower
            .measured(most.value)
            .threshold("lower: the 99 % intervals do not meet")
            .decide(pairs.clone().all(|(.., lower)| lower), "intervals meet"),
    };
    let stores = ["LevelDB", "SlateDB"].map(|store| at_ten(rows, store).map(|row| row.rate));
    let title = Decision::title()
        .measured_as("largest measured rate over that of independent positions", worst.value)
        .decide(worst.value > 1.2, "no store is far above it");
    let leveldb = Decision::new("E17");
    let leveldb = match stores {
        [Some(leveldb_rate), Some(slatedb)] => leveldb
            .measured(leveldb_rate.value / slatedb.value)
            .threshold("has: the 99 % intervals meet")
            .decide(leveldb_rate.lower <= slatedb.upper, format!("{:.5} and {:.5}", leveldb_rate.value, slatedb.value)),
        _ => leveldb.not_testable("not measured"),
    };
    Ok(vec![lower, leveldb, title])
}
