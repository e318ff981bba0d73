//! What the filters inside engines were measured to do.

use serde::Deserialize;

/// The table of the figure `engines/promises`.
const PROMISES: &str = include_str!("../../../data/engines/promises.csv");

/// The rate that an engine's filter was measured to have.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct MeasuredEngine {
    /// The engine, by its name.
    pub engine: String,
    /// Items, as the engine counted them.
    pub items: u64,
    /// Bits of the filter, where they could be found.
    pub bits: Option<u64>,
    /// The measured rate.
    #[serde(rename = "measured")]
    pub rate: f64,
    /// The lower end of its 99 % interval.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl MeasuredEngine {
    /// The measurement of an engine's filter that is nearest in logarithms of items and of bits per item; `None` for an engine of which
    /// no bits were found.
    pub fn nearest(engine: &str, items: u64, bits: u64) -> Option<Self> {
        let apart = |a: u64, b: u64| (a as f64 / b as f64).ln();
        let distance = |row: &Self| {
            let (items, bits) = (apart(row.items, items), apart(row.bits.unwrap_or(1), bits));
            items.abs() + (bits - items).abs()
        };
        let rows = csv::Reader::from_reader(PROMISES.as_bytes()).into_deserialize::<Self>().flatten();
        rows.filter(|row| row.engine == engine && row.bits.is_some()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_row_is_of_as_many_items_and_bits() {
        let row = MeasuredEngine::nearest("leveldb", 110_000, 1_100_000).unwrap();
        assert_eq!((row.items, row.bits), (100_000, Some(1_000_000)));
        assert!(row.lower < row.rate && row.rate < row.upper);
        let row = MeasuredEngine::nearest("leveldb", 9000, 55_000).unwrap();
        assert_eq!((row.items, row.bits), (10_000, Some(60_000)));
        assert!(MeasuredEngine::nearest("nobody", 1, 1).is_none());
    }

    #[test]
    fn every_row_of_the_table_is_read() {
        let rows = csv::Reader::from_reader(PROMISES.as_bytes()).into_deserialize::<MeasuredEngine>();
        assert_eq!(rows.flatten().count(), PROMISES.lines().count() - 1);
    }
}
