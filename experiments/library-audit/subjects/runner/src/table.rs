//! The table of what was measured: tallies over filters, to which further runs add.

use std::path::Path;

use measuring::counts::Counts;
use measuring::table::{self, Line};

use crate::rounds::Round;
use crate::subjects::Trial;

/// What was counted in the filters of one round.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The subject's name.
    pub subject: String,
    /// Library, version and language.
    pub library: [String; 3],
    /// The round.
    pub round: Round,
    /// Bits, hashes and the library's own rate, of the last filter.
    pub described: [String; 3],
    /// Questions that each filter was asked about strangers.
    pub queries: u64,
    /// The seed of the first filter: 0 in the table.
    pub first_seed: u64,
    /// Filters, of consecutive seeds.
    pub filters: u64,
    /// Strangers reported by all filters.
    pub positives: u64,
    /// The squares of each filter's count, added up.
    pub positives_squared: u128,
    /// Items not found by all filters.
    pub missed: u64,
    /// Filters in which an item was not found.
    pub filters_with_misses: u64,
    /// Items refused by all filters.
    pub refused: u64,
    /// The day of the last filter.
    pub measured: String,
}

impl Row {
    /// A row without a filter.
    pub fn empty(subject: String, library: [String; 3], round: Round, queries: u64, measured: String) -> Self {
        let described = std::array::from_fn(|_| "-".to_owned());
        let (filters, positives, positives_squared, missed, filters_with_misses, refused) = (0, 0, 0, 0, 0, 0);
        Self {
            subject,
            library,
            round,
            described,
            queries,
            first_seed: 0,
            filters,
            positives,
            positives_squared,
            missed,
            filters_with_misses,
            refused,
            measured,
        }
    }

    /// Adds one filter.
    pub fn add(&mut self, trial: Trial) {
        self.described = trial.described;
        self.filters += 1;
        self.positives += trial.positives;
        self.positives_squared += u128::from(trial.positives).pow(2);
        self.missed += trial.missed;
        self.filters_with_misses += u64::from(trial.missed > 0);
        self.refused += trial.refused;
    }

    /// The counts of the filters.
    pub fn counts(&self) -> Counts {
        Counts { units: self.filters, asked: self.queries, positives: self.positives, squares: self.positives_squared }
    }

    /// The mean rate.
    pub fn rate(&self) -> f64 {
        self.counts().rate()
    }
}

impl Line for Row {
    const HEADER: &str = "subject,library,version,language,items,target,inserted,bits,hashes,reported,queries,filters,positives,\
                          positives_squared,missed,filters_with_misses,refused,measured";

    fn write(&self) -> String {
        let Round { items, target, inserted } = self.round;
        let [bits, hashes, reported] = &self.described;
        let Row {
            subject, queries, filters, positives, positives_squared, missed, filters_with_misses, refused, ..
        } = self;
        format!(
            "{subject},{},{items},{target},{inserted},{bits},{hashes},{reported},{queries},{filters},{positives},{positives_squared},\
             {missed},{filters_with_misses},{refused},{}",
            self.library.join(","),
            self.measured
        )
    }

    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(',').collect();
        let [subject, library, version, language, items, target, inserted, bits, hashes, reported, rest @ ..] =
            words.as_slice()
        else {
            return None;
        };
        let &[queries, filters, positives, squared, missed, with_misses, refused, measured] = rest else { return None };
        Some(Self {
            subject: (*subject).to_owned(),
            library: [library, version, language].map(|&word| word.to_owned()),
            round: Round { items: items.parse().ok()?, target: target.parse().ok()?, inserted: inserted.parse().ok()? },
            described: [bits, hashes, reported].map(|&word| word.to_owned()),
            queries: queries.parse().ok()?,
            first_seed: 0,
            filters: filters.parse().ok()?,
            positives: positives.parse().ok()?,
            positives_squared: squared.parse().ok()?,
            missed: missed.parse().ok()?,
            filters_with_misses: with_misses.parse().ok()?,
            refused: refused.parse().ok()?,
            measured: measured.to_owned(),
        })
    }
}

/// The rows of the file; none if there is no file.
pub fn read(path: &Path) -> Result<Vec<Row>, String> {
    table::read(path)
}

/// Puts a row in the file, in place of that of its round, in order.
pub fn update(path: &Path, row: &Row) -> Result<(), String> {
    table::update(path, |rows: &mut Vec<Row>| {
        rows.retain(|old| (&old.subject, old.round) != (&row.subject, row.round));
        rows.push(row.clone());
        rows.sort_by(|a, b| {
            let key = |row: &Row| (row.subject.clone(), row.round.inserted / row.round.items, row.round.items);
            key(a).cmp(&key(b)).then(b.round.target.total_cmp(&a.round.target))
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of its own for a test.
    fn path(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("audit-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder.join("measured.csv")
    }

    fn row(items: u64, filters: u64) -> Row {
        let round = Round { items, target: 1e-4, inserted: 100 * items };
        let library = ["b", "1.2", "Rust"].map(str::to_owned);
        let mut row = Row::empty("b-c".to_owned(), library, round, 1000, "2026-01-31".to_owned());
        for positives in 0..filters {
            let described = ["64", "-", "0.5"].map(str::to_owned);
            row.add(Trial { described, positives, missed: positives % 2, refused: 3 });
        }
        row
    }

    #[test]
    fn a_row_is_read_as_it_was_written_and_replaces_its_round() {
        let path = path("written");
        for row in [row(20, 2), row(10, 3), row(20, 7)] {
            update(&path, &row).unwrap();
        }
        assert_eq!(read(&path).unwrap(), [row(10, 3), row(20, 7)]);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn rows_that_are_written_at_the_same_time_are_all_kept() {
        let path = path("shards");
        std::thread::scope(|scope| {
            for shard in 0..8 {
                let path = &path;
                scope.spawn(move || (1..=10).for_each(|items| update(path, &row(10 * items + shard, 2)).unwrap()));
            }
        });
        assert_eq!(read(&path).unwrap().len(), 80);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
