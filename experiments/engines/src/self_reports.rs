//! Rates that filters report of themselves, in engines and libraries, next to measured ones.

use bloomlab_formulas::{Load, approximation, walks::HashingScheme};
use bloomlab_libraries::{Product, Structure};
use bloomlab_numbers::Double;
use bloomlab_tables::{Interval, Result, Run};
use serde::{Deserialize, Serialize};

use crate::measured;
pub use crate::measured::Parameters;

/// The rates and the reports of libraries, from their audit.
const LIBRARIES: &str = "data/library-audit/promises.csv";

#[derive(Serialize)]
pub struct Row {
    name: String,
    /// `engine`, or `library`.
    of: &'static str,
    items: u64,
    promised: Option<f64>,
    /// For libraries: true if the positions of an item lie in one block.
    #[serde(rename = "blocks,bits_per_item")]
    structure: Option<(bool, f64)>,
    /// Its report: a mean over trials, for libraries the last filter's.
    reported: f64,
    /// Eq. 1 for its bits and hash functions; for libraries, if the filter has positions.
    classic: Option<f64>,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
}

#[derive(Deserialize)]
struct Audited {
    library: String,
    items: u64,
    promised: f64,
    inserted: u64,
    reported: Option<f64>,
    #[serde(rename = "measured")]
    rate: f64,
    lower: f64,
    upper: f64,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (measured, rate) in measured::rows(run, p.trials)? {
        let Some(reported) = measured.reported else { continue };
        if rate.lower > 0.0 {
            rows.push(Row {
                name: measured.subject,
                of: "engine",
                items: measured.items,
                promised: measured.target,
                structure: None,
                reported,
                classic: None,
                measured: rate,
            });
        }
    }
    let audited = run.input(LIBRARIES)?;
    let audited = csv::Reader::from_reader(audited.as_bytes()).into_deserialize();
    let audited = audited.collect::<Result<Vec<Audited>, _>>()?;
    rows.extend(run.flat_rows(audited, of_library)?);
    Ok(rows)
}

/// No row for a filter that reports no rate, or that reported no absent item.
fn of_library(audited: Audited) -> Result<Option<Row>> {
    let Audited { library, items, promised, inserted, rate, lower, upper, .. } = audited;
    let Some(reported) = audited.reported.filter(|_| lower > 0.0) else { return Ok(None) };
    let structure = library.parse::<Product>()?.filter(items, promised)?;
    let load = structure.hashes().map(|hashes| Load::new(structure.bits(), inserted, hashes)).transpose()?;
    let blocks = matches!(structure, Structure::Positions { scheme: HashingScheme::SplitBlock(_), .. });
    Ok(Some(Row {
        structure: Some((blocks, structure.bits() as f64 / inserted as f64)),
        classic: load.map(|load| approximation::classic(&Double, load)),
        measured: Interval { value: rate, lower, upper },
        promised: Some(promised),
        of: "library",
        name: library,
        items,
        reported,
    }))
}
