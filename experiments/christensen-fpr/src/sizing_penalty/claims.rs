//! Whether filters sized with the classic formula are too small.

use bloomlab_workbench::figure::{Decision, Range, Result, largest, share, smallest};

use super::Row;

/// The ratio of rate to target from which on a miss is noticeable.
pub(super) const NOTICEABLE: f64 = 1.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let is_short = |row: &&Row| row.bits < row.bits_needed && row.penalty > 1.0;
    let short = share(rows, is_short)?.value();
    let most = rows.iter().filter(is_short).map(|row| row.bits_needed - row.bits).max().unwrap_or(0);
    let highest = largest(rows, |row| row.penalty)?;
    let worst = highest.value;
    let strictest = smallest(rows, |row| row.target)?.value;
    let otherwise = format!("{worst:.3} at n = {}, target {}", highest.row.items, highest.row.target);
    let title = Decision::title().measured_as("largest exact rate over the target", worst);
    let noticed = rows.iter().filter(|row| row.penalty > NOTICEABLE).map(|row| row.items).max().unwrap_or(0);
    Ok(vec![
        title.decide(worst > 1.0 && highest.row.items == 1 && highest.row.target == strictest, otherwise),
        Decision::new("C06")
            .measured(short)
            .threshold("too small: it lacks a bit or more, and its exact rate is above the target")
            .range(Range::of("n", rows.iter().map(|row| (row.items as f64, row.penalty > 1.0))))
            .decide(short > 0.0, "every filter has the bits it needs")
            .remark(format!(
                "by at most {most} bits; the rate is up to {worst:.2} times the target, and more than {:.0} % above it only up to n = {noticed}",
                100.0 * (NOTICEABLE - 1.0)
            )),
    ])
}
