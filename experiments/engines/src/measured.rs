//! The committed table of measurements: counts over independent units.

use bloomlab_simulation::{CONFIDENCE, student_quantile};
use bloomlab_workbench::figure::*;

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

impl Measured {
    /// Whether there are units enough for an interval.
    pub fn has_interval(&self) -> bool {
        self.units >= FEWEST_UNITS
    }

    /// The mean rate, with its 99 % interval over units.
    pub fn rate(&self) -> Result<Interval> {
        interval(self.units, self.asked, self.positives, self.positives_squared)
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
    if trials != of_table {
        return Err(format!("trials = {trials}: data/engines/measured.csv has {of_table}; make engines sets it").into());
    }
    Ok(rows)
}

pub(crate) fn parsed() -> Result<Vec<Measured>> {
    Ok(csv::Reader::from_reader(TABLE.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

/// Student's 99 % interval for the mean rate, from the sum and the sum of squares of the units' counts.
fn interval(units: u64, asked: u64, sum: f64, squares: f64) -> Result<Interval> {
    let (count, asked) = (units as f64, asked as f64);
    let value = sum / count / asked;
    let variance = (squares - sum * sum / count).max(0.0) / (count - 1.0);
    let width = student_quantile(units - 1, CONFIDENCE)? * libm::sqrt(variance / count) / asked;
    // without a positive the units do not differ; this many Poisson counts are all 0 with this probability
    let none = -libm::log((1.0 - CONFIDENCE) / 2.0) / (count * asked);
    let upper = if sum == 0.0 { none } else { (value + width).min(1.0) };
    let lower = if sum == count * asked { 1.0 - none } else { (value - width).max(0.0) };
    Ok(Interval { value, lower, upper })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_students_over_units() {
        // counts 8, 10, 12 of 100: mean 10, standard error 2/√3, t(0.995; 2) = 9.9248
        let rate = interval(3, 100, 30.0, 308.0).unwrap();
        assert!((rate.value - 0.1).abs() < 1e-15);
        assert!((rate.upper - 0.1 - 9.924_843_2 * 2.0 / libm::sqrt(3.0) / 100.0).abs() < 1e-7, "{rate:?}");
        // e^(−5.298) = 0.005
        assert!((interval(4, 100, 0.0, 0.0).unwrap().upper - 5.298_317_4 / 400.0).abs() < 1e-9);
        assert!((interval(4, 100, 400.0, 40_000.0).unwrap().lower - 1.0 + 5.298_317_4 / 400.0).abs() < 1e-9);
    }
}
