//! A line for each kind of key: the share of absent keys that the filter keeps away from the index.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{KINDS, Row};

/// Numbers of rows, each with its look.
const SIZES: [(u64, &str, Look); 3] = [
    (1000, "1000 rows", Look::new(Colour::Grey).marked(Marker::Ring)),
    (10_000, "10,000 rows", Look::new(Colour::Blue).marked(Marker::Square)),
    (100_000, "100,000 rows", Look::new(Colour::Vermilion).marked(Marker::Diamond)),
];

fn automatic(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(|row| row.how == "automatic")
}

fn saved<'a>(rows: &'a [Row], kind: &'a str, items: u64) -> Option<f64> {
    automatic(rows).find(|row| row.kind == kind && row.items == items).map(|row| 1.0 - row.computed)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let at = |kind| saved(rows, kind, SIZES[1].0).ok_or("a kind of key without a row");
    Ok(Facts::new()
        .count("middle", SIZES[1].0)
        .percent("random", at("random")?, 2)
        .percent("ids", at("ids")?, 3)
        .percent("uuid", at("uuid")?, 2)
        .percent("mail", at("mail")?.abs(), 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let height = |place: usize| (KINDS.len() - place) as f64;
    let of = |items: u64, offset: f64| {
        let at = |(place, (kind, _)): (usize, &(&str, &str))| {
            Some(Point::new(saved(rows, kind, items)?, height(place) + offset))
        };
        KINDS.iter().enumerate().filter_map(at).collect::<Vec<_>>()
    };
    let series = SIZES.iter().enumerate().map(|(place, (items, name, look))| {
        let offset = 0.22 * (1.0 - place as f64);
        Series::new(*name, Mark::Markers, of(*items, offset)).look(*look)
    });
    let names = KINDS.iter().enumerate().map(|(place, (_, name))| (height(place), *name));
    let y = Axis::new("", Scale::Linear).limited(0.4, KINDS.len() as f64 + 0.6).ticked(names);
    let x = Axis::new("look-ups of absent keys that the filter saves", Scale::Linear).limited(-0.02, 1.02).percent();
    let series: Vec<Series> = series.filter(|series| !series.points().is_empty()).collect();
    let facts = facts(rows)?;
    let note = |kind: &str, text: &str| -> Result<Note> {
        let place = KINDS.iter().position(|(known, _)| *known == kind).ok_or("a kind of key that is not drawn")?;
        let share = saved(rows, kind, SIZES[1].0).ok_or("a kind of key without a row")?;
        Ok(Note::text((share, height(place)), (9.0, 0.0), facts.fill(text)?).coloured(Colour::Blue))
    };
    let panel = Panel::new(x, y, series).note(note("random", "{random}")?).note(note("mail", "{mail}")?);
    Ok(LineFigure::single(panel).plot_height(290.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let known: Vec<&Row> = automatic(rows).filter(|row| row.items == SIZES[1].0).collect();
    let (best, worst) = (smallest(&known, |row| row.computed)?, largest(&known, |row| row.computed)?);
    let found: Vec<(&Row, Interval)> = rows.iter().filter_map(|row| Some((row, row.measured?))).collect();
    // a rate of 0 or 1 is measured without a spread
    let agrees =
        |(row, rate): &&(&Row, Interval)| rate.contains(row.computed) || (row.computed - rate.value).abs() < 1e-3;
    let agreeing = Decision::new("E20")
        .threshold("has: the 99 % interval contains it, or they differ by less than 0.001; at least 95 % of the rows");
    let agreeing = match found.is_empty() {
        true => agreeing.not_testable("not measured"),
        false => agreeing
            .in_share(share(&found, agrees)?, 0.95, |(row, _)| format!("{} {}, n = {}", row.how, row.kind, row.items)),
    };
    let spread = worst.value - best.value;
    Ok(vec![
        Decision::new("E19").measured(spread).threshold("depend: by more than 0.05").decide(
            spread <= 0.05,
            format!(
                "of {} rows it saves {:.3} for {}, {:.3} for {}",
                SIZES[1].0,
                1.0 - best.value,
                best.row.kind,
                (1.0 - worst.value).abs(),
                worst.row.kind
            ),
        ),
        agreeing,
        Decision::title()
            .measured_as("difference of the shares saved", spread)
            .decide(spread > 0.9, "kinds differ less"),
    ])
}
