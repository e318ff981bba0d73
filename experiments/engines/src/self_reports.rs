//! What filters say of their own rate, in engines and libraries, beside the rate that they have.

mod view;

use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::measured;

/// The same of libraries, from their audit.
const LIBRARIES: &str = include_str!("../../../data/library-audit/own-estimates.csv");

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All trials in the table of measurements; `make engines` writes it.
    trials: u64,
    /// Fewer items make the chance of a single filter count.
    fewest_items: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// The filter that reports.
    name: String,
    /// `engine`, or `library`.
    of: String,
    items: u64,
    promised: Option<f64>,
    /// What it said: a mean over trials, of a library the last filter's.
    reported: f64,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
}

impl Row {
    /// What it said in units of the measured rate.
    fn ratio(&self) -> Interval {
        let over = |rate: f64| self.reported / rate;
        Interval {
            value: over(self.measured.value),
            lower: over(self.measured.upper),
            upper: over(self.measured.lower),
        }
    }
}

/// A row of the libraries' table.
#[derive(Deserialize)]
struct Library {
    library: String,
    items: u64,
    target: f64,
    reported: f64,
    measured: f64,
    lower: f64,
    upper: f64,
}

pub(crate) fn compute(p: &Parameters, _: &Context) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for measured in measured::rows(p.trials)? {
        let (Some(reported), rate) = (measured.reported, measured.rate()?) else { continue };
        if rate.lower > 0.0 && measured.items >= p.fewest_items {
            let (name, items, promised) = (measured.engine, measured.items, measured.target);
            rows.push(Row { name, of: "engine".to_owned(), items, promised, reported, measured: rate });
        }
    }
    let libraries =
        csv::Reader::from_reader(LIBRARIES.as_bytes()).into_deserialize().collect::<Result<Vec<Library>, _>>()?;
    for row in libraries.into_iter().filter(|row| row.items >= p.fewest_items) {
        let measured = Interval { value: row.measured, lower: row.lower, upper: row.upper };
        let (name, items, promised) = (row.library, row.items, Some(row.target));
        rows.push(Row { name, of: "library".to_owned(), items, promised, reported: row.reported, measured });
    }
    Ok(rows)
}
