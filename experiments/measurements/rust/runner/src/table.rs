//! The two tables on disk, to which several processes may add: of libraries, and of engines.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::row::Row;

/// A table of measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// Libraries, asked for a rate: `data/library-audit/measured.csv`.
    #[default]
    Libraries,
    /// Filters inside engines, and others, each with its own cases: `data/engines/measured.csv`.
    Engines,
}

/// Both.
pub const TABLES: [Table; 2] = [Table::Libraries, Table::Engines];

const LIBRARIES: &str = "subject,library,version,language,items,target,inserted,bits,hashes,reported,queries,filters,positives,\
                         positives_squared,missed,filters_with_misses,refused,measured";
const ENGINES: &str = "engine,version,case,setting,target,items,bits,hashes,reported,given_bits,unit,asked,units,positives,\
                       positives_squared,missed,detail,trials,measured";

impl Table {
    /// Its name in `subjects.toml`.
    pub fn name(self) -> &'static str {
        if self == Self::Libraries { "libraries" } else { "engines" }
    }

    /// Its columns.
    fn header(self) -> &'static str {
        if self == Self::Libraries { LIBRARIES } else { ENGINES }
    }

    /// Its word for nothing.
    fn nothing(self) -> &'static str {
        if self == Self::Libraries { "-" } else { "" }
    }

    /// Its file, from the folder of the measurements.
    pub fn path(self, folder: &Path) -> PathBuf {
        let paper = if self == Self::Libraries { "library-audit" } else { "engines" };
        folder.join("../../data").join(paper).join("measured.csv")
    }

    /// Its rows; none if there is no file.
    pub fn read(self, folder: &Path) -> Result<Vec<Row>, String> {
        let Ok(text) = std::fs::read_to_string(self.path(folder)) else { return Ok(Vec::new()) };
        let row = |line| self.row(line).ok_or_else(|| format!("the table of {}: not a row: {line}", self.name()));
        text.lines().skip(1).map(row).collect()
    }

    /// Puts a row in place of that of its case and of other versions of its subject, in order. Other processes that do the same wait
    /// meanwhile.
    pub fn put(self, folder: &Path, row: &Row) -> Result<(), String> {
        let path = self.path(folder);
        let failed = |why: std::io::Error| format!("{}: {why}", path.display());
        let lock = File::create(path.with_file_name(".unfinished-measured.lock")).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let mut rows = self.read(folder)?;
        rows.retain(|old| {
            (old.key(), old.tally.items) != (row.key(), row.tally.items)
                && (old.subject != row.subject || old.version == row.version)
        });
        rows.push(row.clone());
        self.sort(&mut rows);
        let unfinished = path.with_file_name(".unfinished-measured.csv");
        std::fs::write(&unfinished, self.text(&rows)).and_then(|()| std::fs::rename(&unfinished, &path)).map_err(failed)
    }

    fn sort(self, rows: &mut [Row]) {
        rows.sort_by(|a, b| {
            let case = |row: &Row| if self == Self::Libraries { String::new() } else { row.case.clone() };
            let key =
                |row: &Row| (row.subject.clone(), case(row), row.inserted() / row.tally.items.max(1), row.tally.items);
            key(a).cmp(&key(b)).then(b.target.unwrap_or(0.0).total_cmp(&a.target.unwrap_or(0.0)))
        });
    }

    fn text(self, rows: &[Row]) -> String {
        let mut text = format!("{}\n", self.header());
        for mut row in rows.iter().cloned() {
            let word = |column| Some(field(&mut row, column).write()).filter(|word| !word.is_empty());
            let words =
                self.header().split(',').map(word).map(|word| word.unwrap_or_else(|| self.nothing().to_owned()));
            text += &(words.collect::<Vec<_>>().join(",") + "\n");
        }
        text
    }

    /// The row of a line; `None` if it is none.
    fn row(self, line: &str) -> Option<Row> {
        let mut row = Row { table: self, ..Row::default() };
        let (columns, words) = (self.header().split(','), line.split(','));
        if columns.clone().count() != words.clone().count() {
            return None;
        }
        for (column, word) in columns.zip(words) {
            field(&mut row, column).read(if word == self.nothing() { "" } else { word })?;
        }
        if self == Self::Libraries {
            row.trials = row.tally.units;
        }
        Some(row)
    }
}

/// The entry of a row for a column.
fn field<'a>(row: &'a mut Row, column: &str) -> &'a mut dyn Word {
    let tally = &mut row.tally;
    match column {
        "subject" | "engine" => &mut row.subject,
        "library" => &mut row.package,
        "version" => &mut row.version,
        "language" => &mut row.language,
        "inserted" | "case" => &mut row.case,
        "setting" => &mut row.setting,
        "target" => &mut row.target,
        "items" => &mut tally.items,
        "bits" => &mut tally.bits,
        "hashes" => &mut tally.hashes,
        "reported" => &mut row.reported,
        "given_bits" => &mut tally.given_bits,
        "unit" => &mut tally.unit,
        "queries" | "asked" => &mut tally.asked,
        "filters" | "units" => &mut tally.units,
        "positives" => &mut tally.positives,
        "positives_squared" => &mut tally.positives_squared,
        "missed" => &mut tally.missed,
        "filters_with_misses" => &mut row.trials_with_misses,
        "refused" => &mut tally.refused,
        "detail" => &mut tally.detail,
        "trials" => &mut row.trials,
        _ => &mut row.measured,
    }
}

/// The values of a column; an empty word is nothing.
trait Word {
    fn write(&self) -> String;
    fn read(&mut self, word: &str) -> Option<()>;
}

macro_rules! words {
    ($($of:ty),*) => {$(
        impl Word for $of {
            fn write(&self) -> String {
                self.to_string()
            }

            fn read(&mut self, word: &str) -> Option<()> {
                *self = word.parse().ok()?;
                Some(())
            }
        }

        impl Word for Option<$of> {
            fn write(&self) -> String {
                self.as_ref().map(|value| value.to_string()).unwrap_or_default()
            }

            fn read(&mut self, word: &str) -> Option<()> {
                *self = if word.is_empty() { None } else { Some(word.parse().ok()?) };
                Some(())
            }
        }
    )*};
}

words!(String, u64, u128, f64);

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::FOLDER;

    #[test]
    fn the_committed_tables_are_written_as_they_are() {
        for table in TABLES {
            let mut rows = table.read(FOLDER.as_ref()).unwrap();
            assert!(rows.len() > 400);
            table.sort(&mut rows);
            let committed = std::fs::read_to_string(table.path(FOLDER.as_ref())).unwrap();
            assert!(table.text(&rows) == committed, "{}", table.name());
        }
    }
}
