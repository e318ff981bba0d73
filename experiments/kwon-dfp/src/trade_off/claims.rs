//! What fingerprints save beside a counting filter in the same memory.

use bloomlab_workbench::Decision;
use itertools::Itertools;

use super::Row;
use crate::comparison::{in_64ths, sixty_fourths};

/// A factor between rates that is called significant.
const SIGNIFICANT: f64 = 2.0;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    let gains: Vec<(u64, f64)> = rows.chunk_by(|a, b| a.items == b.items).map(gain).collect();
    let significant = gains.iter().take_while(|(_, gain)| *gain >= SIGNIFICANT).last();
    let words = gains.iter().map(|(load, gain)| format!("{gain:.2} at {}", in_64ths(*load))).join(", ");
    vec![Decision::new("D27").measured(gains.iter().map(|(_, gain)| *gain).fold(f64::INFINITY, f64::min)).decide_if(
        gains.iter().all(|(_, gain)| *gain >= SIGNIFICANT),
        significant.is_some() && gains.iter().all(|(_, gain)| *gain > 1.0),
        format!(
            "n ≤ {}: in the same memory the factors are {words}",
            in_64ths(significant.map_or(0, |(load, _)| *load))
        ),
        String::new(),
    )]
}

/// The load of some rows in units of m/64, and the counting filter's lowest rate over that of the FP-CBF.
fn gain(rows: &[Row]) -> (u64, f64) {
    let lowest = |filter: &str| {
        let rates = rows.iter().filter(|row| row.filter.starts_with(filter)).map(|row| row.rate);
        rates.fold(f64::INFINITY, f64::min)
    };
    (sixty_fourths(rows[0].items, rows[0].bits), lowest("counting") / lowest("FP-CBF"))
}
