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
    /// Filters inside engines, and others, each with cases of its own: `data/engines/measured.csv`.
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
        rows.sort_by(|a, b| {
            let key = |row: &Row| (row.subject.clone(), row.case.clone(), row.tally.items);
            key(a).cmp(&key(b)).then(b.target.unwrap_or(0.0).total_cmp(&a.target.unwrap_or(0.0)))
        });
        let unfinished = path.with_file_name(".unfinished-measured.csv");
        std::fs::write(&unfinished, self.text(&rows)).and_then(|()| std::fs::rename(&unfinished, &path)).map_err(failed)
    }

    fn text(self, rows: &[Row]) -> String {
        let mut text = format!("{}\n", self.header());
        for mut row in rows.iter().cloned() {
            let words: Vec<String> = self.header().split(',').map(|column| self.word(&mut row, column)).collect();
            text += &(words.join(",") + "\n");
        }
        text
    }

    /// What a column has of a row; of a library a dash for nothing.
    fn word(self, row: &mut Row, column: &str) -> String {
        let word = match column {
            "inserted" => row.inserted().to_string(),
            _ => field(row, column).write(),
        };
        if word.is_empty() && self == Self::Libraries { "-".to_owned() } else { word }
    }

    /// The row of a line; `None` if it is none.
    fn row(self, line: &str) -> Option<Row> {
        let mut row = Row { table: self, case: "full".to_owned(), ..Row::default() };
        row.tally.unit = "filter".to_owned();
        let (columns, words) = (self.header().split(','), line.split(','));
        if columns.clone().count() != words.clone().count() {
            return None;
        }
        for (column, word) in columns.zip(words) {
            let word = if word == "-" && self == Self::Libraries { "" } else { word };
            match column {
                "inserted" if word != row.tally.items.to_string() => row.case = "grown".to_owned(),
                "inserted" => {}
                _ => field(&mut row, column).read(word)?,
            }
        }
        if self == Self::Libraries {
            row.trials = row.tally.units;
        }
        Some(row)
    }
}

/// Where a row has what a column has.
enum Field<'a> {
    Text(&'a mut String),
    Count(&'a mut u64),
    Squares(&'a mut u128),
    Whole(&'a mut Option<u64>),
    Real(&'a mut Option<f64>),
}

fn field<'a>(row: &'a mut Row, column: &str) -> Field<'a> {
    let tally = &mut row.tally;
    match column {
        "subject" | "engine" => Field::Text(&mut row.subject),
        "library" => Field::Text(&mut row.package),
        "version" => Field::Text(&mut row.version),
        "language" => Field::Text(&mut row.language),
        "case" => Field::Text(&mut row.case),
        "setting" => Field::Text(&mut row.setting),
        "target" => Field::Real(&mut row.target),
        "items" => Field::Count(&mut tally.items),
        "bits" => Field::Whole(&mut tally.bits),
        "hashes" => Field::Whole(&mut tally.hashes),
        "reported" => Field::Text(&mut row.reported),
        "given_bits" => Field::Real(&mut tally.given_bits),
        "unit" => Field::Text(&mut tally.unit),
        "queries" | "asked" => Field::Count(&mut tally.asked),
        "filters" | "units" => Field::Count(&mut tally.units),
        "positives" => Field::Count(&mut tally.positives),
        "positives_squared" => Field::Squares(&mut tally.positives_squared),
        "missed" => Field::Count(&mut tally.missed),
        "filters_with_misses" => Field::Count(&mut row.trials_with_misses),
        "refused" => Field::Count(&mut tally.refused),
        "detail" => Field::Text(&mut tally.detail),
        "trials" => Field::Count(&mut row.trials),
        _ => Field::Text(&mut row.measured),
    }
}

impl Field<'_> {
    fn write(&self) -> String {
        match self {
            Self::Text(text) => (*text).clone(),
            Self::Count(count) => count.to_string(),
            Self::Squares(squares) => squares.to_string(),
            Self::Whole(number) => number.map(|number| number.to_string()).unwrap_or_default(),
            Self::Real(number) => number.map(|number| number.to_string()).unwrap_or_default(),
        }
    }

    fn read(self, word: &str) -> Option<()> {
        match self {
            Self::Text(text) => *text = word.to_owned(),
            Self::Count(count) => *count = word.parse().ok()?,
            Self::Squares(squares) => *squares = word.parse().ok()?,
            Self::Whole(number) => *number = if word.is_empty() { None } else { Some(word.parse().ok()?) },
            Self::Real(number) => *number = if word.is_empty() { None } else { Some(word.parse().ok()?) },
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::FOLDER;

    #[test]
    fn the_committed_tables_are_written_as_they_are() {
        for table in TABLES {
            let rows = table.read(FOLDER.as_ref()).unwrap();
            assert!(rows.len() > 400);
            let committed = std::fs::read_to_string(table.path(FOLDER.as_ref())).unwrap();
            assert!(table.text(&rows) == committed, "{}", table.name());
        }
    }
}
