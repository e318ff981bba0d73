//! The exact rate over the estimate, and the loss by the choice of k.
//! Where the estimate is near the rate, and where the library's k is near the best.

use super::*;
use bloomlab_formulas::rocksdb::LINE_BITS;

/// The bits per key that the words name; at the last, k falls for a short range.
const FEW: f64 = 10.0;
const SOME: f64 = 24.0;
const MOST: f64 = 50.0;
const DIP: f64 = 26.0;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (few, some, most, dip) = (at(rows, FEW)?, at(rows, SOME)?, at(rows, MOST)?, at(rows, DIP)?);
    let before = rows.iter().rev().find(|row| row.bits_per_key < DIP && row.hashes != dip.hashes).ok_or("no dip")?;
    Ok(Facts::new()
        .count("line_bits", LINE_BITS)
        .number("few_bits", FEW, 2)
        .number("some_bits", SOME, 2)
        .number("most_bits", MOST, 2)
        .percent("few_error", 1.0 - 1.0 / few.exact_over_estimate, 2)
        .number("some_ratio", some.exact_over_estimate, 2)
        .number("most_ratio", most.exact_over_estimate, 2)
        .percent("nearly", NEARLY, 1)
        .number("nearly_bits", nearly_best(rows).ok_or("nowhere nearly the best")?, 3)
        .percent("dip_loss", dip.loss, 1)
        .number("dip_bits", DIP, 2)
        .count("dip_hashes", dip.hashes)
        .count("dip_before", before.hashes))
}

fn at(rows: &[Row], bits_per_key: f64) -> Result<&Row> {
    let found = rows.iter().find(|row| row.bits_per_key == bits_per_key);
    found.ok_or_else(|| format!("no filters of {bits_per_key} bits per key").into())
}

/// The bits per key up to which the library's k is nearly the best.
fn nearly_best(rows: &[Row]) -> Option<f64> {
    rows.iter().take_while(|row| row.loss <= NEARLY).last().map(|row| row.bits_per_key)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let x = || Axis::new("bits per key *m*/*n*", Scale::Linear);
    let line = |value: fn(&Row) -> f64| {
        let points = rows.iter().map(|row| Point::new(row.bits_per_key, value(row)));
        Series::new("", Mark::Line, points).look(looks::CACHE_LINE)
    };
    let facts = facts(rows)?;
    let ticks = [1.0, 2.0, 5.0, 10.0, 20.0].map(|ratio| (ratio, ratio.to_string()));
    let ratio = Axis::new("exact rate / estimate", Scale::Log10).including(30.0).ticked(ticks);
    let noted = |bits, offset, text| {
        let row = at(rows, bits)?;
        Ok::<_, AnyError>(Note::arrow((bits, row.exact_over_estimate), offset, facts.fill(text)?))
    };
    let estimate = Panel::new(x(), ratio, [line(|row| row.exact_over_estimate)])
        .titled("(a) The rate exceeds the estimate")
        .reference(Reference::horizontal(1.0, "as estimated"))
        .note(noted(SOME, (-24.0, -46.0), "{some_ratio} times")?)
        .note(noted(MOST, (-60.0, -4.0), "{most_ratio} times")?);
    let loss = Axis::new("rate above that of the best *k*", Scale::Linear).percent().including(0.0);
    let dip = at(rows, DIP)?;
    let text = facts.fill("{dip_loss}: *k* = {dip_hashes}\nbetween two\nranges of {dip_before}")?;
    let loss = Panel::new(x(), loss, [line(|row| row.loss)])
        .titled("(b) The choice of *k* costs little at first")
        .note(Note::arrow((dip.bits_per_key, dip.loss), (5.0, -80.0), text));
    Ok(LineFigure::new([estimate, loss]).plot_height(250.0).draw()?)
}

/// An estimate gives a rate that it is so near to.
const NEAR: f64 = 0.05;
/// A k is nearly the best that costs no more than this share of the rate.
const NEARLY: f64 = 0.02;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let error = |row: &Row| 1.0 - 1.0 / row.exact_over_estimate;
    let near = Range::found("bits per key", rows.iter().map(|row| (row.bits_per_key, error(row).abs() <= NEAR)));
    let nearly = nearly_best(rows);
    let highest = largest(rows, |row| row.exact_over_estimate)?;
    let loss = largest(rows, |row| row.loss)?;
    let (some, most) = (at(rows, SOME)?.exact_over_estimate, at(rows, MOST)?.exact_over_estimate);
    Ok(vec![
        Decision::title()
            .measured_as(format!("exact rate over the estimate at {MOST} bits per key"), most)
            .decide(1.0 < some && some < most, format!("{some:.3} at {SOME} bits per key")),
        Decision::new("B15")
            .measured(highest.value)
            .threshold(format!("gives: within {:.0} %", 100.0 * NEAR))
            .tested_on(rows)?
            .decide_within(near, "nowhere"),
        Decision::new("B16")
            .measured(loss.value)
            .threshold(format!("nearly: within {:.0} % of its rate", 100.0 * NEARLY))
            .tested_on(rows)?
            .decide_if(
                loss.value <= NEARLY,
                nearly.is_some(),
                format!("up to {} bits per key", nearly.unwrap_or_default()),
                "nowhere",
            ),
    ])
}
