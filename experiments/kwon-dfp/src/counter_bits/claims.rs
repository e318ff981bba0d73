//! When saturation, the one limit of filters that count, is a limit.

use bloomlab_workbench::{AnyError, Decision};

use super::{LOAD, Row};
use crate::comparison::{in_64ths, sixty_fourths};

/// The bits of a counter of CBF and FP-CBF.
const USUAL: u64 = 4;
/// Fewer stuck counters than this are none.
const NONE: f64 = 0.01;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let usual: Vec<&Row> = rows.iter().filter(|row| row.part == LOAD && row.counter_bits == USUAL).collect();
    let last = usual.last().ok_or("no counters of four bits")?;
    let free = usual.iter().take_while(|row| row.stuck_counters < NONE).last().ok_or("they stick at every load")?;
    let load = |row: &Row| in_64ths(sixty_fourths(row.items, row.bits));
    Ok(vec![
        Decision::new("D30")
            .measured(last.stuck_counters)
            .tested_on(usual.iter())?
            .threshold(format!("no limit: fewer than {NONE} counters are expected to be stuck"))
            .by_definition(format!(
                "a count that was lost is not known again; with four bits it is no limit up to n = {}, and {:.2} of {} counters are stuck at {}",
                load(free), last.stuck_counters, last.cells, load(last)
            )),
    ])
}
