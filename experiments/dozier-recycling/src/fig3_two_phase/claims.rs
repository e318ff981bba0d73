//! Whether the simulation confirms f_σ², and up to which rate.

use bloomlab_workbench::{AnyError, Decision, Range};

use crate::catalogue::Kind;
use crate::sigma_bounded::{Row, compared, is_missed, misses};
use crate::verdicts::{ALPHA, by_chance, largest, smallest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (fresh, fresh_points) = misses(rows, Kind::Fresh);
    let (fixed, fixed_points) = misses(rows, Kind::Fixed);
    let (unique, unique_points) = misses(rows, Kind::Unique);
    // the rates below the first miss with fresh positions, which fixed hash functions then test
    let first_miss = smallest(compared(rows, Kind::Fresh).filter(|row| is_missed(row)).map(|row| row.model));
    let below = |row: &&Row| row.model < first_miss;
    let bound = largest(compared(rows, Kind::Fresh).filter(below).map(|row| row.model));
    let range = Range::of("f_σ²", compared(rows, Kind::Fresh).map(|row| (row.model, row.model <= bound)));
    let tested: Vec<&Row> = compared(rows, Kind::Fixed).filter(|row| row.model <= bound).collect();
    let missed = tested.iter().filter(|row| is_missed(row)).count();
    let is_confirmed = !tested.is_empty() && by_chance(missed, tested.len())?;
    let found = format!(
        "{fresh} of {fresh_points} intervals miss with fresh positions, {fixed} of {fixed_points} with fixed ones"
    );
    let decision = Decision::new("R32")
        .measured((fresh + fixed) as f64 / (fresh_points + fixed_points) as f64)
        .threshold(format!("lies within: a right model would miss as many with a chance of at least {ALPHA}"))
        .tested_on(compared(rows, Kind::Fresh).chain(compared(rows, Kind::Fixed)))?
        .range(range)
        .decide_if(
            by_chance(fresh, fresh_points)? && by_chance(fixed, fixed_points)?,
            is_confirmed,
            format!(
                "f_σ² is at most {bound:.3}, below the first miss with fresh positions; fixed ones miss {missed} of {} there",
                tested.len()
            ),
            format!("fixed hash functions miss {missed} of {} intervals up to {bound:.3}", tested.len()),
        )
        .remark(format!(
            "{found}: what comes back while the frozen filter holds it is no message that is new; of messages that never come back \
             {unique} of {unique_points} miss"
        ));
    Ok(vec![decision])
}
