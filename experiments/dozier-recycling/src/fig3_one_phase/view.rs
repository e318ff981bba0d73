//! Rates of one phase, model and simulation.
//! Whether the simulation confirms f_σ¹.

use bloomlab_workbench::figure::*;

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Drawn, Row, compared, misses};
use crate::verdicts::{ALPHA, by_chance};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new().count("points", both(rows).1 as u64))
}

/// How many intervals miss, with fresh positions and with fixed ones, and how many there are.
fn both(rows: &[Row]) -> (usize, usize) {
    let [(fresh, fresh_points), (fixed, fixed_points)] = [Kind::Fresh, Kind::Fixed].map(|kind| misses(rows, kind));
    (fresh + fixed, fresh_points + fixed_points)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = Drawn {
        threshold: "threshold *σ* (bits of 1000)",
        described: ("(b) Fresh positions for every new message", Kind::Fresh),
        finding: None,
    };
    sigma_bounded::draw(rows, &drawn)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (fresh, fresh_points) = misses(rows, Kind::Fresh);
    let (fixed, fixed_points) = misses(rows, Kind::Fixed);
    let found = format!("{fresh} of {fresh_points} with fresh positions, {fixed} of {fixed_points} with fixed ones");
    let holds = by_chance(fresh, fresh_points)? && by_chance(fixed, fixed_points)?;
    let lies = Decision::new("R31")
        .measured((fresh + fixed) as f64 / (fresh_points + fixed_points) as f64)
        .threshold(format!("lies within: a right model would miss as many with a chance of at least {ALPHA}"))
        .tested_on(compared(rows, Kind::Fresh).chain(compared(rows, Kind::Fixed)))?
        .decide(holds, found.clone());
    let (missed, points) = both(rows);
    let title = Decision::title()
        .measured_as("share of the intervals that contain it", 1.0 - missed as f64 / points.max(1) as f64)
        .tested_on(compared(rows, Kind::Fresh).chain(compared(rows, Kind::Fixed)))?
        .decide(missed == 0 && points > 0, format!("{missed} miss it"));
    Ok(vec![if holds { lies.remark(found) } else { lies }, title])
}
