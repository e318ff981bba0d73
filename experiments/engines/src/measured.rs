//! The committed table of measurements: counts over independent units.

use bloomlab_libraries::Counted;
use bloomlab_tables::{CONFIDENCE, Interval, Result, Run, ensure, student_quantile};
use serde::Deserialize;

use crate::distributions::Found;

const TABLE: &str = "data/engines/measured.csv";
/// Fewer units give no interval worth the name.
const FEWEST_UNITS: u64 = 3;

/// The counts of one case of an engine.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Measured {
    pub engine: String,
    pub version: String,
    pub case: String,
    pub setting: String,
    pub target: Option<f64>,
    pub items: u64,
    /// m as found.
    pub bits: Option<u64>,
    pub hashes: Option<u64>,
    /// The engine's own rate, mean over trials.
    pub reported: Option<f64>,
    /// The counts of different units are independent.
    pub unit: String,
    /// Questions of a unit.
    pub asked: u64,
    pub units: u64,
    /// Present keys not found.
    pub missed: u64,
    pub trials: u64,
    positives: f64,
    positives_squared: f64,
    #[serde(rename = "measured")]
    pub day: String,
}

/// The parameters of a figure that the table of measurements alone determines.
#[derive(Deserialize)]
pub struct Parameters {
    pub trials: u64,
}

impl Measured {
    pub fn found(&self) -> Found<'_> {
        let Self { engine, case, target, items, bits, hashes, .. } = self;
        Found { engine, case, target: *target, items: *items, bits: *bits, hashes: *hashes }
    }

    pub fn has_interval(&self) -> bool {
        self.units >= FEWEST_UNITS
    }

    /// The mean rate, with its 99 % interval over units.
    pub fn rate(&self) -> Result<Interval> {
        let Self { units, asked, positives, positives_squared: squares, .. } = *self;
        let counted = Counted { units, asked, positives, squares };
        let (value, lower, upper) = counted.interval(student_quantile(units - 1, CONFIDENCE)?, CONFIDENCE);
        Ok(Interval { value, lower, upper })
    }
}

/// The rows with units enough for an interval.
pub(crate) fn rows(run: &Run, trials: u64) -> Result<Vec<Measured>> {
    let mut rows = all(run, trials)?;
    rows.retain(Measured::has_interval);
    Ok(rows)
}

/// All rows of the table, refused if it does not have as many trials as the parameter `trials` of the figure says.
pub(crate) fn all(run: &Run, trials: u64) -> Result<Vec<Measured>> {
    let rows = parsed(&run.input(TABLE)?)?;
    let of_table: u64 = rows.iter().map(|measured| measured.trials).sum();
    ensure!(trials == of_table, "trials = {trials}: {TABLE} has {of_table}; make measure sets it");
    Ok(rows)
}

fn parsed(table: &str) -> Result<Vec<Measured>> {
    Ok(csv::Reader::from_reader(table.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

#[cfg(test)]
pub(crate) fn committed() -> Vec<Measured> {
    let table = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TABLE);
    parsed(&std::fs::read_to_string(table).unwrap()).unwrap()
}
