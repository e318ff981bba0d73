//! The rows of the table: tallies over trials, to which further runs add.

use measuring::counts::Counts;
use measuring::table::Line;
use measuring::today;

use crate::subjects::{Case, Trial};

/// What was counted in the trials of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The engine.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The case.
    pub case: String,
    /// What a user sets.
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
    /// The exact rate given the bits found, mean over trials.
    pub given_bits: Option<f64>,
    /// Of what the counts are independent.
    pub unit: String,
    /// What was counted.
    pub counts: Counts,
    /// Present keys not found.
    pub missed: u64,
    /// A short text.
    pub detail: String,
    /// Trials.
    pub trials: u64,
    /// The day of the last one.
    pub measured: String,
}

impl Row {
    /// A row without a trial.
    pub fn empty(engine: &str, version: &str, case: &Case) -> Self {
        Self {
            engine: engine.to_owned(),
            version: version.to_owned(),
            case: case.case.clone(),
            setting: case.setting.clone(),
            target: case.target,
            items: case.items,
            bits: None,
            hashes: None,
            reported: None,
            given_bits: None,
            unit: String::new(),
            counts: Counts::default(),
            missed: 0,
            detail: String::new(),
            trials: 0,
            measured: today(),
        }
    }

    /// What distinguishes a row.
    pub fn key(&self) -> (&str, &str, &str, u64, Option<u64>) {
        (&self.engine, &self.version, &self.case, self.items, self.target.map(f64::to_bits))
    }

    /// Whether this row is of an older version of its engine, by the numbers in their names.
    pub fn is_older_than(&self, other: &Self) -> bool {
        let numbers =
            |version: &str| -> Vec<u64> { version.split(|c: char| !c.is_ascii_digit()).flat_map(str::parse).collect() };
        self.engine == other.engine && numbers(&self.version) < numbers(&other.version)
    }

    /// Adds a trial of the same filter.
    pub fn add(&mut self, trial: &Trial) -> Result<(), String> {
        let (was, is) = (
            (self.items, self.bits, self.hashes, self.unit.as_str(), self.counts.asked),
            (trial.items, trial.bits, trial.hashes, trial.unit.as_str(), trial.asked),
        );
        if self.trials > 0 && was != is {
            return Err(format!("{is:?} after {was:?} (items, bits, hashes, unit, asked): needs a case of its own"));
        }
        let mean = |mean: Option<f64>, new: Option<f64>| match (mean, new) {
            (_, new) if self.trials == 0 => new,
            (Some(mean), Some(new)) => Some(mean + (new - mean) / (self.trials + 1) as f64),
            _ => None,
        };
        self.reported = mean(self.reported, trial.reported);
        self.given_bits = mean(self.given_bits, trial.given_bits);
        (self.items, self.bits, self.hashes) = (trial.items, trial.bits, trial.hashes);
        self.unit.clone_from(&trial.unit);
        self.detail.clone_from(&trial.detail);
        self.counts.asked = trial.asked;
        self.counts.units += trial.units;
        self.counts.positives += trial.positives;
        self.counts.squares += trial.positives_squared;
        self.missed += trial.missed;
        self.trials += 1;
        self.measured = today();
        Ok(())
    }
}

impl Line for Row {
    const HEADER: &str = "engine,version,case,setting,target,items,bits,hashes,reported,given_bits,unit,asked,units,positives,positives_squared,\
                          missed,detail,trials,measured";

    fn write(&self) -> String {
        let whole = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
        let real = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let Counts { units, asked, positives, squares } = self.counts;
        [
            self.engine.clone(),
            self.version.clone(),
            self.case.clone(),
            self.setting.clone(),
            real(self.target),
            self.items.to_string(),
            whole(self.bits),
            whole(self.hashes),
            real(self.reported),
            real(self.given_bits),
            self.unit.clone(),
            asked.to_string(),
            units.to_string(),
            positives.to_string(),
            squares.to_string(),
            self.missed.to_string(),
            self.detail.clone(),
            self.trials.to_string(),
            self.measured.clone(),
        ]
        .join(",")
    }

    fn read(line: &str) -> Option<Self> {
        fn optional<T: std::str::FromStr>(word: &str) -> Option<Option<T>> {
            if word.is_empty() { Some(None) } else { word.parse().ok().map(Some) }
        }
        let words: Vec<&str> = line.split(',').collect();
        let &[engine, version, case, setting, target, items, bits, hashes, reported, given_bits, ref rest @ ..] =
            words.as_slice()
        else {
            return None;
        };
        let &[unit, asked, units, positives, squares, missed, detail, trials, measured] = rest else { return None };
        Some(Self {
            engine: engine.to_owned(),
            version: version.to_owned(),
            case: case.to_owned(),
            setting: setting.to_owned(),
            target: optional(target)?,
            items: items.parse().ok()?,
            bits: optional(bits)?,
            hashes: optional(hashes)?,
            reported: optional(reported)?,
            given_bits: optional(given_bits)?,
            unit: unit.to_owned(),
            counts: Counts {
                units: units.parse().ok()?,
                asked: asked.parse().ok()?,
                positives: positives.parse().ok()?,
                squares: squares.parse().ok()?,
            },
            missed: missed.parse().ok()?,
            detail: detail.to_owned(),
            trials: trials.parse().ok()?,
            measured: measured.to_owned(),
        })
    }
}
