//! The committed table of measurements: counts over independent units.

use bloomlab_libraries::Counted;
use bloomlab_tables::{CONFIDENCE, Interval, Result, Run, ensure, student_quantile};
use serde::Deserialize;

const TABLE: &str = "data/engines/measured.csv";
/// Fewer units give no interval worth the name.
const FEWEST_UNITS: u64 = 3;

/// The parameters of a figure that the table of measurements alone determines.
#[derive(Deserialize)]
pub struct Parameters {
    pub trials: u64,
}

/// The mean rate, with its 99 % interval over units; `None` of too few units.
pub(crate) fn interval(row: &Counted) -> Result<Option<Interval>> {
    if row.units < FEWEST_UNITS {
        return Ok(None);
    }
    let (value, lower, upper) = row.interval(student_quantile(row.units - 1, CONFIDENCE)?, CONFIDENCE);
    Ok(Some(Interval { value, lower, upper }))
}

/// The rows with units enough for an interval, with it.
pub(crate) fn rows(run: &Run, trials: u64) -> Result<Vec<(Counted, Interval)>> {
    let with_interval = |row| Ok(interval(&row)?.map(|rate| (row, rate)));
    all(run, trials)?.into_iter().filter_map(|row| with_interval(row).transpose()).collect()
}

/// All rows of the table, refused if it does not have as many trials as the parameter `trials` of the figure says.
pub(crate) fn all(run: &Run, trials: u64) -> Result<Vec<Counted>> {
    let rows = Counted::read(run.input(TABLE)?.as_bytes())?;
    let of_table: u64 = rows.iter().map(|measured| measured.trials).sum();
    ensure!(trials == of_table, "trials = {trials}: {TABLE} has {of_table}; make measure sets it");
    Ok(rows)
}

#[cfg(test)]
pub(crate) fn committed() -> Vec<Counted> {
    let table = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TABLE);
    Counted::read(std::fs::File::open(table).unwrap()).unwrap()
}
