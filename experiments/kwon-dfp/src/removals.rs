//! What deletions do to the items that stay: item by item.

mod claims;
mod trial;

use std::iter::zip;

use bloomlab_deletable::{Parameters, double};
use bloomlab_pictures::{Axis, Legend, LineFigure, Mark, Note, Panel, Picture, Reference, Scale, Series, grouped};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use self::trial::{Trial, delete_and_compare};
use crate::filters;
use crate::looks::{look, name};
use crate::trials::{estimate, simulate_with};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// n, in thousandths of m.
    items_thousandths: u64,
    /// 100 r/n.
    deleted_percent: Vec<u64>,
    /// Independent filters at every point.
    epochs: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    bits: u64,
    hashes: u64,
    /// n.
    items: u64,
    /// r.
    deleted: u64,
    epochs: u64,
    /// Of n + r items, none deleted: the exact model.
    exact_deletability: f64,
    /// Of the n items after the r were deleted, with its 99 % interval.
    #[serde(rename = "after,after_lower,after_upper")]
    after: Interval,
    /// Of the n + r items of other filters, from which none was deleted, with its interval.
    #[serde(rename = "full,full_lower,full_upper")]
    full: Interval,
    /// Items that stayed; these and the following in all epochs.
    stayed: u64,
    /// Items that stayed whose deletability the deletions changed.
    changed: u64,
    /// Items that stayed and were not found after the deletions.
    false_negatives: u64,
    /// Items that were to be deleted and could be.
    removed: u64,
    /// Items that stayed whose deletability depends on the order of the deletions.
    changed_by_order: u64,
}

pub(crate) struct Removals;

impl Figure for Removals {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let items = s.bits * s.items_thousandths / 1000;
        if items == 0 {
            return Err(format!("items_thousandths {}: no item in {} bits", s.items_thousandths, s.bits).into());
        }
        let point = |(filter, percent)| Parameters::new(filter, s.bits, items, items * percent / 100, s.hashes);
        let points = iproduct!(filters::of_the_paper(&s.region_bits), &s.deleted_percent).map(point);
        let points = points.collect::<Result<Vec<_>, _>>()?;
        let trials = simulate_with(delete_and_compare, "kwon-dfp, removals", &points, s.epochs, context)?;
        context.rows(zip(points, trials), |(p, trials)| row(&p, &trials))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let filters = rows.chunk_by(|a, b| a.filter == b.filter);
        let series = filters.map(|rows| {
            let points = rows.iter().map(|row| ratio(row.after, row.full).at(row.deleted as f64 / row.items as f64));
            Series::new(name(&rows[0].filter), Mark::Markers, points).look(look(&rows[0].filter))
        });
        let of_all = |count: fn(&Row) -> u64| rows.iter().filter(|row| row.deleted > 0).map(count).sum::<u64>();
        let said = format!(
            "changed by the deletions: {} of {} items that stayed",
            of_all(|row| row.changed),
            grouped(&of_all(|row| row.stayed).to_string())
        );
        let x = Axis::new("deleted items *r*/*n*", Scale::Linear).limited(-0.05, 0.45);
        let y = Axis::new("deletability: after deletions ÷ nothing deleted", Scale::Linear);
        let panel = Panel::new(x.ticked(shares(rows)), y.limited(0.975, 1.035), series)
            .dodged()
            .reference(Reference::horizontal(1.0, ""))
            .note(Note::text((0.2, 1.035), (0.0, 14.0), said));
        Ok(LineFigure::single(panel).wide().legend(Legend::Above).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// The ratio of two independent means, with an interval from theirs: relative half widths add up as squares.
fn ratio(over: Interval, under: Interval) -> Interval {
    let relative = |mean: Interval| (mean.upper - mean.value) / mean.value;
    let value = over.value / under.value;
    let half = value * libm::hypot(relative(over), relative(under));
    Interval { value, lower: value - half, upper: value + half }
}

/// A tick at every share r/n, rounded as it was chosen.
fn shares(rows: &[Row]) -> Vec<(f64, String)> {
    let share = |row: &Row| row.deleted as f64 / row.items as f64;
    rows.iter().map(|row| (share(row), format!("{:.1}", share(row)))).unique_by(|tick| tick.1.clone()).collect()
}

fn row(p: &Parameters, trials: &[Trial]) -> Result<Row, AnyError> {
    let shares =
        |count: fn(&Trial) -> u64, of: u64| estimate(trials.iter().map(|trial| count(trial) as f64 / of as f64));
    let after = shares(|trial| trial.deletable_after, p.items())?;
    let full = shares(|trial| trial.deletable_full, p.inserted())?;
    let sum = |count: fn(&Trial) -> u64| trials.iter().map(count).sum();
    Ok(Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        deleted: p.deleted(),
        epochs: after.epochs,
        exact_deletability: double::deletability(&p.before_deletions())?,
        after: after.triple().into(),
        full: full.triple().into(),
        stayed: p.items() * after.epochs,
        changed: sum(|trial| trial.changed),
        false_negatives: sum(|trial| trial.false_negatives),
        removed: sum(|trial| trial.removed),
        changed_by_order: sum(|trial| trial.changed_by_order),
    })
}
