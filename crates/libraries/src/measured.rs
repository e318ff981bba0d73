//! What libraries and engines were measured to do.

use std::io::Read;

use serde::Deserialize;

use crate::Library;

/// Engines that the table has under another name, or next to other filters of theirs: the name, and how the cases begin.
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

impl Measurement {
    /// Bits for each item, to the nearest whole number.
    pub fn bits_per_item(&self) -> Option<u64> {
        self.bits.map(|bits| (bits as f64 / self.items as f64).round() as u64)
    }

    /// False for a filter that holds more items than it was made for, and for one that is larger than its writer makes it.
    fn is_full_and_written(&self) -> bool {
        let library = Library::all().iter().find(|library| self.inserted.is_some() && library.name == self.engine);
        let is_capped = library.zip(self.target).is_some_and(|(library, target)| library.is_capped(self.items, target));
        !is_capped && self.inserted.is_none_or(|inserted| inserted == self.items)
    }
}

/// All measurements of full filters.
#[derive(Clone, Debug)]
pub struct Measurements(Vec<Measurement>);

impl Measurements {
    /// From the tables of the figures `library-audit/promises` and `engines/promises`.
    ///
    /// # Errors
    /// The first fault of a table.
    pub fn read(libraries: impl Read, engines: impl Read) -> Result<Self, csv::Error> {
        let libraries = csv::Reader::from_reader(libraries).into_deserialize();
        let engines = csv::Reader::from_reader(engines).into_deserialize();
        let rows: Vec<Measurement> = libraries.chain(engines).collect::<Result<_, _>>()?;
        Ok(Self(rows.into_iter().filter(Measurement::is_full_and_written).collect()))
    }

    /// Every measurement of a library or an engine, by the name that [`Library`] or [`Engine`](crate::Engine) has for it.
    pub fn of(&self, name: &str) -> impl Iterator<Item = &Measurement> {
        let found = ELSEWHERE.iter().find(|(engine, ..)| *engine == name);
        let (name, cases) = found.map_or((name, [""].as_slice()), |(_, name, cases)| (name, cases));
        let name = name.to_owned();
        self.0.iter().filter(move |row| row.engine == name && cases.iter().any(|begins| row.case.starts_with(begins)))
    }

