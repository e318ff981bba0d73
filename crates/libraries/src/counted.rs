//! The counts of measurements, as the tables `data/library-audit/measured.csv` and `data/engines/measured.csv` have them.

use std::io::Read;

use serde::Deserialize;

/// Positive answers, summed over units that are independent of each other: filters, or queries if one meets many filters.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Counted {
    /// The library or the engine.
    #[serde(alias = "engine")]
    pub subject: String,
    /// Its version.
    pub version: String,
    /// The case of an engine, and the setting that makes it.
    #[serde(default)]
    pub case: String,
    /// The setting as its user types it.
    #[serde(default)]
    pub setting: String,
    /// The rate asked for; the documented one of libraries that take none.
    pub target: Option<f64>,
    /// The items for which the filter was made.
    pub items: u64,
    /// The items put in, if they are not these.
    pub inserted: Option<u64>,
    /// m as found.
    #[serde(deserialize_with = "csv::invalid_option")]
    pub bits: Option<u64>,
    /// k as found.
    #[serde(deserialize_with = "csv::invalid_option")]
    pub hashes: Option<u64>,
    /// The filter's own rate.
    #[serde(deserialize_with = "csv::invalid_option")]
    pub reported: Option<f64>,
    /// The name of a unit.
    #[serde(default)]
    pub unit: String,
    /// Units.
    #[serde(alias = "filters")]
    pub units: u64,
    /// Questions of each unit.
    #[serde(alias = "queries")]
    pub asked: u64,
    /// Positive answers of all units.
    pub positives: f64,
    /// The sum of the squares of the units' positive answers.
    pub positives_squared: f64,
    /// Present items that were not found.
    pub missed: u64,
    /// Items that were not taken in.
    #[serde(default)]
    pub refused: u64,
    /// Trials of an engine.
    #[serde(default)]
    pub trials: u64,
    /// The day.
    #[serde(rename = "measured")]
    pub day: String,
}

impl Counted {
    /// The rows of one of the two tables.
    pub fn read(table: impl Read) -> Result<Vec<Self>, csv::Error> {
        csv::Reader::from_reader(table).into_deserialize().collect()
    }

    /// The mean rate, and the ends of its interval with this confidence; `quantile` is Student's, with one degree of freedom less than
    /// there are units.
    #[must_use]
    pub fn interval(&self, quantile: f64, confidence: f64) -> (f64, f64, f64) {
        let (count, asked) = (self.units as f64, self.asked as f64);
        let value = self.positives / count / asked;
        let variance = (self.positives_squared - self.positives * self.positives / count).max(0.0) / (count - 1.0);
        let width = quantile * libm::sqrt(variance / count) / asked;
        // without a positive the units do not differ; this many Poisson counts are all 0 with this probability
        let none = -libm::log((1.0 - confidence) / 2.0) / (count * asked);
        let upper = if self.positives == 0.0 { none } else { (value + width).min(1.0) };
        let lower = if self.positives == count * asked { 1.0 - none } else { (value - width).max(0.0) };
        (value, lower, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_students_over_units() {
        let counted = |units, positives, positives_squared| Counted {
            units,
            asked: 100,
            positives,
            positives_squared,
            ..Counted::default()
        };
        // counts 8, 10, 12 of 100: mean 10, standard error 2/√3, t(0.995; 2) = 9.9248
        let (value, lower, upper) = counted(3, 30.0, 308.0).interval(9.924_843_2, 0.99);
        assert!((value - 0.1).abs() < 1e-15 && lower == 0.0);
        assert!((upper - 0.1 - 9.924_843_2 * 2.0 / libm::sqrt(3.0) / 100.0).abs() < 1e-7, "{upper}");
        // e^(−5.298) = 0.005
        let (_, _, upper) = counted(4, 0.0, 0.0).interval(5.84, 0.99);
        assert!((upper - 5.298_317_4 / 400.0).abs() < 1e-9);
        let (_, lower, _) = counted(4, 400.0, 40_000.0).interval(5.84, 0.99);
        assert!((lower - 1.0 + 5.298_317_4 / 400.0).abs() < 1e-9);
    }
}
