//! On which side of the exact rate each formula lies, and how its error falls with m.

use super::*;

const MILLION: u64 = 1_000_000;

/// The claims on the filters of the grid.
pub(super) fn decide(rows: &[&Row]) -> Result<Vec<Decision>> {
    Ok([sides(rows)?, decay(rows)?].concat())
}

fn sides(rows: &[&Row]) -> Result<Vec<Decision>> {
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
    let decisions = [("P11", not_below), ("P12", nearer), ("P13", below)];
    decisions.into_iter().map(|(id, filters)| on_extreme(id, filters, filters == 0.0).tested_on(rows)).collect()
}

/// A step of m at fixed m/n: the filters, and their errors.
type Step<'a> = ([&'a Row; 2], [f64; 2]);

/// Every step from a filter that has an error.
fn steps<'a>(rows: &[&'a Row]) -> Vec<Step<'a>> {
    let step = |(before, after): (&&'a Row, &&'a Row)| {
        let errors = [before.relative_error?, after.relative_error?];
        let is_step = before.formula == after.formula && after.bits > before.bits && errors[0] != 0.0;
        is_step.then_some(([*before, *after], errors))
    };
    rows.iter().tuple_windows().filter_map(step).collect()
}

fn decay(rows: &[&Row]) -> Result<Vec<Decision>> {
    let steps = steps(rows);
    let large: Vec<&Step> = steps.iter().filter(|([before, _], _)| before.bits >= MILLION).collect();
    let falling = share(&steps, |(_, [before, after])| after.abs() < before.abs())?.value();
    let drift = |(rows, errors): &Step| {
        let [before, after] = [0, 1].map(|i| errors[i] * rows[i].bits as f64);
        (after / before - 1.0).abs()
    };
    let drift = largest(&large, |step| drift(step))?.value;
    Ok(vec![
        on_extreme("P14", falling, falling == 1.0).tested_on(steps.iter().flat_map(|step| step.0))?,
        on_extreme("P15", drift, drift < 1e-3).tested_on(large.iter().flat_map(|step| step.0))?,
    ])
}