    /// The nearest measurement in logarithms of items and of bits per item, or of the target where no bits were found. `None` for what was
    /// not measured.
    pub fn nearest(&self, name: &str, items: u64, target: f64, bits: u64) -> Option<&Measurement> {
        let distance = |row: &&Measurement| {
            let more = (row.items as f64 / items as f64).ln();
            let of_bits = row.bits.map(|found| (found as f64 / bits as f64).ln() - more);
            more.abs() + of_bits.or(row.target.map(|found| (found / target).ln())).unwrap_or(0.0).abs()
        };
        self.of(name).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// If a measured filter surely misses a rate: the fewest bits per item of a filter of as many items that surely keeps it, of those that
    /// were measured.
    pub fn bits_that_keep(&self, name: &str, missed: &Measurement, rate: f64) -> Option<u64> {
        let keeps = |row: &&Measurement| row.items == missed.items && row.upper <= rate;
        let kept = self.of(name).filter(keeps).filter_map(Measurement::bits_per_item).min();
        kept.filter(|_| missed.lower > rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cover, Engine, LibraryFilter, Setting};

    const LIBRARIES: &str = include_str!("../../../data/library-audit/promises.csv");
    const ENGINES: &str = include_str!("../../../data/engines/promises.csv");

    fn all() -> Measurements {
        Measurements::read(LIBRARIES.as_bytes(), ENGINES.as_bytes()).unwrap()
    }

    #[test]
    fn every_filter_has_measurements_of_its_own() {
        let all = all();
        let run = Engine::all().iter().filter(|engine| !engine.version.ends_with("not measured"));
        for name in Library::all().iter().map(|one| one.name).chain(run.map(|one| one.name)) {
            for row in all.of(name) {
                let found = all.nearest(name, row.items, row.target.unwrap_or(0.5), row.bits.unwrap_or(1)).unwrap();
                assert_eq!((found.items, found.bits), (row.items, row.bits), "{name}");
            }
            assert!(all.nearest(name, 1000, 0.01, 10_000).is_some(), "{name}");
        }
        assert!(all.nearest("nobody", 1, 0.1, 1).is_none());
        // not one of another format or of Ribbon, nor of a counting filter next to it
        for (name, begins) in [("rocksdb", "new"), ("rocksdb-legacy", "legacy"), ("tokenbf", "tokenbf_v1")] {
            assert!(all.of(name).all(|row| row.case.starts_with(begins)), "{name}");
        }
        // all engines, and the libraries' full filters but four that the writer of parquet-java does not make
        assert_eq!(all.0.len(), ENGINES.lines().count() - 1 + 438 - 4);
    }

    #[test]
    fn a_filter_that_misses_its_rate_names_one_that_keeps_it() {
        let all = all();
        let kept = |items, rate| {
            let missed = all.nearest("leveldb", items, rate, 10 * items).unwrap();
            (missed.bits_per_item(), all.bits_that_keep("leveldb", missed, rate))
        };
        assert_eq!([kept(100_000, 0.01), kept(10_000, 0.01)], [(Some(10), Some(12)), (Some(10), None)]);
        assert_eq!(kept(100_000, 1e-9).1, None);
    }

    /// Three times the interval: one of a thousand rows lies outside with a probability of 1 in 10^11; and what is sampled errs by 3 %.
    fn agrees(filter: &LibraryFilter, row: &Measurement) -> bool {
        let (up, down) = (row.upper - row.rate, row.rate - row.lower);
        let error = if filter.cover == Cover::Sampled { 0.1 * filter.rate } else { 1e-3 * filter.rate };
        (row.rate - 3.0 * down - error..=row.rate + 3.0 * up + error).contains(&filter.rate)
    }

    /// Law and measurement agree, or the nearest law stands next to this very measurement.
    #[test]
    fn every_answer_is_held_against_every_measurement() {
        let all = all();
        let (mut held, mut stand_ins, mut far) = (0, 0, Vec::new());
        let mut hold = |name: &str, filter: LibraryFilter, row: &Measurement| {
            held += 1;
            if filter.cover == Cover::Nearest {
                stand_ins += 1;
                let beside = all.nearest(name, row.items, row.target.unwrap_or(0.01), filter.bits).unwrap();
                assert_eq!((beside.items, beside.rate), (row.items, row.rate), "{name}: {filter:?}");
            } else if !agrees(&filter, row) {
                far.push(format!("{name}: {filter:?}, {row:?}"));
            }
        };
        for library in Library::all() {
            for row in all.of(library.name) {
                let filter = library.filter_for(row.items, row.target.unwrap()).unwrap();
                hold(library.name, filter, row);
            }
        }
        for engine in Engine::all() {
            for row in all.of(engine.name) {
                // bits per key are the case, or 10 times the filter
                let per_key = || row.case.split([':', '=']).nth(1).and_then(|each| each.parse().ok());
                let set = match engine.setting {
                    Setting::BitsPerKey => per_key(),
                    _ => row.target.or(Some(0.01)),
                };
                let Some(set) = set else { continue };
                let Ok(filter) = engine.filter(row.items, set) else { continue };
                // another size than the engine's own was set; five bytes follow RocksDB's filter
                if row.bits.is_none_or(|found| found.abs_diff(filter.bits()) <= 40) {
                    hold(engine.name, engine.described(&filter, row.items).unwrap(), row);
                }
            }
        }
        assert!(far.is_empty(), "{} of {held}:\n{}", far.len(), far.join("\n"));
        println!("{held} rows, {stand_ins} stand-ins");
        assert!(held > 600 && stand_ins < 300, "{held}, {stand_ins}");
    }

    /// The class alone makes 2 MiB, its writer 1 MiB.
    #[test]
    fn the_capped_filter_has_the_rate_that_its_writer_was_measured_to_have() {
        let (all, library) = (all(), "parquet-java".parse::<Library>().unwrap());
        for row in all.of(library.name).filter(|row| row.items == 1_000_000) {
            let filter = library.filter_for(row.items, row.target.unwrap()).unwrap();
            assert_eq!((Some(filter.bits), filter.cap.is_some()), (row.bits, true));
            assert!((row.lower..row.upper).contains(&filter.rate), "{filter:?}");
        }
        assert_eq!(library.filter(1_000_000, 0.01).unwrap().bits(), 1 << 24);
    }
}
