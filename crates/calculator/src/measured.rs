//! What libraries and engines were measured to do.

use std::path::Path;

use bloomlab_tables::Result;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

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
/// A library that is measured with its writer, whose cap it meets with more items than these, and without.
const CAPPED: (&str, u64) = ("parquet-java", 100_000);
/// Digits of a measured rate.
const DIGITS: usize = 4;

/// A row of the table of libraries.
#[derive(Deserialize)]
struct OfLibrary {
    library: String,
    items: u64,
    promised: f64,
    inserted: u64,
    measured: f64,
    lower: f64,
    upper: f64,
}

/// A row of the table of engines.
#[derive(Deserialize)]
struct OfEngine {
    engine: String,
    case: String,
    items: u64,
    bits: Option<u64>,
    /// The rate asked for, where that is what its user sets.
    #[serde(default)]
    promised: Option<f64>,
    measured: f64,
    lower: f64,
    upper: f64,
}

/// Both tables.
pub struct Measured {
    libraries: Vec<OfLibrary>,
    engines: Vec<OfEngine>,
}

impl Measured {
    /// The committed tables of a workspace.
    pub fn read(root: &Path) -> Result<Self> {
        let libraries = rows(&root.join("data/library-audit/promises.csv"))?;
        let engines = rows(&root.join("data/engines/promises.csv"))?;
        Ok(Self { libraries, engines })
    }

    /// A library's full filters, each as items, rate asked for, bits, rate and the ends of its interval.
    pub fn of_library(&self, name: &str) -> Value {
        let is_capped = |row: &OfLibrary| name == CAPPED.0 && row.items > CAPPED.1;
        let own = self.libraries.iter().filter(|row| row.library == name && row.inserted == row.items);
        let rates = own
            .filter(|row| !is_capped(row))
            .map(|row| json!([row.items, row.promised, null, short(row.measured), short(row.lower), short(row.upper)]));
        let written = self.engines.iter().filter(|row| name == CAPPED.0 && row.engine == name).map(of_engine);
        rates.chain(written).collect()
    }

    /// The same of an engine, by the name that the page has for it.
    pub fn of_engine(&self, name: &str) -> Value {
        let found = ELSEWHERE.iter().find(|(page, ..)| *page == name);
        let (name, cases) = found.map_or((name, [""].as_slice()), |(_, name, cases)| (name, *cases));
        let is_case = |row: &&OfEngine| cases.iter().any(|begins| row.case.starts_with(begins));
        self.engines.iter().filter(|row| row.engine == name).filter(is_case).map(of_engine).collect()
    }
}

fn of_engine(row: &OfEngine) -> Value {
    json!([row.items, row.promised, row.bits, short(row.measured), short(row.lower), short(row.upper)])
}

fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let fault = |error| format!("{}: {error}", path.display());
    let mut reader = csv::Reader::from_path(path).map_err(fault)?;
    Ok(reader.deserialize().collect::<Result<_, csv::Error>>().map_err(fault)?)
}

/// A few digits.
fn short(rate: f64) -> f64 {
    format!("{rate:.*e}", DIGITS - 1).parse().unwrap_or(rate)
}
