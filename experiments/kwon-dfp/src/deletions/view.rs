//! How much deletions raise the rate of each filter.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::claims::most_growth;
use super::staying::Row;
use super::staying::claims::sum;
use crate::looks::name;

/// The growths that the words name, and the items that deletions left as they were.
pub(crate) fn facts(all: &[Row]) -> Result<Facts> {
    let (rows, followed): (Vec<&Row>, Vec<&Row>) = all.iter().partition(|row| row.full.is_none());
    let most = |filter: &str| most_growth(&rows, filter);
    let stayed = sum(&followed, |row| row.stayed.filter(|_| row.deleted > 0));
    let share = largest(&rows, |row| row.deleted as f64 / row.items as f64)?.value;
    Ok(Facts::new()
        .number("most_deleted", share, 2)
        .number("d_fp", most("D-FP")?, 3)
        .number("tbf", most("TBF")?, 3)
        .number("dlbf", most("DlBF (16)")?, 3)
        .count("shown_hashes", shown_hashes(&rows)?)
        .count("stayed", stayed)
        .count("changed", sum(&followed, |row| row.changed) + sum(&followed, |row| row.changed_by_order))
        .count("lost", sum(&followed, |row| row.false_negatives)))
}

/// The k in which the rates grow most: it is drawn.
fn shown_hashes(rows: &[&Row]) -> Result<u64> {
    Ok(rows.iter().map(|row| row.hashes).max().ok_or("no rows")?)
}

/// A row for each filter, the rate that grows most on top, with a marker for each load.
pub(crate) fn draw(all: &[Row]) -> Result<Picture> {
    let rows: Vec<&Row> = all.iter().filter(|row| row.full.is_none()).collect();
    let hashes = shown_hashes(&rows)?;
    let shown = rows.into_iter().filter(|row| row.hashes == hashes).collect_vec();
    let loads = shown.chunk_by(|a, b| a.items == b.items).map(growth_at).collect::<Result<Vec<_>>>()?;
    let last = loads.last().ok_or("no rows")?;
    let order = last.1.iter().sorted_by(|a, b| a.1.total_cmp(&b.1)).map(|found| found.0.as_str()).collect_vec();
    let height = |filter: &str| order.iter().position(|other| *other == filter).unwrap_or(0) as f64;
    let looks = [Look::new(Colour::Grey).marked(Marker::Ring), Look::new(Colour::Blue)];
    let series = loads.iter().zip(looks).map(|((title, growths), look)| {
        let points = growths.iter().map(|(filter, factor)| Point::new(*factor, height(filter)));
        Series::new(title, Mark::Markers, points).look(look)
    });
    let bars = order.iter().map(|filter| {
        let of = |found: &(String, Vec<(String, f64)>)| found.1.iter().find(|one| one.0 == *filter).map(|one| one.1);
        let ends = loads.iter().filter_map(of).map(|factor| Point::new(factor, height(filter)));
        Series::new("", Mark::Line, ends).look(Look::new(Colour::Grey)).unlisted()
    });
    let x = Axis::new("rate after the deletions / rate of the *n* items alone", Scale::Linear).including(0.9);
    let y = Axis::new("", Scale::Linear).limited(-0.6, order.len() as f64 - 0.4);
    let y = y.ticked(order.iter().map(|filter| (height(filter), row_name(filter))));
    let notes = facts(all)?;
    let named = [("D-FP", "{d_fp}"), ("TBF", "{tbf}"), ("DlBF (16)", "{dlbf}")];
    let mut panel = Panel::new(x, y, bars.chain(series).collect_vec());
    for (filter, text) in named {
        let factor = last.1.iter().find(|one| one.0 == filter).ok_or("a filter is missing")?.1;
        panel = panel.note(Note::text((factor, height(filter)), (10.0, 0.0), notes.fill(text)?));
    }
    Ok(LineFigure::single(panel.reference(Reference::vertical(1.0, ""))).legend(Legend::Above).draw()?)
}

/// The name of a plain Bloom filter, which the table has in a column of each row.
const PLAIN: &str = "plain Bloom, keeps all";

fn row_name(filter: &str) -> String {
    if filter == PLAIN { filter.to_owned() } else { name(filter) }
}

/// At one load the growth of each filter's rate with the most deletions, and the load's name.
fn growth_at(rows: &[&Row]) -> Result<(String, Vec<(String, f64)>)> {
    let first = rows.first().ok_or("no rows")?;
    let mut growths = Vec::new();
    for of_filter in rows.chunk_by(|a, b| a.filter == b.filter) {
        let (fresh, last) = of_filter.first().zip(of_filter.last()).ok_or("no rows")?;
        growths.push((last.filter.clone(), last.exact_rate / fresh.exact_rate));
        if last.filter == first.filter {
            growths.push((PLAIN.to_owned(), last.bloom_rate / fresh.bloom_rate));
        }
    }
    Ok((format!("*n* = *m*/{}", first.bits / first.items), growths))
}
