//! Whether the simulation confirms f_σ¹.

use bloomlab_workbench::{AnyError, Decision};

use crate::catalogue::Kind;
use crate::sigma_bounded::{Row, compared, misses};
use crate::verdicts::{ALPHA, by_chance};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (fresh, fresh_points) = misses(rows, Kind::Fresh);
    let (fixed, fixed_points) = misses(rows, Kind::Fixed);
    let found = format!("{fresh} of {fresh_points} with fresh positions, {fixed} of {fixed_points} with fixed ones");
    let holds = by_chance(fresh, fresh_points)? && by_chance(fixed, fixed_points)?;
    let lies = Decision::new("R31")
        .measured((fresh + fixed) as f64 / (fresh_points + fixed_points) as f64)
        .threshold(format!("lies within: a right model would miss as many with a chance of at least {ALPHA}"))
        .tested_on(compared(rows, Kind::Fresh).chain(compared(rows, Kind::Fixed)))?
        .decide(holds, found.clone());
    Ok(vec![if holds { lies.remark(found) } else { lies }])
}
