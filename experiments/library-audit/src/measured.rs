//! The committed table of measurements: counts over independent filters.

use bloomlab_simulation::{CONFIDENCE, student_quantile};
use bloomlab_workbench::figure::*;

const TABLE: &str = include_str!("../../../data/library-audit/measured.csv");
/// Fewer filters give no interval worth the name.
const FEWEST_FILTERS: u64 = 3;

/// What was counted for one kind of filter.
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
    /// Bits and hashes of the last filter, where the library says them.
    #[cfg(test)]
    #[serde(deserialize_with = "csv::invalid_option")]
    pub bits: Option<u64>,
    #[cfg(test)]
    #[serde(deserialize_with = "csv::invalid_option")]
    pub hashes: Option<u64>,
    /// What the last filter says of its rate, where it says anything.
    #[serde(deserialize_with = "csv::invalid_option")]
    pub reported: Option<f64>,
    #[serde(rename = "measured")]
    pub day: String,
}

impl Measured {
    /// The mean rate, with its 99 % interval over filters.
    pub fn rate(&self) -> Result<Interval> {
        interval(self.filters, self.queries, self.positives, self.positives_squared)
    }
}

/// The rows with filters enough for an interval, of the table that a figure's parameters mean: the number of all its filters distinguishes it from another.
pub(crate) fn rows(filters: u64) -> Result<Vec<Measured>> {
    let mut rows = parsed()?;
    let of_table: u64 = rows.iter().map(|measured| measured.filters).sum();
    if filters != of_table {
        let why = format!("filters = {filters}: data/library-audit/measured.csv has {of_table}; make audit sets it");
        return Err(why.into());
    }
    rows.retain(|measured| measured.filters >= FEWEST_FILTERS);
    Ok(rows)
}

fn parsed() -> Result<Vec<Measured>> {
    Ok(csv::Reader::from_reader(TABLE.as_bytes()).into_deserialize().collect::<Result<_, _>>()?)
}

/// Student's 99 % interval for the mean rate, from the sum and the sum of squares of the filters' counts.
fn interval(filters: u64, queries: u64, sum: f64, squares: f64) -> Result<Interval> {
    let (count, queries) = (filters as f64, queries as f64);
    let value = sum / count / queries;
    let variance = (squares - sum * sum / count).max(0.0) / (count - 1.0);
    let width = student_quantile(filters - 1, CONFIDENCE)? * libm::sqrt(variance / count) / queries;
    // without a positive the filters do not differ; this many Poisson counts are all 0 with this probability
    let none = -libm::log((1.0 - CONFIDENCE) / 2.0) / (count * queries);
    let upper = if sum == 0.0 { none } else { value + width };
    Ok(Interval { value, lower: (value - width).max(0.0), upper })
}

#[cfg(test)]
mod tests {
    use bloomlab_libraries::Library;

    use super::*;

    #[test]
    fn the_interval_is_students_over_filters() {
        // counts 8, 10, 12 of 100: mean 10, standard error 2/√3, t(0.995; 2) = 9.9248
        let rate = interval(3, 100, 30.0, 308.0).unwrap();
        assert!((rate.value - 0.1).abs() < 1e-15);
        assert!((rate.upper - 0.1 - 9.924_843_2 * 2.0 / 3.0_f64.sqrt() / 100.0).abs() < 1e-7, "{rate:?}");
        assert_eq!(rate.lower, 0.0);
        // e^(−5.298) = 0.005
        assert!((interval(4, 100, 0.0, 0.0).unwrap().upper - 5.298_317_4 / 400.0).abs() < 1e-9);
    }

    #[test]
    fn every_row_of_the_table_is_of_a_library_that_is_described_in_that_version() {
        for measured in parsed().unwrap() {
            let library = measured.subject.parse::<Library>().unwrap();
            assert_eq!(library.version, measured.version, "{}", measured.subject);
        }
    }

    #[test]
    fn every_library_that_is_described_is_in_the_table() {
        let rows = parsed().unwrap();
        for library in Library::all() {
            assert!(rows.iter().any(|measured| measured.subject == library.name), "{}", library.name);
        }
    }

    #[test]
    fn the_sizing_rules_allocate_what_the_libraries_report() {
        let mut compared = 0;
        // filters that refuse what they report already open a stage later than the items that came tell
        for measured in parsed().unwrap().into_iter().filter(|measured| measured.inserted == measured.items) {
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
