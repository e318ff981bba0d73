//! Promised, computed and measured rates of every library.

use bloomlab_libraries::{Counted, Library};
use bloomlab_tables::{CONFIDENCE, Interval, Result, Run, ensure, student_quantile};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Parameters {
    /// All filters in the table of measurements; `make measure` writes it.
    filters: u64,
}

#[derive(Serialize)]
pub struct Row {
    library: String,
    version: String,
    items: u64,
    /// The rate asked for, or documented.
    promised: f64,
    inserted: u64,
    /// The rate of the library's own sizing rule and scheme; of the nearest law if its own cannot be computed.
    computed: f64,
    /// `exact` if `computed` is the rate of the source's own scheme, else `nearest`.
    law: &'static str,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
    filters: u64,
    /// Absent items that each filter was asked for.
    queries: u64,
    missed: u64,
    refused: u64,
    reported: Option<f64>,
    day: String,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let measured = parsed(&run.input(TABLE)?)?;
    let of_table: u64 = measured.iter().map(|measured| measured.filters).sum();
    // the number of all its filters tells the table from another
    ensure!(p.filters == of_table, "filters = {}: {TABLE} has {of_table}; make measure sets it", p.filters);
    run.rows(measured.into_iter().filter(|measured| measured.filters >= FEWEST_FILTERS), row)
}

fn row(measured: Measured) -> Result<Row> {
    let library = measured.subject.parse::<Library>()?;
    let filter = library.filter(measured.items, measured.target)?;
    Ok(Row {
        computed: filter.rate(measured.inserted)?,
        law: library.cover_of(&filter, measured.inserted).into(),
        measured: measured.rate()?,
        library: measured.subject,
        version: measured.version,
        items: measured.items,
        promised: measured.target,
        inserted: measured.inserted,
        filters: measured.filters,
        queries: measured.queries,
        missed: measured.missed,
        refused: measured.refused,
        reported: measured.reported,
        day: measured.day,
    })
}

const TABLE: &str = "data/library-audit/measured.csv";
/// Fewer filters give no interval worth the name.
const FEWEST_FILTERS: u64 = 3;

/// The counts of one kind of filter.
#[derive(Deserialize)]
struct Measured {
    subject: String,
    version: String,
    items: u64,
    target: f64,
    inserted: u64,
    filters: u64,
    queries: u64,
    missed: u64,
    refused: u64,
    /// Reported absent items of all filters, and the sum of the squares of the filters' counts.
    positives: f64,
    positives_squared: f64,
    /// The last filter's own report of its bits and hashes.
    #[cfg(test)]
    #[serde(deserialize_with = "csv::invalid_option")]
    bits: Option<u64>,
    #[cfg(test)]
    #[serde(deserialize_with = "csv::invalid_option")]
    hashes: Option<u64>,
    #[serde(deserialize_with = "csv::invalid_option")]
    reported: Option<f64>,
    #[serde(rename = "measured")]
    day: String,
}

impl Measured {
    /// The mean rate, with its 99 % interval over filters.
    fn rate(&self) -> Result<Interval> {
        let Self { filters, queries, positives, positives_squared: squares, .. } = *self;
        let counted = Counted { units: filters, asked: queries, positives, squares };
        let (value, lower, upper) = counted.interval(student_quantile(filters - 1, CONFIDENCE)?, CONFIDENCE);
        Ok(Interval { value, lower, upper })
    }
}

fn parsed(table: &str) -> Result<Vec<Measured>> {
    Ok(csv::Reader::from_reader(table.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn committed() -> Vec<Measured> {
        let table = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TABLE);
        parsed(&std::fs::read_to_string(table).unwrap()).unwrap()
    }

    #[test]
    fn the_libraries_of_the_table_are_those_described_in_their_versions() {
        let measured: BTreeSet<_> = committed().into_iter().map(|row| (row.subject, row.version)).collect();
        let described = Library::all().iter().map(|library| (library.name.to_owned(), library.version.to_owned()));
        assert_eq!(measured, described.collect());
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
