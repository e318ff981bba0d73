//! Which engines stand in one row of the picture.

/// The rows: what an engine is for or written in, and how the names of its engines begin.
pub(super) const GROUPS: [(&str, &[&str]); 7] = [
    ("JavaScript", &["npm-", "bfilter"]),
    ("databases", &["clickhouse", "postgresql", "rocksdb", "leveldb", "lsm-tree", "lance"]),
    ("Hadoop, Hive", &["hadoop", "hive", "orc-"]),
    ("Java", &["commons-collections", "datasketches", "lucene-", "stream-lib"]),
    ("Go", &["blobloom", "dcso-bloom", "goleveldb", "ristretto", "willf-bloom"]),
    ("Parquet", &["parquet-"]),
    ("others", &["selectors", "python-bitcoinlib"]),
];

/// The row of an engine.
pub(super) fn of(engine: &str) -> Option<usize> {
    GROUPS.iter().position(|(_, beginnings)| beginnings.iter().any(|beginning| engine.starts_with(beginning)))
}
