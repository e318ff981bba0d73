//! A panel for each number of rows: by kind of key, the share of absent keys that the filter keeps away from the index.

use super::*;

/// Numbers of rows, each with its panel's title and its colour; the title is about the second.
const SIZES: [(u64, &str, Colour); 3] = [
    (1000, "(a) 1000 rows", Colour::Grey),
    (10_000, "(b) 10,000 rows", Colour::Blue),
    (100_000, "(c) 100,000 rows", Colour::Grey),
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
    let panels = SIZES.map(|(items, title, colour)| {
        let shares = KINDS.iter().enumerate().filter_map(|(i, (kind, _))| Some((saved(rows, kind, items)?, row_at(i))));
        let bars = shares.clone().map(|(share, y)| Series::new("", Mark::Line, [0.0, share].map(|x| Point::new(x, y))));
        let dots = Series::new("", Mark::Markers, shares.clone().map(|(share, y)| Point::new(share, y)));
        let series = bars.chain([dots]).map(|series| series.look(Look::new(colour).heavy()));
        let x = Axis::new("absent keys stopped", Scale::Linear).limited(-0.03, 1.03).percent();
        Panel::new(x, Axis::rows(KINDS.map(|(_, name)| name)), series).titled(title)
    });
    let [few, middle, many] = panels;
    let facts = facts(rows)?;
    let note = |kind: &str, offset, text: &str| -> Result<Note> {
        let place = KINDS.iter().position(|(known, _)| *known == kind).ok_or("a kind of key that is not drawn")?;
        let share = saved(rows, kind, SIZES[1].0).ok_or("a kind of key without a row")?;
        Ok(Note::text((share, row_at(place)), offset, facts.fill(text)?).coloured(Colour::Blue))
    };
    let middle = middle.note(note("random", (0.0, 14.0), "{random}")?).note(note("mail", (9.0, 0.0), "{mail}")?);
    Ok(LineFigure::new([few, middle, many]).sharing_y().plot_height(250.0).draw()?)
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
    let agreeing = agreeing
        .in_share(share(&found, agrees)?, 0.95, |(row, _)| format!("{} {}, n = {}", row.how, row.kind, row.items));
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
