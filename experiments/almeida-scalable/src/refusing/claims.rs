//! What refusing positives costs, whether size mends it, and whether simulated filters have the rate.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use super::draw::is_half_full;
use crate::trials::{CONTAINED, share_contained};

/// The k from which refusing costs little at half fill.
const MANY_HASHES: u64 = 7;
/// The load from which the two rates are compared: below it and with many hash functions they differ by less than a double shows.
const LEAST_LOAD: f64 = 0.499;
/// A share of the rate that is little.
const LITTLE: f64 = 0.01;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let limits = || rows.iter().filter(|row| row.limit);
    let loaded = || limits().filter(|row| row.load > LEAST_LOAD);
    let lowest = loaded().map(|row| row.excess).fold(f64::INFINITY, f64::min);
    let half_full = || limits().filter(|row| is_half_full(row));
    let many = || half_full().filter(|row| row.hashes >= MANY_HASHES);
    let costs = many().map(|row| row.excess).fold(0.0, f64::max);
    let contained = share_contained(rows.iter().map(|row| (row.simulated, row.refusing)));
    Ok(vec![
        Decision::new("G11")
            .measured(1.0 + lowest)
            .tested_on(loaded())?
            .decide(lowest > 0.0, "somewhere it is no higher"),
        by_size(rows)?,
        Decision::new("G13")
            .measured(costs)
            .threshold(format!("less than {:.0} %", 100.0 * LITTLE))
            .tested_on(many())?
            .decide(costs < LITTLE, format!("it costs {:.1} %", 100.0 * costs)),
        Decision::new("G14")
            .measured(contained)
            .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
            .decide(contained >= CONTAINED, format!("{:.0} % of the intervals contain it", 100.0 * contained)),
    ])
}

/// The excess of the limit over that of the smallest filter with as many hash functions, the least of them.
fn by_size(rows: &[Row]) -> Result<Decision, AnyError> {
    let mut ratios = Vec::new();
    for limit in rows.iter().filter(|row| row.limit && is_half_full(row)) {
        let sized = rows.iter().filter(|row| !row.limit && row.hashes == limit.hashes);
        let smallest = sized.min_by_key(|row| row.bits).ok_or("no filter of a finite size")?;
        ratios.push(limit.excess / smallest.excess);
    }
    let least = ratios.into_iter().fold(f64::INFINITY, f64::min);
    Ok(Decision::new("G12")
        .measured(least)
        .threshold("vanishes: below a tenth of it")
        .tested_on(rows.iter().filter(|row| !row.limit))?
        .decide(least < 0.1, format!("the limit keeps {least:.2} of it at least")))
}
