//! The best region against the load, and what fixed regions lose.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::looks::{look, name};
use crate::panels::{deletability_axis, load_axis};

/// The k in which the paper shows the DlBF.
const HASHES: u64 = 4;

/// The best regions of the lightest and the heaviest load.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (light, heavy) = ends(rows)?;
    let facts = Facts::new().count("shown_hashes", HASHES);
    Ok(facts.count("light", light.region_bits).count("heavy", heavy.region_bits))
}

/// The rows of the best regions, from the lightest load to the heaviest.
fn best(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.is_best && row.hashes == HASHES)
}

fn ends(rows: &[Row]) -> Result<(&Row, &Row)> {
    let (first, last) = (best(rows).next(), best(rows).last());
    Ok(first.zip(last).ok_or("no load")?)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([sizes(rows)?, deletability(rows)]).plot_height(300.0).labelled().draw()?)
}

/// The best region, k = 4 before the others, with its law for light loads.
fn sizes(rows: &[Row]) -> Result<Panel> {
    let of = |hashes| rows.iter().filter(move |row| row.is_best && row.hashes == hashes);
    let line = |hashes: u64, look: Look| {
        let points = of(hashes).map(|row| Point::new(row.items_per_bit, row.region_bits as f64));
        Series::new(format!("*k* = {hashes}"), Mark::Line, points).look(look)
    };
    let others = rows.iter().map(|row| row.hashes).unique().filter(|hashes| *hashes != HASHES);
    let mut series: Vec<Series> = others.map(|hashes| line(hashes, Look::new(Colour::Grey)).unlisted()).collect();
    let law = of(HASHES).map(|row| Point::new(row.items_per_bit, row.light_load_region));
    let law = Series::new("√(2*m*/(*kn*))", Mark::Line, law);
    series
        .extend([law.look(Look::new(Colour::Ink).dashed(Dash::Dashed)), line(HASHES, Look::new(Colour::Blue).heavy())]);
    let x = Axis::new("load *n*/*m* (items per bit)", Scale::Log2);
    let y = Axis::new("bits of the best region", Scale::Log2).including(1.0);
    let y = y.ticked([1, 2, 4, 8, 16, 32].map(|bits| (f64::from(bits), bits.to_string())));
    let (light, heavy) = ends(rows)?;
    let facts = facts(rows)?;
    let note = |row: &Row, offset, text: &str| -> Result<Note> {
        let at = (row.items_per_bit, row.region_bits as f64);
        Ok(Note::ring(at, offset, facts.fill(text)?).coloured(Colour::Blue))
    };
    let panel = Panel::new(x, y, series).titled("(a) The best region shrinks");
    let others = Note::text((light.items_per_bit, 31.0), (56.0, 2.0), "grey: other *k*").coloured(Colour::Grey);
    Ok(panel.note(others).note(note(light, (40.0, -4.0), "{light} bits")?).note(note(
        heavy,
        (-30.0, -26.0),
        "{heavy} bit",
    )?))
}

/// The best region, and the paper's.
fn deletability(rows: &[Row]) -> Panel {
    let point = |row: &Row| Point::new(row.items_per_bit, row.deletability);
    let fixed = |region_bits: u64| {
        let of = rows.iter().filter(move |row| row.hashes == HASHES && !row.is_best && row.region_bits == region_bits);
        of.map(point)
    };
    let best = Series::new("best region", Mark::Line, best(rows).map(point)).look(Look::new(Colour::Blue).heavy());
    let fixed = losses(rows).into_iter().map(|(region_bits, loss)| {
        let filter = format!("DlBF ({region_bits})");
        let said = format!("{}: −{loss:.2}", name(&filter));
        Series::new(said, Mark::Line, fixed(region_bits)).look(look(&filter))
    });
    let series: Vec<Series> = fixed.chain([best]).collect();
    Panel::new(load_axis(), deletability_axis(), series).titled("(b) Every fixed region loses somewhere")
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (first, last) = ends(rows)?;
    let falls = best(rows).tuple_windows().all(|(light, heavy)| light.region_bits >= heavy.region_bits);
    let falls = falls && first.region_bits > last.region_bits;
    let losses: Vec<(u64, f64)> = losses(rows);
    let least = smallest(&losses, |loss| loss.1)?.value;
    let words = losses.iter().map(|(region_bits, loss)| format!("{loss:.3} with {region_bits}")).join(", ");
    Ok(vec![
        larger_regions(rows)?,
        Decision::title()
            .measured_as("bits of the best region at the lightest load", first.region_bits as f64)
            .tested_on(best(rows))?
            .decide(falls, "somewhere it grows, or it stays as it is"),
        Decision::new("D31")
            .measured(least)
            .tested_on(best(rows))?
            .threshold("should: the best region falls with n, and every fixed one loses somewhere")
            .decide(falls && least > 0.0, "one size is best at every load")
            .remark(format!(
                "k = {HASHES}: b* falls from {} at n = m/{:.0} to {} at n = m/{:.0}; a fixed size gives up as much as {words} of the deletability",
                first.region_bits, 1.0 / first.items_per_bit, last.region_bits, 1.0 / last.items_per_bit
            )),
    ])
}

/// D20, of the paper's k, its regions and the best one, if that is as large as the smallest of them.
fn larger_regions(rows: &[Row]) -> Result<Decision> {
    let of_paper = rows.iter().filter(|row| !row.is_best).map(|row| row.region_bits);
    let least = of_paper.min().ok_or("no region of the paper")?;
    let tested = || rows.iter().filter(|row| row.hashes == HASHES && row.region_bits >= least);
    let sizes = tested()
        .sorted_by_key(|row| (row.items, row.region_bits))
        .dedup_by(|a, b| (a.items, a.region_bits) == (b.items, b.region_bits));
    let steps = sizes.tuple_windows().filter(|(small, large)| small.items == large.items);
    let steps = steps.map(|(small, large)| (small, large.deletability < small.deletability)).collect_vec();
    let fewer = share(&steps, |(_, fewer)| *fewer)?;
    let first = fewer.lacking.map(|(row, _)| format!("n = {} regions larger than {} bits", row.items, row.region_bits));
    let words = first.map(|first| format!("at {first} delete no fewer, as the best region grows at light loads (D31)"));
    Ok(Decision::new("D20")
        .measured(fewer.value())
        .tested_on(tested())?
        .decide_within(
            Range::found("n/m", steps.iter().map(|(row, fewer)| (row.items_per_bit, *fewer))),
            "no range of loads says where",
        )
        .remark(words.unwrap_or_default()))
}

/// For each fixed region the most that it loses against the best one, k = 4.
fn losses(rows: &[Row]) -> Vec<(u64, f64)> {
    let fixed = rows.iter().filter(|row| row.hashes == HASHES && !row.is_best);
    let loss = |row: &Row| {
        let best = best(rows).find(|best| best.items == row.items)?;
        Some((row.region_bits, best.deletability - row.deletability))
    };
    let losses = fixed.filter_map(loss).into_grouping_map().fold(0.0, |most, _, loss| loss.max(most));
    losses.into_iter().sorted_by_key(|loss| loss.0).collect()
}
