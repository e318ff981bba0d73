//! The rates in units of that of a plain Bloom filter: what the ability to delete costs.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use crate::comparison::{gains, pairs};
use crate::measured::{Row, simulated};
use crate::panels::{curve, filters, gap, load_axis};

/// The factors, so that the figures share their axes.
const FACTORS: (f64, f64) = (0.4, 20.0);

/// The rate in units of that of a plain Bloom filter of as many bits and hash functions, which keeps all items.
pub(crate) fn price(row: &Row) -> f64 {
    row.exact_rate / row.bloom_rate
}

/// Whether deleting gives a lower rate than keeping all.
pub(crate) fn pays(row: &Row) -> bool {
    price(row) < 1.0
}

/// The largest load at which deleting pays with a filter.
pub(crate) fn pays_up_to(rows: &[Row], filter: &str) -> Result<f64> {
    Ok(largest(rows.iter().filter(|row| row.filter == filter && pays(row)), |row| row.items_per_bit)?.value)
}

/// With the factors between the rates of TBF and D-FP at the lowest load.
pub(crate) fn with_leads(facts: Facts, rows: &[Row]) -> Result<Facts> {
    let gains = gains(simulated(rows))?;
    Ok(facts.number("lead", gains.two_bits.0, 3).number("lead_over_packed", gains.packed.0, 3))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = with_leads(Facts::new(), rows)?;
    let pairs = pairs(simulated(rows), "D-FP", "TBF");
    let lowest = pairs.first().ok_or("D-FP or TBF is missing")?;
    let gap = gap(lowest.ours.items_per_bit, (price(lowest.ours), price(lowest.other)));
    let deletes = rows.iter().any(|row| row.deleted > 0);
    let of = if deletes { "of *n* + *r* items" } else { "of *n* items" };
    let y = Axis::new(format!("rate / that of a plain Bloom filter {of}"), Scale::Log10).limited(FACTORS.0, FACTORS.1);
    let middle = (price(lowest.ours) * price(lowest.other)).sqrt();
    let said = Note::text((lowest.ours.items_per_bit, middle), (6.0, 0.0), facts.fill("{lead} times")?);
    let plain = if deletes { "plain Bloom filter, keeps all" } else { "plain Bloom filter" };
    let panel = Panel::new(load_axis(), y, [gap].into_iter().chain(curves(rows)))
        .reference(Reference::horizontal(1.0, plain).named_below())
        .note(said)
        .labelled();
    Ok(LineFigure::single(if deletes { paying(panel, rows)? } else { panel }).plot_height(330.0).draw()?)
}

/// Marks where deleting pays, and up to which load it does with D-FP.
fn paying(panel: Panel, rows: &[Row]) -> Result<Panel> {
    let up_to = pays_up_to(rows, "D-FP")?;
    let said = Facts::new().number("pays", up_to, 2).fill("D-FP: up to {pays}")?;
    let region = Region::below(1.0, "deleting pays").named_in(Corner::BottomRight);
    Ok(panel.region(region).note(Note::ring((up_to, 1.0), (24.0, 40.0), said)))
}

/// The curves of all filters. While nothing is deleted the QBF is not drawn: its rate is that of the TBF.
fn curves(rows: &[Row]) -> Vec<Series> {
    let is_fresh = rows.iter().all(|row| row.deleted == 0);
    let shown = filters(rows).into_iter().filter(|filter| !(is_fresh && *filter == "QBF"));
    let simulated = |row: &Row| Some(row.simulated_rate?.over(row.bloom_rate));
    let curves = shown.flat_map(|filter| {
        let curve = curve(rows, filter, |row| row.items_per_bit, price, simulated);
        curve.map(|series| if is_fresh && filter == "TBF" { series.named("TBF = QBF") } else { series })
    });
    curves.collect()
}
