//! The committed table of measurements: counts over independent filters.

use bloomlab_libraries::Counted;
use bloomlab_tables::{CONFIDENCE, Interval, Result, Run, ensure, student_quantile};
use serde::Deserialize;

const TABLE: &str = "data/library-audit/measured.csv";
/// Fewer filters give no interval worth the name.
const FEWEST_FILTERS: u64 = 3;

/// The counts of one kind of filter.
#[derive(Deserialize)]
pub(crate) struct Measured {
    pub subject: String,
    pub version: String,
    pub items: u64,
    pub target: f64,
    pub inserted: u64,
    pub filters: u64,
    pub queries: u64,
    pub missed: u64,
    pub refused: u64,
    /// Reported absent items of all filters, and the sum of the squares of the filters' counts.
    positives: f64,
    positives_squared: f64,
    /// The last filter's own report of its bits and hashes.
    #[cfg(test)]
    #[serde(deserialize_with = "csv::invalid_option")]
    pub bits: Option<u64>,
    #[cfg(test)]
    #[serde(deserialize_with = "csv::invalid_option")]
    pub hashes: Option<u64>,
    /// The last filter's report of its own rate.
    #[serde(deserialize_with = "csv::invalid_option")]
    pub reported: Option<f64>,
    #[serde(rename = "measured")]
    pub day: String,
}

impl Measured {
    /// The mean rate, with its 99 % interval over filters.
    pub fn rate(&self) -> Result<Interval> {
        let Self { filters, queries, positives, positives_squared: squares, .. } = *self;
        let counted = Counted { units: filters, asked: queries, positives, squares };
        let (value, lower, upper) = counted.interval(student_quantile(filters - 1, CONFIDENCE)?, CONFIDENCE);
        Ok(Interval { value, lower, upper })
    }
}

/// The rows with filters enough for an interval, of the table that the parameter means: the number of all its filters tells it from
/// another.
pub(crate) fn rows(run: &Run, filters: u64) -> Result<Vec<Measured>> {
    let mut rows = parsed(&run.input(TABLE)?)?;
    let of_table: u64 = rows.iter().map(|measured| measured.filters).sum();
    ensure!(filters == of_table, "filters = {filters}: {TABLE} has {of_table}; make measure sets it");
    rows.retain(|measured| measured.filters >= FEWEST_FILTERS);
    Ok(rows)
}

fn parsed(table: &str) -> Result<Vec<Measured>> {
    Ok(csv::Reader::from_reader(table.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use bloomlab_libraries::Library;

    use super::*;

    fn committed() -> Vec<Measured> {
        let table = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TABLE);
        parsed(&std::fs::read_to_string(table).unwrap()).unwrap()
    }

    #[test]
    fn every_row_of_the_table_is_of_a_library_that_is_described_in_that_version() {
        for measured in committed() {
            let library = measured.subject.parse::<Library>().unwrap();
            assert_eq!(library.version, measured.version, "{}", measured.subject);
        }
    }

    #[test]
    fn every_library_that_is_described_is_in_the_table() {
        let rows = committed();
        for library in Library::all() {
            assert!(rows.iter().any(|measured| measured.subject == library.name), "{}", library.name);
        }
    }

    #[test]
    fn the_sizing_rules_allocate_what_the_libraries_report() {
        let mut compared = 0;
        // filters that refuse what they report already open a stage later than the items that came tell
        for measured in committed().into_iter().filter(|measured| measured.inserted == measured.items) {
            let structure =
                measured.subject.parse::<Library>().unwrap().filter(measured.items, measured.target).unwrap();
            let place = format!("{} n = {}, target {}", measured.subject, measured.items, measured.target);
            if let Some(bits) = measured.bits {
                assert_eq!(structure.bits(), bits, "{place}");
                compared += 1;
            }
            if let (Some(hashes), Some(described)) = (measured.hashes, structure.hashes()) {
                assert_eq!(described, hashes, "{place}");
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
