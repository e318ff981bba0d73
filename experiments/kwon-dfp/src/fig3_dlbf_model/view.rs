//! The published deletability beside the exact one, and the regions that it takes for those of an item.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::{largest_bias, largest_excess};
use crate::looks::{look, name};
use crate::panels::{deletability_axis, gap, load_axis};

/// b of the regions that (b) shows.
const SHOWN: u64 = 4;

/// How far the published form is too high, and an item's region likelier to be marked.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let mut facts = Facts::new().number("excess", largest_excess(rows)?.value, 2);
    for bits in regions(rows) {
        let worst = largest_excess(rows.iter().filter(|row| row.region_bits == bits))?;
        facts = facts.number(&format!("excess_{bits}"), worst.value, 2);
    }
    Ok(facts.count("shown", SHOWN).number("bias", largest_bias(shown(rows))?.value, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([deletability(rows)?, marked(rows)?]).plot_height(320.0).draw()?)
}

fn regions(rows: &[Row]) -> impl Iterator<Item = u64> {
    rows.iter().map(|row| row.region_bits).unique()
}

fn shown(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(|row| row.region_bits == SHOWN)
}

/// A model as a line in the order of the load, and its simulation on it.
fn curve<'a>(
    rows: impl Iterator<Item = &'a Row> + Clone,
    (title, look): (&str, Look),
    model: impl Fn(&Row) -> Option<f64>,
    simulated: impl Fn(&Row) -> Option<Interval>,
) -> [Series; 2] {
    let line = rows.clone().filter_map(|row| Some(Point::new(row.items_per_bit, model(row)?)));
    let line = line.sorted_by(|a, b| a.x.total_cmp(&b.x));
    let markers = rows.filter_map(|row| Some(simulated(row)?.at(row.items_per_bit)));
    let series = Series::model(title, look, line, markers);
    if title.is_empty() { series.map(Series::unlisted) } else { series }
}

/// Solid the filter as it is, dashed as it was published, in one colour for each region size; bars where they lie farthest apart.
fn deletability(rows: &[Row]) -> Result<Panel> {
    let facts = facts(rows)?;
    let (mut series, mut notes) = (Vec::new(), Vec::new());
    for bits in regions(rows) {
        let own = rows.iter().filter(|row| row.region_bits == bits);
        let worst = largest_excess(own.clone())?;
        let (x, low) = (worst.row.items_per_bit, worst.row.exact_deletability);
        let (filter, look) = (name(&worst.row.filter), look(&worst.row.filter));
        let dashed = look.dashed(Dash::Dashed);
        series.insert(0, gap(x, (low, low + worst.value)));
        series.extend(curve(own.clone(), ("", dashed), |row| row.published_deletability, |_| None));
        series.extend(curve(
            own,
            (&filter, look),
            |row| Some(row.exact_deletability),
            |row| row.simulated_deletability,
        ));
        let said = facts.fill(&format!("+{{excess_{bits}}}"))?;
        // beside the foot of the leftmost bar, and above the others: there no line runs
        let is_leftmost = regions(rows).all(|other| other <= bits);
        let (y, offset) = if is_leftmost { (low, (-8.0, 4.0)) } else { (low + worst.value, (4.0, -11.0)) };
        notes.push(Note::text((x, y), offset, said).coloured(look.colour()));
    }
    let panel = Panel::new(load_axis(), deletability_axis(), series)
        .titled("(a) The published form, dashed, is too high")
        .labelled();
    Ok(notes.into_iter().fold(panel, Panel::note))
}

/// What an item meets, and in grey what regions are at large.
fn marked(rows: &[Row]) -> Result<Panel> {
    let worst = largest_bias(shown(rows))?.row;
    let look = look(&worst.filter);
    let all = curve(
        shown(rows),
        ("all regions", Look::new(Colour::Grey).marked(Marker::Ring)),
        |row| Some(row.model_of_regions),
        |row| row.regions,
    );
    let met = curve(shown(rows), ("an item’s", look), |row| Some(row.model_of_positions), |row| row.positions);
    let (x, low, high) = (worst.items_per_bit, worst.model_of_regions, worst.model_of_positions);
    let said = facts(rows)?.fill("+{bias}")?;
    let y = Axis::new("share that is marked", Scale::Linear).limited(0.0, 1.0);
    let series = [gap(x, (low, high))].into_iter().chain(all).chain(met);
    let panel =
        Panel::new(load_axis(), y, series).titled(format!("(b) An item’s region of {SHOWN} bits is marked more often"));
    Ok(panel.labelled().note(Note::text((x, low), (7.0, 12.0), said)))
}
