//! Operations against M and k, with the papers' orders.

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::FROM;
use super::routes::{DIAGONAL, POWERS, PUBLISHED, SOLVE, SWEEP, TRANSITIONS};
use crate::enumerated::positions_name;

/// The routes with their names in pictures.
const ROUTES: [(&str, &str, Look); 6] = [
    (SOLVE, "retaining, linear solve", Look::new(Colour::Vermilion).dashed(Dash::DashDot)),
    (PUBLISHED, "*f*_{σ}^1 by the papers' route", Look::new(Colour::Purple).dashed(Dash::Dashed)),
    (SWEEP, "*f*_{σ}^1 in one pass, every *σ*", Look::new(Colour::Blue).heavy()),
    (TRANSITIONS, "transitions, eq. 4 or 11", Look::new(Colour::Brown).dashed(Dash::Dotted)),
    (POWERS, "eq. 18, each *ρ* by itself", Look::new(Colour::Green).dashed(Dash::Dashed)),
    (DIAGONAL, "eq. 18, *ρ*(*i*) = *τ*(*i*, *i*)", Look::new(Colour::Green)),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let sweep = in_the_middle(rows, SWEEP)?;
    Ok(Facts::new()
        .count("from", FROM)
        .count("shown", sweep.hashes)
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

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let last = |value: fn(&Row) -> u64| rows.iter().map(value).max().ok_or("no rows");
    let (bits, half) = (last(|row| row.bits)?, last(|row| row.hashes)? / 2);
    let with = positions_name(Sampling::WithReplacement);
    let curves = |routes: &[(&str, &str, Look)], point: &dyn Fn(&Row) -> Option<(u64, u64)>| {
        let curve = |(route, name, look): &(&str, &str, Look)| {
            let of = rows.iter().filter(|row| row.positions == with && row.route == *route);
            let points = of.filter_map(point).map(|(x, y)| Point::new(x as f64, y as f64));
            Series::new(*name, Mark::Line, points).look(*look)
        };
        routes.iter().map(curve).collect::<Vec<Series>>()
    };
    let memory = Axis::new("memory *M* (bits)", Scale::Log2);
    let counted = || Axis::new("additions, products and quotients", Scale::Log10);
    let by_bits = |row: &Row| (row.hashes == half).then_some((row.bits, row.operations));
    let by_hashes = |row: &Row| (row.bits == bits).then_some((row.hashes, row.operations));
    let order = |from: (f64, f64), to: f64, power: f64| {
        let end = (to, from.1 * libm::pow(to / from.0, power));
        Reference::curve([from, end].map(|(x, y)| Point::new(x, y)), "")
    };
    let named = |at: (f64, f64), name: &str| Note::text(at, (-10.0, -12.0), name).coloured(Colour::Grey);
    let hash_axis = Axis::new("hash functions *k*", Scale::Log2);
    let panels = [
        Panel::new(memory, counted(), curves(&ROUTES, &by_bits))
            .reference(order((64.0, 3e4), 2048.0, 1.0))
            .note(named((1024.0, 4.8e5), "∝ *M*"))
            .titled(format!("(a) Operations, *k* = {half}")),
        Panel::new(hash_axis, counted(), curves(&ROUTES, &by_hashes))
            .reference(order((3.0, 1e6), 9.0, 2.0))
            .note(named((6.0, 4e6), "∝ *k*^2"))
            .titled(format!("(b) Operations, *M* = {}", grouped(&bits.to_string()))),
    ];
    Ok(LineFigure::new(panels).plot_height(240.0).draw()?)
}
