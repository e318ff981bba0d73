//! The published deletability beside the simulated and the exact one, and the regions that it takes for those of an item.

use super::*;

/// b of the regions that (b) shows.
const SHOWN: u64 = 4;

/// How far the published form is too high, and an item's region likelier to be marked.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let mut facts = Facts::new().number("excess", largest_excess(rows)?.value, 2);
    for bits in regions(rows) {
        let worst = largest_excess(of_region(rows, bits))?;
        facts = facts.number(&format!("excess_{bits}"), worst.value, 2);
    }
    Ok(facts.count("shown", SHOWN).number("bias", largest_bias(of_region(rows, SHOWN))?.value, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([deletability(rows)?, marked(rows)?]).plot_height(320.0).draw()?)
}

fn regions(rows: &[Row]) -> impl Iterator<Item = u64> {
    rows.iter().map(|row| row.region_bits).unique()
}

fn of_region(rows: &[Row], bits: u64) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.region_bits == bits)
}

/// Solid the filter as it is, dashed as it was published, in one colour for each region size; bars where they lie farthest apart.
fn deletability(rows: &[Row]) -> Result<Panel> {
    let facts = facts(rows)?;
    let (mut series, mut notes) = (Vec::new(), Vec::new());
    for bits in regions(rows) {
        let worst = largest_excess(of_region(rows, bits))?;
        let (x, low) = (worst.row.items_per_bit, worst.row.exact_deletability);
        let (filter, look) = (name(&worst.row.filter), look(&worst.row.filter));
        let published = curve("", look.dashed(Dash::Dashed), of_region(rows, bits), |row| {
            (row.items_per_bit, row.published_deletability, None)
        });
        series.insert(0, gap(x, (low, low + worst.value)));
        series.extend(published.map(Series::unlisted));
        series.extend(curve(filter, look, of_region(rows, bits), |row| {
            (row.items_per_bit, Some(row.exact_deletability), row.simulated_deletability)
        }));
        // beside the foot of the leftmost bar, and above the others: there no line runs
        let is_leftmost = regions(rows).all(|other| other <= bits);
        let (y, offset) = if is_leftmost { (low, (-8.0, 4.0)) } else { (low + worst.value, (4.0, -11.0)) };
        let said = facts.fill(&format!("+{{excess_{bits}}}"))?;
        notes.push(Note::text((x, y), offset, said).coloured(look.colour()));
    }
    let panel = Panel::new(load_axis(), deletability_axis(), series).labelled().notes(notes);
    Ok(panel.titled("(a) The published form, dashed, is too high"))
}

/// What an item meets, and in grey what regions are at large.
fn marked(rows: &[Row]) -> Result<Panel> {
    let shown = || of_region(rows, SHOWN);
    let (worst, grey) = (largest_bias(shown())?.row, Look::new(Colour::Grey).marked(Marker::Ring));
    let all = curve("all regions", grey, shown(), |row| (row.items_per_bit, Some(row.model_of_regions), row.regions));
    let met = curve("an item’s", look(&worst.filter), shown(), |row| {
        (row.items_per_bit, Some(row.model_of_positions), row.positions)
    });
    let (x, low, high) = (worst.items_per_bit, worst.model_of_regions, worst.model_of_positions);
    let y = Axis::new("share that is marked", Scale::Linear).limited(0.0, 1.0);
    let series = [gap(x, (low, high))].into_iter().chain(all).chain(met);
    Ok(Panel::new(load_axis(), y, series)
        .titled(format!("(b) An item’s region of {SHOWN} bits is marked more often"))
        .labelled()
        .note(Note::text((x, low), (7.0, 12.0), facts(rows)?.fill("+{bias}")?)))
}

