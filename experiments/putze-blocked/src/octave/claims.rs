//! Whether simulated filters of the rule's sizes have the exact rate.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::blocks::{CONTAINED, share_contained};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let contained = share_contained(rows, |row| row.rate, |row| row.simulated);
    Ok(vec![
        Decision::new("B14")
            .measured(contained)
            .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
            .tested_on(rows.iter().filter(|row| row.simulated.is_some()))?
            .decide(contained >= CONTAINED, format!("{:.0} % of the intervals contain it", 100.0 * contained)),
    ])
}
