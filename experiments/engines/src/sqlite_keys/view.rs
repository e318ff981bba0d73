//! A line for each kind of key: the share of absent keys that the filter keeps away from the index.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;

/// Kinds of key, as they are drawn from top to bottom.
const KINDS: [(&str, &str); 9] = [
    ("random", "random integers"),
    ("blob", "random blobs"),
    ("ids", "1, 2, 3 …"),
    ("uuid", "UUIDs as text"),
    ("hundreds", "multiples of 100"),
    ("reals", "reals i/100"),
    ("thousands", "multiples of 1000"),
    ("order", "order-00001234"),
    ("mail", "one e-mail domain"),
];
/// Numbers of rows, each with its look.
const SIZES: [(u64, &str, Look); 3] = [
    (1000, "1000 rows", Look::new(Colour::Blue)),
    (10_000, "10,000 rows", Look::new(Colour::Green).marked(Marker::Square)),
    (100_000, "100,000 rows", Look::new(Colour::Vermilion).marked(Marker::Diamond)),
];

fn automatic(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(|row| row.how == "automatic")
}

fn saved<'a>(rows: &'a [Row], kind: &'a str, items: u64) -> Option<f64> {
    automatic(rows).find(|row| row.kind == kind && row.items == items).map(|row| 1.0 - row.measured.value)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let most = automatic(rows).map(|row| row.bits).max().ok_or("no row of an automatic index")?;
    let at = |kind| saved(rows, kind, SIZES[1].0).ok_or("a kind of key without a row");
    Ok(Facts::new()
        .count("items", SIZES[1].0)
        .count("bytes", most / 8)
        .percent("random", at("random")?, 2)
        .percent("ids", at("ids")?, 3)
        .percent("uuid", at("uuid")?, 2)
        .percent("mail", at("mail")?.abs(), 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let height = |place: usize| (KINDS.len() - place) as f64;
    let of = |items: u64, offset: f64, take: fn(&Row) -> f64| {
        let at = move |(place, (kind, _)): (usize, &(&'static str, &str))| {
            let row = automatic(rows).find(|row| row.kind == *kind && row.items == items)?;
            Some(Point::new(1.0 - take(row), height(place) + offset))
        };
        KINDS.iter().enumerate().filter_map(at).collect::<Vec<_>>()
    };
    let series = SIZES.iter().enumerate().map(|(place, (items, name, look))| {
        let offset = 0.22 * (1.0 - place as f64);
        Series::new(*name, Mark::Markers, of(*items, offset, |row| row.measured.value)).look(*look)
    });
    let names = KINDS.iter().enumerate().map(|(place, (_, name))| (height(place), *name));
    let y = Axis::new("", Scale::Linear).limited(0.4, KINDS.len() as f64 + 0.6).ticked(names);
    let x = Axis::new("look-ups of absent keys that the filter saves", Scale::Linear).limited(-0.02, 1.02).percent();
    let series: Vec<Series> = series.filter(|series| !series.points().is_empty()).collect();
    Ok(LineFigure::single(Panel::new(x, y, series)).plot_height(290.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let at = |kind: &str| automatic(rows).find(|row| row.kind == kind && row.items == SIZES[1].0);
    let known: Vec<&Row> = KINDS.iter().filter_map(|(kind, _)| at(kind)).collect();
    let (best, worst) = (smallest(&known, |row| row.measured.value)?, largest(&known, |row| row.measured.value)?);
    // a rate of 0 or 1 is measured without a spread
    let agrees = |row: &&Row| row.measured.contains(row.computed) || (row.computed - row.measured.value).abs() < 1e-3;
    let agreeing = share(rows.iter().filter(|_| true), agrees)?;
    let spread = worst.value - best.value;
    Ok(vec![
        Decision::new("E19").measured(spread).threshold("depend: by more than 0.05").decide(
            spread <= 0.05,
            format!("of {} rows it saves {:.3} for {}, {:.3} for {}", SIZES[1].0, 1.0 - best.value, best.row.kind, 1.0 - worst.value, worst.row.kind),
        ),
        Decision::new("E20")
            .threshold("has: the 99 % interval contains it, or they differ by less than 0.001; at least 95 % of the rows")
            .in_share(agreeing, 0.95, |row| format!("{} {}, n = {}", row.how, row.kind, row.items)),
        Decision::title().measured_as("difference of the shares saved", spread).decide(spread > 0.9, "kinds differ less"),
    ])
}
