//! Promised, computed and measured rates of every library.

use bloomlab_libraries::{Counted, Product};
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
    let measured = Counted::read(run.input(TABLE)?.as_bytes())?;
    let of_table: u64 = measured.iter().map(|measured| measured.units).sum();
    // the number of all its filters tells the table from another
    ensure!(p.filters == of_table, "filters = {}: {TABLE} has {of_table}; make measure sets it", p.filters);
    run.rows(measured.into_iter().filter(|measured| measured.units >= FEWEST_FILTERS), row)
}

fn row(measured: Counted) -> Result<Row> {
    let library = measured.subject.parse::<Product>()?;
    let (Some(target), Some(inserted)) = (measured.target, measured.inserted) else {
        return Err(format!("{library} without a target or without items").into());
    };
    let filter = library.filter(measured.items, target)?;
    let (value, lower, upper) = measured.interval(student_quantile(measured.units - 1, CONFIDENCE)?, CONFIDENCE);
    Ok(Row {
        computed: filter.rate(inserted)?,
        law: library.cover_of(&filter, inserted).into(),
        measured: Interval { value, lower, upper },
        library: measured.subject,
        version: measured.version,
        items: measured.items,
        promised: target,
        inserted,
        filters: measured.units,
        queries: measured.asked,
        missed: measured.missed,
        refused: measured.refused,
        reported: measured.reported,
        day: measured.day,
    })
}

const TABLE: &str = "data/library-audit/measured.csv";
/// Fewer filters give no interval worth the name.
const FEWEST_FILTERS: u64 = 3;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bloomlab_libraries::Family;

    use super::*;

    #[test]
    fn the_libraries_of_the_table_are_those_described_in_their_versions() {
        let table = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TABLE);
        let rows = Counted::read(std::fs::File::open(table).unwrap()).unwrap();
        let measured: BTreeSet<_> = rows.into_iter().map(|row| (row.subject, row.version)).collect();
        let described = Product::of(Family::Library).iter().map(|one| (one.name.to_owned(), one.version.to_owned()));
        assert_eq!(measured, described.collect());
    }
}
