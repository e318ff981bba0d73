//! On which side of the exact rate each formula lies, and how its error falls with m.

use bloomlab_workbench::figure::*;

use super::Row;
use crate::extremes::on_extreme;

const MILLION: u64 = 1_000_000;

/// The claims on the filters of the grid.
pub(super) fn decide(rows: &[&Row]) -> Vec<Decision> {
    [sides(rows), decay(rows)].concat()
}

fn sides(rows: &[&Row]) -> Vec<Decision> {
    let errors = |formula: &'static str| {
        rows.iter()
            .copied()
            .filter(move |row| row.formula == formula)
            .filter_map(|row| Some((row, row.relative_error?)))
    };
    let is_not_below = |(row, error): &(&Row, f64)| *error > 0.0 || (*error == 0.0 && row.hashes > 1);
    let not_below = errors("classic").filter(is_not_below).count() as f64;
    let pairs = errors("classic").zip(errors("classic-limit"));
    let nearer = pairs.filter(|((_, classic), (_, limit))| limit >= classic).count() as f64;
    let below = errors("bloom-1970").filter(|(_, error)| *error < 0.0).count() as f64;
    vec![
        on_extreme("P11", not_below, not_below == 0.0),
        on_extreme("P12", nearer, nearer == 0.0),
        on_extreme("P13", below, below == 0.0),
    ]
}

/// A step of m at fixed m/n.
struct Step {
    bits: [u64; 2],
    errors: [f64; 2],
}

/// Every step of m from a filter that has an error.
fn steps(rows: &[&Row]) -> Vec<Step> {
    let step = |pair: &[&Row]| {
        let [before, after] = [pair[0], pair[1]];
        let errors = [before.relative_error?, after.relative_error?];
        let is_step = before.formula == after.formula && after.bits > before.bits && errors[0] != 0.0;
        is_step.then_some(Step { bits: [before.bits, after.bits], errors })
    };
    rows.windows(2).filter_map(step).collect()
}

fn decay(rows: &[&Row]) -> Vec<Decision> {
    let steps = steps(rows);
    let falling = steps.iter().filter(|step| step.errors[1].abs() < step.errors[0].abs()).count();
    let large = steps.iter().filter(|step| step.bits[0] >= MILLION);
    let products = large.map(|step| [0, 1].map(|i| step.errors[i] * step.bits[i] as f64));
    let drift = products.map(|[before, after]| (after / before - 1.0).abs()).fold(0.0, f64::max);
    vec![
        on_extreme("P14", falling as f64 / steps.len() as f64, falling == steps.len()),
        on_extreme("P15", drift, drift < 1e-3),
    ]
}
