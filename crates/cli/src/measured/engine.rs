//! What the filters inside engines were measured to do.

use serde::Deserialize;

/// The table of the figure `engines/promises`.
const PROMISES: &str = include_str!("../../../../data/engines/promises.csv");

/// Engines that the table has under another name, or beside other filters of theirs: the name, and how the cases begin.
const ELSEWHERE: [(&str, &str, &[&str]); 11] = [
    ("bip37", "python-bitcoinlib", &[""]),
    ("clickhouse", "clickhouse", &["p", "default"]),
    ("git", "git", &["paths"]),
    ("lucene", "lucene-fuzzyset", &["documents=1n"]),
    ("orc", "orc-java", &[""]),
    ("postgresql-bloom", "postgresql-bloom", &["asked=1/"]),
    ("postgresql-brin", "postgresql-brin", &["unique"]),
    ("rocksdb", "rocksdb", &["new"]),
    ("rocksdb-legacy", "rocksdb", &["legacy"]),
    ("sqlite", "sqlite", &["automatic:random", "counted:random"]),
    ("tokenbf", "clickhouse", &["tokenbf_v1"]),
];

/// The rate that an engine's filter was measured to have.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct MeasuredEngine {
    /// The engine, by the table's name.
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
    case: String,
}

impl MeasuredEngine {
    /// Every measurement of an engine, by the name that [`bloomlab::Engine`] has for it, in the order of the table.
    pub fn of(engine: &str) -> impl Iterator<Item = Self> {
        let found = ELSEWHERE.iter().find(|(name, ..)| *name == engine);
        let (name, cases) = found.map_or((engine, [""].as_slice()), |(_, name, cases)| (name, cases));
        let name = name.to_owned();
        let rows = csv::Reader::from_reader(PROMISES.as_bytes()).into_deserialize::<Self>().flatten();
        rows.filter(move |row| row.engine == name && cases.iter().any(|begins| row.case.starts_with(begins)))
    }

    /// The measurement of an engine's filter that is nearest in logarithms of items and of bits per item; by items alone where no bits
    /// were found. `None` for an engine that was not measured.
    pub fn nearest(engine: &str, items: u64, bits: u64) -> Option<Self> {
        let apart = |a: u64, b: u64| (a as f64 / b as f64).ln();
        let distance = |row: &Self| {
            let items = apart(row.items, items);
            items.abs() + row.bits.map_or(0.0, |found| (apart(found, bits) - items).abs())
        };
        Self::of(engine).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Bits for each item, to the nearest whole number.
    pub fn bits_per_item(&self) -> Option<u64> {
        self.bits.map(|bits| (bits as f64 / self.items as f64).round() as u64)
    }

    /// Where this filter surely misses a rate: the fewest bits per item of a filter of as many items that surely keeps it, of those that
    /// were measured.
    pub fn bits_that_keep(&self, engine: &str, rate: f64) -> Option<u64> {
        let keeps = |row: &Self| row.items == self.items && row.upper <= rate;
        (self.lower > rate).then(|| Self::of(engine).filter(keeps).filter_map(|row| row.bits_per_item()).min())?
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
    fn a_filter_that_misses_its_rate_names_one_that_keeps_it() {
        let at = |items| MeasuredEngine::nearest("leveldb", items, 10 * items).unwrap();
        assert_eq!((at(100_000).bits_per_item(), at(100_000).bits_that_keep("leveldb", 0.01)), (Some(10), Some(12)));
        assert_eq!(at(10_000).bits_that_keep("leveldb", 0.01), None);
        assert_eq!(at(100_000).bits_that_keep("leveldb", 1e-9), None);
    }

    #[test]
    fn every_engine_has_measurements_of_its_own_filter() {
        for engine in bloomlab::Engine::all() {
            assert!(MeasuredEngine::of(engine.name).all(|row| row.items > 0), "{engine}");
            assert!(MeasuredEngine::nearest(engine.name, 1000, 10_000).is_some(), "{engine}");
        }
        // not one of another format or of Ribbon, nor of a counting filter beside it
        for (name, begins) in [("rocksdb", "new"), ("rocksdb-legacy", "legacy"), ("tokenbf", "tokenbf_v1")] {
            assert!(MeasuredEngine::of(name).all(|row| row.case.starts_with(begins)), "{name}");
        }
    }

    #[test]
    fn every_row_of_the_table_is_read() {
        let rows = csv::Reader::from_reader(PROMISES.as_bytes()).into_deserialize::<MeasuredEngine>();
        assert_eq!(rows.flatten().count(), PROMISES.lines().count() - 1);
    }
}
