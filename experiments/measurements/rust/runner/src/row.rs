//! The rows of the tables: tallies, to which further trials add.

use std::process::Command;

use crate::answers::Case;
use crate::subjects::Subject;
use crate::table::Table;
use crate::tally::Tally;

/// The counts of the trials of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub table: Table,
    pub subject: String,
    pub package: String,
    pub version: String,
    pub language: String,
    pub case: String,
    pub setting: String,
    pub target: Option<f64>,
    pub tally: Tally,
    /// The filter's own rate in the words of the table: of an engine the mean over trials, of a library that of the last filter.
    pub reported: String,
    pub trials: u64,
    pub trials_with_misses: u64,
    pub measured: String,
}

impl Row {
    /// A row without a trial.
    pub fn empty(subject: &Subject, package: &str, case: &Case) -> Self {
        Self {
            table: subject.table,
            subject: subject.name.clone(),
            package: package.to_owned(),
            version: subject.version.clone(),
            language: subject.language.clone(),
            case: case.case.clone(),
            setting: case.setting.clone(),
            target: case.target,
            tally: Tally { items: case.items, asked: case.asked.unwrap_or_default(), ..Tally::default() },
            ..Self::default()
        }
    }

    /// Items put into each filter, by which cases of libraries are named.
    pub fn inserted(&self) -> u64 {
        self.case.parse().unwrap_or(self.tally.items)
    }

    /// The key of a row, without its items.
    pub fn key(&self) -> (Table, &str, &str, &str, Option<u64>) {
        (self.table, &self.subject, &self.version, &self.case, self.target.map(f64::to_bits))
    }

    /// Adds a trial of the same filter.
    pub fn add(&mut self, trial: Tally) -> Result<(), String> {
        let shape = |tally: &Tally| (tally.items, tally.bits, tally.hashes, tally.unit.clone(), tally.asked);
        let (was, is) = (shape(&self.tally), shape(&trial));
        // of libraries the table has the last filter's
        let is_last = self.trials == 0 || self.table == Table::Libraries;
        if !is_last && was != is {
            return Err(format!("{is:?} after {was:?} (items, bits, hashes, unit, asked): needs a case of its own"));
        }
        let mean = |mean: Option<f64>, new: Option<f64>| match (mean, new) {
            (_, new) if is_last => new,
            (Some(mean), Some(new)) => Some(mean + (new - mean) / (self.trials + 1) as f64),
            _ => None,
        };
        let reported = mean(self.reported.parse().ok(), trial.reported);
        self.trials_with_misses += u64::from(trial.missed > 0);
        self.tally = Tally {
            given_bits: mean(self.tally.given_bits, trial.given_bits),
            units: self.tally.units + trial.units,
            positives: self.tally.positives + trial.positives,
            positives_squared: self.tally.positives_squared + trial.positives_squared,
            missed: self.tally.missed + trial.missed,
            refused: self.tally.refused + trial.refused,
            ..trial
        };
        self.reported = reported.map(|rate| rate.to_string()).unwrap_or_default();
        self.trials += 1;
        Ok(())
    }

    /// Says that the last trial was today, in UTC.
    pub fn date(&mut self) -> Result<(), String> {
        let output = Command::new("date").args(["-u", "+%F"]).output().map_err(|why| format!("date: {why}"))?;
        self.measured = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(())
    }
}
