//! Operations of one pass over those of the papers' route, against M.

use super::Row;
use super::claims::FROM;
use super::routes::{PUBLISHED, SWEEP};
use crate::prelude::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let sweep = in_the_middle(rows, SWEEP)?;
    Ok(Facts::new()
        .count("from", FROM)
        .count("shown", sweep.hashes)
        .count("most_hashes", 2 * sweep.hashes)
        .count("most_bits", sweep.bits)
        .count("values", sweep.most_held)
        .count("held", in_the_middle(rows, PUBLISHED)?.most_held)
        .count("operations", sweep.operations)
        .count("published", in_the_middle(rows, PUBLISHED)?.operations))
}

/// A route at the largest M and the k of the panels against M, with replacement.
fn in_the_middle<'a>(rows: &'a [Row], route: &str) -> Result<&'a Row> {
    let bits = rows.iter().map(|row| row.bits).max();
    let half = rows.iter().map(|row| row.hashes).max().map(|hashes| hashes / 2);
    let with = positions_name(Sampling::WithReplacement);
    let of = |row: &&Row| row.positions == with && row.route == route && Some(row.bits) == bits;
    Ok(rows.iter().find(|row| of(row) && Some(row.hashes) == half).ok_or("no such route")?)
}

/// The operations of one pass for all thresholds over those of the papers' route for one, against M, for each k.
fn ratios(rows: &[Row]) -> Vec<Series> {
    let with = positions_name(Sampling::WithReplacement);
    let of = |route: &'static str| rows.iter().filter(move |row| row.positions == with && row.route == route);
    let hashes = of(SWEEP).map(|row| row.hashes).sorted().dedup().collect_vec();
    let line = |(i, &k): (usize, &u64)| {
        let pairs = zip(of(SWEEP), of(PUBLISHED)).filter(|(row, _)| row.hashes == k);
        let ratio = |(sweep, published): (&Row, &Row)| {
            Point::new(sweep.bits as f64, sweep.operations as f64 / published.operations as f64)
        };
        let points = pairs.map(ratio).sorted_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(format!("*k* = {k}"), Mark::Joined, points).look(Look::step(i, hashes.len()))
    };
    hashes.iter().enumerate().map(line).collect()
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let ratio = Axis::new("operations: one pass / the papers’ route", Scale::Linear).limited(0.65, 1.05);
    let panel = Panel::new(Axis::new("memory *M* (bits)", Scale::Log2), ratio, ratios(rows))
        .region(Region::above(1.0, "the papers’ route for one threshold is cheaper").named_in(Corner::TopRight))
        .reference(Reference::horizontal(1.0, ""))
        .reference(Reference::vertical(FROM as f64, facts(rows)?.fill("{from} bits")?).named_at(0.0))
        .labelled();
    Ok(LineFigure::single(panel).plot_height(250.0).draw()?)
}