/// A difference of deletabilities that cannot be neglected.
const NOT_NEGLIGIBLE: f64 = 0.05;

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let simulated = all.iter().filter(|row| row.epochs.is_some()).collect_vec();
    let above = smallest(all, |row| excess(row, row.exact_deletability))?;
    let title = Decision::title().measured_as("largest excess over the exact value", largest_excess(all)?.value);
    let title = title.at_least(above, 0.0, |row| format!("{} and n = {}", row.filter, row.items));
    Ok(vec![title, overestimate(&simulated)?, size(&simulated)?, size_bias(&simulated)?])
}

/// The most by which the published deletability lies above the exact one.
fn largest_excess<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Extreme<&'a Row>> {
    largest(rows, |row| excess(row, row.exact_deletability))
}

/// The published deletability over another one; not a number where either is missing.
fn excess(row: &Row, other: impl Into<Option<f64>>) -> f64 {
    row.published_deletability.zip(other.into()).map_or(f64::NAN, |(published, other)| published - other)
}

/// D09: an item's positions prefer marked regions.
fn size_bias(rows: &[&Row]) -> Result<Decision> {
    let above = share(rows, |row| row.excess.is_some_and(|excess| excess.lower > 0.0))?;
    let models = share(rows, |row| row.model_of_positions > row.model_of_regions)?;
    let largest = largest_bias(rows.iter().copied())?.value;
    Ok(Decision::new("D09")
        .measured(above.value())
        .tested_on(rows)?
        .decide(
            above.is_all() && models.is_all(),
            format!("the excess is above 0 in {above} points, and in {models} by the model"),
        )
        .remark(format!("the excess is up to {largest:.3}; in the model 1 − e^(−λ) g^(b−1) against 1 − g^b")))
}

/// The most by which the share of positions in marked regions lies above the share of such regions.
fn largest_bias<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Extreme<&'a Row>> {
    let with_excess = rows.into_iter().filter(|row| row.excess.is_some());
    largest(with_excess, |row| row.excess.map_or(f64::NAN, |excess| excess.value))
}

fn excess_over_interval(row: &Row) -> f64 {
    excess(row, row.simulated_deletability.map(|simulated| simulated.upper))
}

fn overestimate(rows: &[&Row]) -> Result<Decision> {
    let above = share(rows, |row| excess_over_interval(row) > 0.0)?;
    let above_exact = share(rows, |row| excess(row, row.exact_deletability) > 0.0)?;
    let is_below = |row: &&&Row| excess(row, row.simulated_deletability.map(|simulated| simulated.lower)) < 0.0;
    let below = rows.iter().filter(is_below).count();
    let found = format!("above the exact value at {above_exact} points, and below {below} intervals");
    Ok(Decision::new("D07")
        .measured(above.value())
        .tested_on(rows)?
        .threshold("tends: above the exact value at every point, above most 99 % intervals and below none")
        .decide(above_exact.is_all() && below == 0 && above.value() > 0.5, found.clone())
        .remark(format!("{found}; the formula is rebuilt from its description")))
}

fn size(rows: &[&Row]) -> Result<Decision> {
    // by region size: where the published form lies farthest above the simulation's interval
    let by_filter = rows.chunk_by(|a, b| a.filter == b.filter);
    let farthest = by_filter.map(|of| largest(of, |row| excess_over_interval(row))).collect::<Result<Vec<_>>>()?;
    let least = smallest(&farthest, |farthest| farthest.value)?;
    let words = farthest.iter().map(|Extreme { row, .. }| {
        let over_mean = excess(row, row.simulated_deletability.map(|simulated| simulated.value));
        format!("{over_mean:.3} for {} at n = {}", row.filter, in_64ths(row.items, row.bits))
    });
    Ok(Decision::new("D08")
        .tested_on(rows)?
        .threshold(format!("more than can be neglected: at least {NOT_NEGLIGIBLE}"))
        .at_least(least, NOT_NEGLIGIBLE, |farthest| farthest.row.filter.clone())
        .remark(format!("above the simulated mean by up to {}", words.format(", "))))
}
