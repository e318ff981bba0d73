//! Promised, computed and measured rates of every library.

use bloomlab_libraries::Library;
use bloomlab_tables::{Interval, Result, Run};
use serde::{Deserialize, Serialize};

use crate::measured::{self, Measured};

#[derive(Deserialize)]
pub struct Parameters {
    /// All filters in the table of measurements; `make measure` writes it.
    filters: u64,
}

#[derive(Serialize)]
pub struct Row {
    library: String,
    version: String,
    /// Items that the filter was made for.
    items: u64,
    /// The rate asked for, or documented.
    promised: f64,
    /// Items put in.
    inserted: u64,
    /// The rate of the library's own sizing rule and scheme; of the nearest law if its own cannot be computed.
    computed: f64,
    /// `exact` if `computed` is the rate of the source's own scheme, else `nearest`.
    law: &'static str,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
    /// Filters, each with items of its own.
    filters: u64,
    /// Absent items that each filter was asked for.
    queries: u64,
    /// Items that were not found, of all filters.
    missed: u64,
    /// Items that the filters refused.
    refused: u64,
    /// The last filter's report of its own rate.
    reported: Option<f64>,
    /// The day of the last measurement.
    day: String,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.rows(measured::rows(run, p.filters)?, row)
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
