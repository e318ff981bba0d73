//! What the audit measured, for filters that hold as many items as they were made for.

use serde::Deserialize;

/// The table of the figure `library-audit/promises`.
const PROMISES: &str = include_str!("../../../../data/library-audit/promises.csv");

/// The rate that one kind of filter was measured to have.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Measured {
    /// The library, by its name.
    pub library: String,
    /// Items, all of which are inserted.
    pub items: u64,
    /// The rate asked for; the documented one where none can be asked for.
    #[serde(rename = "promised")]
    pub target: f64,
    /// The measured rate.
    #[serde(rename = "measured")]
    pub rate: f64,
    /// The lower end of its 99 % interval.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
    inserted: u64,
}

impl Measured {
    /// Every measurement of full filters, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = csv::Reader::from_reader(PROMISES.as_bytes()).into_deserialize::<Self>();
        rows.flatten().filter(|row| row.inserted == row.items)
    }

    /// The measurement of a library that is nearest in logarithms of items and target; `None` for a name that was not measured.
    pub fn nearest(library: &str, items: u64, target: f64) -> Option<Self> {
        let distance = |row: &Self| (row.items as f64 / items as f64).ln().abs() + (row.target / target).ln().abs();
        Self::all().filter(|row| row.library == library).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The measured rate over the one asked for.
    #[must_use]
    pub fn times_target(&self) -> f64 {
        self.rate / self.target
    }
}

#[cfg(test)]
mod tests {
    use bloomlab::Library;

    use super::*;

    #[test]
    fn every_row_of_a_full_filter_is_read() {
        let full = PROMISES.lines().skip(1).filter(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            fields[2] == fields[4]
        });
        assert_eq!((Measured::all().count(), full.count()), (438, 438));
    }

    #[test]
    fn the_nearest_row_of_a_measured_filter_is_its_own() {
        for row in Measured::all() {
            assert_eq!(Measured::nearest(&row.library, row.items, row.target), Some(row));
        }
        assert_eq!(Measured::nearest("nothing", 9, 0.1), None);
        let near = Measured::nearest("bloom", 3_000_000, 2e-6).map(|row| (row.items, row.target));
        assert!(near.is_some_and(|(items, target)| items >= 1_000_000 && target == 1e-6), "{near:?}");
        for library in Library::all() {
            assert!(Measured::nearest(library.name, 1000, 0.01).is_some(), "{library}");
        }
    }
}
