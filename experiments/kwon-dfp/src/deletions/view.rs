//! How much deletions raise the rate of each filter.

use super::claims::most_growth;
use super::staying::claims::{changed, sum};
use super::*;

/// The growths that the words name, and the items that deletions left as they were.
pub(crate) fn facts(all: &[Row]) -> Result<Facts> {
    let (rows, followed): (Vec<&Row>, Vec<&Row>) = all.iter().partition(|row| row.full.is_none());
    let most = |filter: &str| most_growth(&rows, filter);
    let stayed = sum(&followed, |row| row.stayed.filter(|_| row.deleted > 0));
    let share = largest(&rows, |row| row.share_deleted())?.value;
    Ok(Facts::new()
        .number("most_deleted", share, 2)
        .number("d_fp", most("D-FP")?, 3)
        .number("tbf", most("TBF")?, 3)
        .number("dlbf", most("DlBF (16)")?, 3)
        .count("shown_hashes", shown_hashes(&rows)?)
        .count("stayed", stayed)
        .count("changed", changed(&followed))
        .count("lost", sum(&followed, |row| row.false_negatives)))
}

/// The k in which the rates grow most: it is drawn.
fn shown_hashes(rows: &[&Row]) -> Result<u64> {
    Ok(rows.iter().map(|row| row.hashes).max().ok_or("no rows")?)
}

/// A row for each filter, the rate that grows most on top, with a marker for each load.
pub(crate) fn draw(all: &[Row]) -> Result<Picture> {
    let rows = all.iter().filter(|row| row.full.is_none()).collect_vec();
    let hashes = shown_hashes(&rows)?;
    let shown = rows.into_iter().filter(|row| row.hashes == hashes).collect_vec();
    let loads = shown.chunk_by(|a, b| a.items == b.items).map(growth_at).collect::<Result<Vec<_>>>()?;
    let order = loads.last().ok_or("no rows")?.1.iter().sorted_by(|a, b| a.1.total_cmp(&b.1)).collect_vec();
    let at = |(filter, factor): &(String, f64)| {
        Point::new(*factor, order.iter().position(|other| other.0 == *filter).unwrap_or(0) as f64)
    };
    let looks = [Look::new(Colour::Grey).marked(Marker::Ring), Look::new(Colour::Blue)];
    let series =
        zip(&loads, looks).map(|((title, of), look)| Series::new(title, Mark::Markers, of.iter().map(at)).look(look));
    let bars = order.iter().map(|(filter, _)| {
        let ends = loads.iter().flat_map(|(_, growths)| growths).filter(|growth| growth.0 == *filter).map(at);
        Series::new("", Mark::Line, ends).look(Look::new(Colour::Grey)).unlisted()
    });
    let x = Axis::new("rate after the deletions / rate of the *n* items alone", Scale::Linear).including(0.9);
    let y = Axis::new("", Scale::Linear).limited(-0.6, order.len() as f64 - 0.4);
    let y = y.ticked(order.iter().map(|growth| (at(growth).y, name(&growth.0))));
    let facts = facts(all)?;
    let mut panel = Panel::new(x, y, bars.chain(series).collect_vec()).reference(Reference::vertical(1.0, ""));
    for (filter, text) in [("D-FP", "{d_fp}"), ("TBF", "{tbf}"), ("DlBF (16)", "{dlbf}")] {
        let end = at(order.iter().find(|growth| growth.0 == filter).ok_or("a filter is missing")?);
        panel = panel.note(Note::text((end.x, end.y), (10.0, 0.0), facts.fill(text)?));
    }
    Ok(LineFigure::single(panel).draw()?)
}

/// At one load the growth of each filter's rate with the most deletions, that of a plain Bloom filter, which the table has in a
/// column of each row, after the first; and the load's name.
fn growth_at(rows: &[&Row]) -> Result<(String, Vec<(String, f64)>)> {
    let growth = |of: &[&Row], rate: fn(&Row) -> f64| rate(of[of.len() - 1]) / rate(of[0]);
    let filters = rows.chunk_by(|a, b| a.filter == b.filter).collect_vec();
    let first = filters.first().ok_or("no rows")?;
    let mut growths = filters.iter().map(|of| (of[0].filter.clone(), growth(of, |row| row.exact_rate))).collect_vec();
    growths.insert(1, ("plain Bloom, keeps all".to_owned(), growth(first, |row| row.bloom_rate)));
    Ok((format!("*n* = *m*/{}", first[0].bits / first[0].items), growths))
}
