//! The rates in units of that of a plain Bloom filter: what the ability to delete costs.

use crate::prelude::*;

/// The lowest load and the factors between the rates of TBF and D-FP there; what D-FP costs, or up to which load deleting pays.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let gain = |other: &str| Ok::<_, AnyError>(gain(simulated(rows), other)?.0);
    let facts = Facts::new().text("lowest", load(rows.first().ok_or("no rows")?));
    let facts = facts.number("lead", gain("TBF")?, 3).number("lead_over_packed", gain("TBF (packed)")?, 3);
    if deletes(rows) {
        let crossings = filters(rows).into_iter().filter_map(|filter| Some((filter, crossing(rows, filter)?)));
        let longest = largest(crossings, |(_, load)| *load)?;
        let facts = facts.number("pays", pays_up_to(rows)?, 2).number("pays_with_any", longest.value, 3);
        return Ok(facts.text("best_paying", name(longest.row.0)));
    }
    let d_fp = || of_filter(rows, "D-FP");
    let (least, most) = (smallest(d_fp(), |row| price(row))?, largest(d_fp(), |row| price(row))?);
    Ok(facts.number("least_price", least.value, 3).number("most_price", most.value, 3))
}

fn deletes(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.deleted > 0)
}

/// The rate in units of that of a plain Bloom filter of as many bits and hash functions, which keeps all items.
fn price(row: &Row) -> f64 {
    row.exact_rate / row.bloom_rate
}

/// Whether deleting gives a lower rate than keeping all.
pub(super) fn pays(row: &Row) -> bool {
    price(row) < 1.0
}

/// The load from which on deleting does not pay with D-FP.
pub(super) fn pays_up_to(rows: &[Row]) -> Result<f64> {
    crossing(rows, "D-FP").ok_or_else(|| "D-FP never pays, or always".into())
}

/// Between which loads of the table the price of a filter crosses one, linearly.
fn crossing(rows: &[Row], filter: &str) -> Option<f64> {
    let of = of_filter(rows, filter).sorted_by_key(|row| row.items);
    let (last, next) = of.tuple_windows().find(|(row, next)| pays(row) && !pays(next))?;
    let share = (1.0 - price(last)) / (price(next) - price(last));
    Some(last.items_per_bit + share * (next.items_per_bit - last.items_per_bit))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (facts, deletes) = (facts(rows)?, deletes(rows));
    let (of, (low, high)) = if deletes { ("*n* + *r*", (0.4, 10.0)) } else { ("*n*", (0.8, 20.0)) };
    let y = Axis::new(format!("rate / that of a plain Bloom filter of {of} items"), Scale::Log10).limited(low, high);
    let pairs = pairs(simulated(rows), "D-FP", "TBF");
    let lowest = pairs.first().ok_or("D-FP or TBF is missing")?;
    let (x, ours, other) = (lowest.ours.items_per_bit, price(lowest.ours), price(lowest.other));
    let panel = Panel::new(load_axis(), y, [gap(x, (ours, other))].into_iter().chain(curves(rows, deletes)))
        .note(Note::text((x, (ours * other).sqrt()), (6.0, 0.0), facts.fill("TBF: {lead} times D-FP")?))
        .labelled();
    let plain = |name| Reference::horizontal(1.0, name).named_below();
    let panel = if deletes {
        panel
            .reference(plain("plain Bloom filter, keeps all"))
            .region(Region::below(1.0, "deleting pays").named_in(Corner::BottomRight))
            .note(Note::ring((pays_up_to(rows)?, 1.0), (24.0, 40.0), facts.fill("D-FP: up to {pays}")?))
    } else {
        panel.reference(plain("plain Bloom filter"))
    };
    // the lines of TBF and QBF end close to others: their names stand inside
    let inside = if deletes { &[("TBF", "TBF", 1.0), ("QBF", "QBF", -1.0)][..] } else { &[("TBF", "TBF = QBF", 1.0)] };
    let panel = inside.iter().fold(panel, |panel, &(filter, text, side)| {
        let at = of_filter(simulated(rows), filter).filter(|row| 8 * row.items <= row.bits).last();
        let note = at.map(|row| Note::text((row.items_per_bit, price(row)), (6.0 * side, -11.0 * side), text));
        panel.notes(note.map(|note| note.coloured(look(filter).colour())))
    });
    Ok(LineFigure::single(panel).plot_height(330.0).draw()?)
}

/// The curves of all filters. While nothing is deleted the QBF is not drawn: its rate is that of the TBF.
fn curves(rows: &[Row], deletes: bool) -> impl Iterator<Item = Series> {
    let shown = filters(rows).into_iter().filter(move |filter| deletes || *filter != "QBF");
    shown.flat_map(|filter| {
        let curve = curve(name(filter), look(filter), of_filter(rows, filter), |row| {
            (row.items_per_bit, Some(price(row)), row.simulated_rate.map(|rate| rate.over(row.bloom_rate)))
        });
        curve.map(|series| if ["TBF", "QBF"].contains(&filter) { series.unlisted() } else { series })
    })
}
