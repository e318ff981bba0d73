//! What libraries and engines were measured to do.

use std::io::Read;

use serde::Deserialize;

use crate::{Product, Setting, Structure};

/// Engines that the tables have under another name, or next to other filters of theirs: the name, and how the cases begin.
const ELSEWHERE: [(&str, &str, &[&str]); 12] = [
    ("bip37", "python-bitcoinlib", &[""]),
    ("clickhouse", "clickhouse", &["p", "default"]),
    ("git", "git", &["paths"]),
    ("lucene", "lucene-fuzzyset", &["documents=1n"]),
    ("orc", "orc-java", &[""]),
    ("postgresql-bloom", "postgresql-bloom", &["asked=1/"]),
    ("postgresql-brin", "postgresql-brin", &["unique"]),
    ("rocksdb", "rocksdb", &["new"]),
    ("rocksdb-legacy", "rocksdb", &["legacy"]),
    ("rocksdb-ribbon", "rocksdb", &["ribbon"]),
    ("sqlite", "sqlite", &["automatic:random", "counted:random"]),
    ("tokenbf", "clickhouse", &["tokenbf_v1"]),
];

/// The rate that a filter was measured to have.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Measurement {
    /// The items stored: as many as it was made for, as an engine counts them.
    pub items: u64,
    /// The rate asked for; the documented one of libraries that take none.
    #[serde(rename = "promised")]
    pub target: Option<f64>,
    /// The bits of an engine's filter, if they could be found.
    pub bits: Option<u64>,
    /// The measured rate.
    #[serde(rename = "measured")]
    pub rate: f64,
    /// The lower end of its 99 % interval.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
    #[serde(alias = "library")]
    engine: String,
    #[serde(default)]
    case: String,
    inserted: Option<u64>,
}

/// The bits that follow a filter in its file: five bytes of RocksDB's.
fn beyond_filter(engine: &str) -> u64 {
    if engine == "rocksdb" { 40 } else { 0 }
}

impl Product {
    /// Returns true if a row of a table with this name and case is of it.
    #[must_use]
    pub fn is_of(&self, subject: &str, case: &str) -> bool {
        let found = ELSEWHERE.iter().find(|(engine, ..)| *engine == self.name);
        let (name, cases) = found.map_or((self.name, [""].as_slice()), |(_, name, cases)| (name, cases));
        subject == name && cases.iter().any(|begins| case.starts_with(begins))
    }

    /// False for a filter that holds more items than it was made for, and for one that is larger than its writer makes it.
    fn is_full_and_written(&self, row: &Measurement) -> bool {
        let is_capped =
            |cap: Structure, target| self.filter(row.items, target).is_ok_and(|filter| filter.bits() > cap.bits());
        let is_larger =
            row.inserted.is_some() && self.cap.zip(row.target).is_some_and(|((cap, _), target)| is_capped(cap, target));
        !is_larger && row.inserted.is_none_or(|inserted| inserted == row.items)
    }
}

/// All measurements of full filters.
#[derive(Clone, Debug)]
pub struct Measurements(Vec<Measurement>);

impl Measurements {
    /// From the tables of the figures `library-audit/promises` and `engines/promises`.
    pub fn read(libraries: impl Read, engines: impl Read) -> Result<Self, csv::Error> {
        let libraries = csv::Reader::from_reader(libraries).into_deserialize();
        let engines = csv::Reader::from_reader(engines).into_deserialize();
        let rows = libraries.chain(engines).map(|row: Result<Measurement, _>| {
            row.map(|row| Measurement { bits: row.bits.map(|bits| bits - beyond_filter(&row.engine)), ..row })
        });
        rows.collect::<Result<_, _>>().map(Self)
    }

    /// Every measurement of full filters of a library or an engine.
    pub fn of(&self, product: &Product) -> impl Iterator<Item = &Measurement> {
        let is_of = |row: &&Measurement| product.is_of(&row.engine, &row.case) && product.is_full_and_written(row);
        self.0.iter().filter(is_of)
    }

    /// The measurement of the nearest number of items, at most twice or half as many, with as many bits per item, or for the same target
    /// if no bits were found. `None` if there is none.
    pub fn nearest(&self, product: &Product, items: u64, target: f64, bits: u64) -> Option<&Measurement> {
        let more = |row: &Measurement| row.items as f64 / items as f64;
        let far = |row: &Measurement| more(row).ln().abs();
        let is_alike = |row: &&Measurement| match (row.bits, row.target) {
            (Some(found), _) => (found as f64 / bits as f64 / more(row) - 1.0).abs() < 0.02,
            (None, Some(found)) if product.setting == Setting::Rate => (found / target - 1.0).abs() < 1e-9,
            _ => true,
        };
        let near = self.of(product).filter(is_alike).filter(|row| far(row) < std::f64::consts::LN_2 + 1e-9);
        near.min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Built, Cover, Family};

