//! Figures 5 to 7: rates against the load, and beside a plain Bloom filter in the same memory.

use bloomlab_pictures::{Axis, Colour, Corner, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point};
use bloomlab_pictures::{Reference, Region, Scale, Series};
use bloomlab_workbench::{AnyError, Interval};
use itertools::Itertools;

use crate::comparison::{Gain, gains, pairs};
use crate::measured::{Row, simulated};
use crate::panels::{comparison, curve, filters, load_axis};

/// The rates of (a), so that the figures share their axes.
const RATES: (f64, f64) = (5e-6, 1.0);
/// The factors of (b).
const FACTORS: (f64, f64) = (0.4, 40.0);

/// The picture of a figure's table.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([rates(rows), factors(rows)?]).plot_height(300.0).labelled().draw()?)
}

fn load(row: &Row) -> f64 {
    row.items_per_bit
}

/// The curves of all filters. While nothing is deleted the QBF is not drawn: its rate is that of the TBF.
fn curves(rows: &[Row], rate: fn(&Row) -> f64, simulated: fn(&Row) -> Option<Interval>) -> Vec<Series> {
    let is_fresh = rows.iter().all(|row| row.deleted == 0);
    let shown = filters(rows).into_iter().filter(|filter| !(is_fresh && *filter == "QBF"));
    let curves = shown.flat_map(|filter| {
        let curve = curve(rows, filter, load, rate, simulated);
        curve.map(|series| if is_fresh && filter == "TBF" { series.named("TBF = QBF") } else { series })
    });
    curves.collect()
}

fn rates(rows: &[Row]) -> Panel {
    let one_filter = || rows.iter().filter(|row| row.filter == "D-FP").sorted_by_key(|row| row.items);
    let plain =
        comparison("plain Bloom filter", Dash::Dashed, one_filter().map(|row| Point::new(load(row), row.bloom_rate)));
    // the least rate that m/n bits an item allow, whatever the structure
    let bound = one_filter().map(|row| Point::new(load(row), libm::exp2(-1.0 / load(row))));
    let bound = comparison("least possible", Dash::Dotted, bound.filter(|point| point.y > RATES.0));
    let series = [plain, bound].into_iter().chain(curves(rows, |row| row.exact_rate, |row| row.simulated_rate));
    let y = Axis::new("false-positive rate", Scale::Log10).limited(RATES.0, RATES.1);
    Panel::new(load_axis(), y, series).titled("(a) rate")
}

/// The rates in units of that of a plain Bloom filter, and what the paper says of the lowest load.
fn factors(rows: &[Row]) -> Result<Panel, AnyError> {
    let factor = |row: &Row| row.exact_rate / row.bloom_rate;
    let mut series = curves(rows, factor, |row| Some(row.simulated_rate?.over(row.bloom_rate)));
    let pairs = pairs(simulated(rows), "D-FP", "TBF");
    let lowest = pairs.first().ok_or("D-FP or TBF is missing")?;
    let end = |row: &Row| Point::new(load(row), factor(row));
    let gap = Series::new("", Mark::Line, [end(lowest.ours), end(lowest.other)]);
    series.insert(0, gap.look(Look::new(Colour::Ink)).unlisted());
    let deletes = rows.iter().any(|row| row.deleted > 0);
    let of = if deletes { "of *n* + *r* items" } else { "of *n* items" };
    let y = Axis::new(format!("rate ÷ that of a plain Bloom filter {of}"), Scale::Log10).limited(FACTORS.0, FACTORS.1);
    let note = Note::text((load(lowest.ours), FACTORS.1), (18.0, 31.0), said(&gains(simulated(rows))?));
    let plain = if deletes { "plain, keeps all" } else { "plain Bloom filter" };
    let panel = Panel::new(load_axis(), y, series)
        .titled(format!("(b) the price of deletion{}", share(rows)))
        .reference(Reference::horizontal(1.0, plain).named_below())
        .note(note);
    let pays = Region::below(1.0, "deleting pays").named_in(Corner::BottomRight);
    Ok(if deletes { panel.region(pays) } else { panel })
}

/// r/n, where something is deleted.
fn share(rows: &[Row]) -> String {
    let most = rows.iter().max_by_key(|row| row.items).filter(|row| row.deleted > 0);
    most.map_or_else(String::new, |row| format!(", *r* = {:.1} *n*", row.deleted as f64 / row.items as f64))
}

fn said(gains: &Gain) -> String {
    format!(
        "D-FP at the lowest load (paper:\n“larger than two”): {:.1} × below\nTBF, {:.1} × below packed TBF",
        gains.two_bits.0, gains.packed.0
    )
}
