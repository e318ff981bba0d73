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
    (SOLVE, "retaining, solved", Look::new(Colour::Vermilion)),
    (PUBLISHED, "the papers’ route", Look::new(Colour::Purple).dashed(Dash::Dashed)),
    (SWEEP, "one pass", Look::new(Colour::Blue).heavy()),
    (TRANSITIONS, "eq. 4 or 11", Look::new(Colour::Grey).dashed(Dash::Dotted)),
    (POWERS, "eq. 18, each *ρ*", Look::new(Colour::Green).dashed(Dash::Dashed)),
    (DIAGONAL, "eq. 18 by *τ*(*i*, *i*)", Look::new(Colour::Green)),
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
    let last = |value: fn(&Row) -> u64| rows.iter().map(value).max().ok_or("no rows");
    let bits = last(|row| row.bits)?;
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
    let by_hashes = |row: &Row| (row.bits == bits).then_some((row.hashes, row.operations));
    let order = |from: (f64, f64), to: f64, power: f64| {
        let end = (to, from.1 * libm::pow(to / from.0, power));
        Reference::curve([from, end].map(|(x, y)| Point::new(x, y)), "")
    };
    let named = |at: (f64, f64), name: &str| Note::text(at, (-10.0, -12.0), name).coloured(Colour::Grey);
    let hash_axis = Axis::new("hash functions *k*", Scale::Log2);
    let panels = [
        Panel::new(
            memory,
            Axis::new("one pass / the papers’ route", Scale::Linear).including(0.0).including(1.1),
            ratios(rows),
        )
        .reference(Reference::horizontal(1.0, "as many operations"))
        .reference(Reference::vertical(FROM as f64, facts(rows)?.fill("{from} bits")?).named_at(0.05))
        .titled("(a) One pass is cheaper for every *k*")
        .labelled(),
        Panel::new(hash_axis, counted(), curves(&ROUTES, &by_hashes))
            .reference(order((3.0, 1e6), 9.0, 2.0))
            .note(named((6.0, 4e6), "∝ *k*^2"))
            .titled(format!("(b) All but eq. 18 grow like *k*^2 (*M* = {})", grouped(&bits.to_string()))),
    ];
    Ok(LineFigure::new(panels).plot_height(270.0).labelled_last().draw()?)
}