    const LIBRARIES: &str = include_str!("../../../data/library-audit/promises.csv");
    const ENGINES: &str = include_str!("../../../data/engines/promises.csv");
    /// The margin of the audit's claims.
    const MARGIN: f64 = 0.05;

    fn all() -> Measurements {
        Measurements::read(LIBRARIES.as_bytes(), ENGINES.as_bytes()).unwrap()
    }

    #[test]
    fn every_filter_has_measurements_of_its_own() {
        let all = all();
        for product in Product::all() {
            for row in all.of(product) {
                let found = all.nearest(product, row.items, row.target.unwrap_or(0.5), row.bits.unwrap_or(1)).unwrap();
                assert_eq!((found.items, found.bits), (row.items, row.bits), "{product}");
            }
            let is_run = !product.version.ends_with("not measured");
            assert_eq!(all.of(product).next().is_some(), is_run, "{product}");
        }
        let libraries = Product::of(Family::Library).iter().map(|library| all.of(library).count());
        assert_eq!(libraries.sum::<usize>(), 438);
    }

    /// Twelve bits per key were measured at 100,000 keys, eleven nowhere.
    #[test]
    fn a_measurement_of_another_size_is_not_shown() {
        let (all, leveldb) = (all(), "leveldb".parse().unwrap());
        let found = |items, each| all.nearest(&leveldb, items, 0.01, each * items).map(|row| row.items);
        assert_eq!([found(180_000, 12), found(210_000, 12), found(100_000, 11)], [Some(100_000), None, None]);
    }

    /// Three times the interval: one of a thousand rows lies outside with a probability of 1 in 10^11; and what is sampled errs by 3 %.
    /// What is exact lies within the margin of the interval too.
    fn agrees(built: &Built, row: &Measurement) -> bool {
        let (up, down, is_sampled) = (row.upper - row.rate, row.rate - row.lower, built.cover == Cover::Sampled);
        let error = if is_sampled { 0.1 * built.rate } else { 1e-3 * built.rate };
        let is_near = built.rate * (1.0 + MARGIN) >= row.lower && built.rate * (1.0 - MARGIN) <= row.upper;
        (row.rate - 3.0 * down - error..=row.rate + 3.0 * up + error).contains(&built.rate) && (is_sampled || is_near)
    }

    /// Law and measurement agree, or the nearest law stands next to this very measurement.
    #[test]
    fn no_answer_contradicts_a_measurement() {
        let all = all();
        let (mut held, mut stand_ins, mut far) = (0, 0, Vec::new());
        for product in Product::all() {
            for row in all.of(product) {
                // bits per key are the case, or 10 times the filter
                let per_key = || row.case.split([':', '=']).nth(1).and_then(|each| each.parse().ok());
                let set = match product.setting {
                    Setting::BitsPerKey => per_key(),
                    _ => row.target.or(Some(0.01)),
                };
                let filter = set.map(|set| product.filter(row.items, set));
                let Some(Ok(filter)) = filter else {
                    assert_eq!(product.family, Family::Engine, "{row:?}");
                    continue;
                };
                let built = product.built(&filter, row.items).unwrap();
                // another size than the engine's own was set
                if row.bits.is_some_and(|found| found != built.bits) {
                    assert_eq!(product.family, Family::Engine, "{row:?}");
                    continue;
                }
                held += 1;
                if built.cover == Cover::Nearest {
                    stand_ins += 1;
                    let next = all.nearest(product, row.items, row.target.unwrap_or(0.01), built.bits);
                    let found = next.map(|next| (next.items, next.rate));
                    assert_eq!(found, Some((row.items, row.rate)), "{product}: {built:?}, {row:?}");
                } else if !agrees(&built, row) {
                    far.push(format!("{product}: {built:?}, {row:?}"));
                }
            }
        }
        assert!(far.is_empty(), "{} of {held}:\n{}", far.len(), far.join("\n"));
        assert_eq!((held, stand_ins), (699, 181));
    }

    /// Its class alone makes 2 MiB, its writer 1 MiB.
    #[test]
    fn the_capped_filter_is_that_of_the_writer() {
        let library: Product = "parquet-java".parse().unwrap();
        let built = library.filter_for(1_000_000, 0.01).unwrap();
        assert_eq!((built.bits, built.cap), (1 << 23, Some("parquet.bloom.filter.max.bytes")));
        assert_eq!(library.filter(1_000_000, 0.01).unwrap().bits(), 1 << 24);
    }
}
