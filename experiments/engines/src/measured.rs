//! The committed table of measurements: counts over independent units.

use crate::prelude::*;

use crate::distributions::Found;

const TABLE: &str = include_str!("../../../data/engines/measured.csv");
/// Fewer units give no interval worth the name.
const FEWEST_UNITS: u64 = 3;

/// What was counted for one case of an engine.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Measured {
    pub engine: String,
    pub version: String,
    pub case: String,
    pub setting: String,
    /// The rate asked for, or promised.
    pub target: Option<f64>,
    /// n as the engine counted.
    pub items: u64,
    /// m as found.
    pub bits: Option<u64>,
    /// k.
    pub hashes: Option<u64>,
    /// The engine's own rate, mean over trials.
    pub reported: Option<f64>,
    /// Of what the counts are independent.
    pub unit: String,
    /// Questions of a unit.
    pub asked: u64,
    /// Units.
    pub units: u64,
    /// Present keys not found.
    pub missed: u64,
    pub trials: u64,
    positives: f64,
    positives_squared: f64,
    #[serde(rename = "measured")]
    pub day: String,
}

/// What most figures are drawn from.
#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All trials in the table of measurements; `make engines` writes it.
    pub trials: u64,
}

impl Measured {
    /// The filter that was found.
    pub fn found(&self) -> Found<'_> {
        let Self { engine, case, target, items, bits, hashes, .. } = self;
        Found { engine, case, target: *target, items: *items, bits: *bits, hashes: *hashes }
    }

    /// Whether there are units enough for an interval.
    pub fn has_interval(&self) -> bool {
        self.units >= FEWEST_UNITS
    }

    /// The mean rate, with its 99 % interval over units.
    pub fn rate(&self) -> Result<Interval> {
        let Self { units, asked, positives, positives_squared: squares, .. } = *self;
        let counted = Counted { units, asked, positives, squares };
        Ok(counted.interval(student_quantile(units - 1, CONFIDENCE)?, CONFIDENCE).into())
    }
}

/// The rows with units enough for an interval.
pub(crate) fn rows(trials: u64) -> Result<Vec<Measured>> {
    let mut rows = all(trials)?;
    rows.retain(Measured::has_interval);
    Ok(rows)
}

/// All rows of the table that a figure's parameters mean: the number of all its trials distinguishes it from another.
pub(crate) fn all(trials: u64) -> Result<Vec<Measured>> {
    let rows = parsed()?;
    let of_table: u64 = rows.iter().map(|measured| measured.trials).sum();
    ensure!(trials == of_table, "trials = {trials}: data/engines/measured.csv has {of_table}; make engines sets it");
    Ok(rows)
}

pub(crate) fn parsed() -> Result<Vec<Measured>> {
    Ok(csv::Reader::from_reader(TABLE.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}
