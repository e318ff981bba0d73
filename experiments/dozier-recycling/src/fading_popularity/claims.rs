//! Whether false negatives are negligible.

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use super::{KEEPING, Row, SHORTEST};
use crate::verdicts::largest;

/// A filter is well provisioned whose cycle is at most this multiple of the mean reuse distance, or the window.
const WELL_PROVISIONED: f64 = 10.0;
/// Beyond this multiple no provision is called one.
const ANY_PROVISION: f64 = 100.0;

/// R48. For each law and filter: the shortest cycle that keeps false negatives below the limit, over the distances.
pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let shortest: Vec<&Row> = rows.iter().filter(|row| row.series == SHORTEST).collect();
    let within = |most: f64| move |row: &&&Row| row.cycle_over_distance.is_some_and(|ratio| ratio <= most);
    let well: Vec<_> = shortest.iter().filter(within(WELL_PROVISIONED)).collect();
    let keeps = well.iter().all(|row| row.filter == KEEPING);
    let names = |rows: &[&&Row]| {
        rows.iter()
            .map(|row| format!("{} ({:.1})", row.law, row.cycle_over_distance.unwrap_or(f64::INFINITY)))
            .join(", ")
    };
    let is_more = |row: &&&Row| !within(WELL_PROVISIONED)(row) && within(ANY_PROVISION)(row);
    let more: Vec<_> = shortest.iter().filter(is_more).collect();
    let mut more = more
        .iter()
        .map(|row| format!("{}, {}: {:.0}", row.filter, row.law, row.cycle_over_distance.unwrap_or(f64::INFINITY)));
    let more = more.join("; ");
    let (limit, keeping) = (
        largest(shortest.iter().map(|row| row.false_negative_rate)),
        largest(shortest.iter().filter(|row| row.filter == KEEPING).filter_map(|row| row.cycle_over_distance)),
    );
    let others = shortest.iter().filter(|row| row.filter != KEEPING).filter_map(|row| row.cycle_over_distance);
    Ok(vec![
        Decision::new("R48")
            .measured(keeping)
            .threshold(format!(
                "negligible: below 0.001; well provisioned: a cycle of at most {WELL_PROVISIONED} times 1 + E[R], or the window"
            ))
            .tested_on(shortest.iter().copied())?
            .decide_if(
                well.len() == shortest.len(),
                !well.is_empty() && keeps,
                format!("two phases keep the message that ends a cycle and reuse is {}", names(&well)),
                format!("no cycle of up to {WELL_PROVISIONED} distances keeps false negatives below {limit:.4}"),
            )
            .remark(format!(
                "longer cycles, of up to {ANY_PROVISION} distances, do for {more}; the others take up to {:.0} of them, or \
                 have no mean distance (power laws of α ≤ 2)",
                largest(others)
            )),
    ])
}
