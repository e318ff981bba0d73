//! Whether reports are right, and what they are instead.

use bloomlab_workbench::figure::*;

use super::Row;
use super::view::{CLOSE, FEWEST_ITEMS, is_right, lowest_of_libraries, reporters};

/// The blocked filter of the libraries that reports.
pub(super) const BLOCKS: &str = "parquet";

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let reporters = reporters(rows);
    let right = share(&reporters, |reporter| reporter.is_right)?;
    let many = || rows.iter().filter(|row| row.items >= FEWEST_ITEMS);
    let lowest = smallest(many(), |row| row.ratio().value)?;
    let why = format!("{} of the rate: {}, n = {}", number(lowest.value, 2), lowest.row.name, lowest.row.items);
    let wrong: Vec<&str> =
        reporters.iter().filter(|reporter| !reporter.is_right).map(|reporter| reporter.name).collect();
    Ok(vec![
        Decision::new("E21")
            .measured(right.value())
            .threshold(format!(
                "may be right: the 99 % interval of reported over measured rate reaches within {} % of one",
                100.0 * CLOSE
            ))
            .tested_on(many())?
            .remark(format!("wrong: {}", wrong.join(", ")))
            .decide(right.value() >= 0.5, why.clone()),
        eq_1(rows)?,
        of_libraries(rows)?,
        Decision::title()
            .tested_on(many())?
            .measured_as("share of the filters whose reports may all be right", right.value())
            .decide(right.value() < 0.5, why),
    ])
}

fn place(row: &Row) -> String {
    let target = row.promised.map(|promised| format!(", target {promised}")).unwrap_or_default();
    format!("{}, n = {}{target}", row.name, row.items)
}

/// Whether libraries report eq. 1.
fn eq_1(rows: &[Row]) -> Result<Decision> {
    let with_positions = || rows.iter().filter_map(|row| Some((row, row.reported / row.classic?)));
    let worst = largest(with_positions(), |(_, ratio)| (ratio - 1.0).abs())?;
    let close = |ratio: f64| (ratio - 1.0).abs() <= CLOSE;
    let range = Range::of("n", with_positions().map(|(row, ratio)| (row.items as f64, close(ratio))));
    Ok(Decision::new("E22")
        .measured(worst.value)
        .threshold(format!("is: within {} %", 100.0 * CLOSE))
        .tested_on(with_positions().map(|(row, _)| row))?
        .remark(format!(
            "largest at {}; where few bits are set those of one filter are not the mean",
            place(worst.row.0)
        ))
        .decide_within(range, place(worst.row.0)))
}

/// Whether libraries report their rate.
fn of_libraries(rows: &[Row]) -> Result<Decision> {
    let libraries = || rows.iter().filter(|row| row.is_of_library());
    let without_blocks = || libraries().filter(|row| row.blocks == Some(false));
    let wrong = without_blocks().filter(|row| !is_right(row)).map(|row| row.items).max().unwrap_or(0);
    let beyond = without_blocks().filter(|row| row.items > wrong).count();
    let [blocks, doubly] = lowest_of_libraries(rows)?;
    Ok(Decision::new("E23")
        .measured(blocks.value)
        .threshold(format!("is: within {} %, or the 99 % interval is not beside it", 100.0 * CLOSE))
        .tested_on(libraries())?
        .decide_if(
            libraries().all(is_right),
            beyond > 0,
            format!(
                "the filter has no blocks and more than {wrong} items; with blocks it says as little as {:.3} of it, \
                 with fewer items {:.3}",
                blocks.value, doubly.value
            ),
            place(blocks.row),
        ))
}
