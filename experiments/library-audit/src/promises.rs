//! Promised, computed and measured rates of every library.

mod claims;
mod view;

use bloomlab_libraries::{Cover, Library};
use bloomlab_workbench::figure::*;
use bloomlab_workbench::{Kept, deciding};
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use crate::measured::{self, Measured};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All filters in the table of measurements that is drawn; `make audit` writes it.
    filters: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    library: String,
    version: String,
    /// Items that the filter was made for.
    items: u64,
    /// The rate asked for, or documented.
    promised: f64,
    /// Items put in.
    inserted: u64,
    /// By the library's own sizing rule and its scheme; the nearest law where its own cannot be computed.
    computed: f64,
    /// Whether `computed` is exact for the scheme of the source.
    law: String,
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
    /// What the last filter says of its own rate, where it says anything.
    reported: Option<f64>,
    /// The day of the last measurement.
    day: String,
}

impl Row {
    /// The measured rate in units of the promise.
    fn ratio(&self) -> Interval {
        self.measured.over(self.promised)
    }

    fn is_exact(&self) -> bool {
        self.law == <&str>::from(Cover::Exact)
    }

    /// The ratio to the promise that decides whether it is kept.
    fn deciding(&self) -> Option<f64> {
        deciding(self.ratio(), self.is_exact().then_some(self.computed / self.promised))
    }

    fn kept(&self) -> Kept {
        Kept::by(self.deciding())
    }

    /// Whether more items came than the filter was made for.
    fn is_grown(&self) -> bool {
        self.inserted > self.items
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    context.rows(measured::rows(p.filters)?, row)
}

fn row(measured: Measured) -> Result<Row> {
    let library = measured.subject.parse::<Library>()?;
    let filter = library.filter(measured.items, measured.target)?;
    let law: &str = library.cover_of(&filter, measured.inserted).into();
    Ok(Row {
        computed: filter.rate(measured.inserted)?,
        law: law.to_owned(),
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
