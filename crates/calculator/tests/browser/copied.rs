//! The lines that the page offers for copying: each is run, and gives the rate of the page.

use std::error::Error;

use bloomlab::{Cover, EngineFilter, LibraryFilter};
use bloomlab_cli::commands::Response;
use serde_json::{Value, json};

use super::engines::HASHED;
use super::faults::close;
use super::open;
use super::shown::{ask, text};
use crate::chromium::Tab;
use crate::opened::workspace;

/// What a line of Rust gives.
enum Given {
    Rate(f64),
    Filter(LibraryFilter),
}

impl From<f64> for Given {
    fn from(rate: f64) -> Self {
        Given::Rate(rate)
    }
}

impl From<EngineFilter> for Given {
    fn from(engine: EngineFilter) -> Self {
        Given::Filter(engine.filter)
    }
}

impl From<LibraryFilter> for Given {
    fn from(filter: LibraryFilter) -> Self {
        Given::Filter(filter)
    }
}

/// Addresses, each with the line of Rust that the page makes of it and what that gives.
macro_rules! lines {
    ($($address:literal => $line:expr;)*) => {
        [$(($address, stringify!($line), (|| Ok::<Given, Box<dyn Error>>(Given::from($line)))()),)*]
    };
}

/// Without blanks, which the compiler changes.
fn dense(line: &str) -> String {
    line.split_whitespace().collect()
}

#[test]
fn every_line_gives_the_rate_of_the_page() {
    let lines = lines! {
        "items=1e6&rate=0.01" => bloomlab::Filter::new(9592957, 7)?.holding(1000000)?.rate()?;
        "items=1&bits=32&hashes=22" => bloomlab::Filter::new(32, 22)?.holding(1)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=double" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::Double)?.holding(102)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=double-nonzero" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::DoubleNonzero)?.holding(102)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=double-odd" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::DoubleOdd)?.holding(102)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=double-unit" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::DoubleUnit)?.holding(102)?.rate()?;
        "items=102&bits=1022&hashes=7&scheme=km-partition" =>
            bloomlab::Filter::new(1022, 7)?.under(bloomlab::HashingScheme::KmPartition)?.holding(102)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=partitioned" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::Partitioned)?.holding(102)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=blocked-256" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::Blocked(256))?.holding(102)?.rate()?;
        "items=102&bits=1024&hashes=8&scheme=split-block-64" =>
            bloomlab::Filter::new(1024, 8)?.under(bloomlab::HashingScheme::SplitBlock(64))?.holding(102)?.rate()?;
        "items=1e6&bits=1e7&library=rocksdb" =>
            bloomlab::Filter::new(10000384, 6)?.under(bloomlab::HashingScheme::Blocked(512))?.holding(1000000)?.rate()?;
        "items=102&bits=1024&hashes=7&scheme=blocked-double-nonzero-512" =>
            bloomlab::Filter::new(1024, 7)?.under(bloomlab::HashingScheme::BlockedDoubleNonzero(512))?.holding(102)?.rate()?;
        "items=1e6&bits=1e7&library=pebble" =>
            bloomlab::Filter::new(10000896, 6)?.under(bloomlab::HashingScheme::BlockedDouble(512))?.hash_bits(32)?.holding(1000000)?.rate()?;
        "items=1e6&rate=0.01&library=parquet" =>
            "parquet".parse::<bloomlab::Library>()?.filter_for(1000000, 0.01)?;
        "items=1e6&rate=0.01&library=clickhouse" => "clickhouse".parse::<bloomlab::Engine>()?.filter_for(1000000, 0.01)?;
        "items=1e6&rate=0.01&library=leveldb" => "leveldb".parse::<bloomlab::Engine>()?.filter_for(1000000, 0.01)?;
        "items=1e6&rate=0.01&library=guava" => "guava".parse::<bloomlab::Library>()?.filter_for(1000000, 0.01)?;
    };
    let python = workspace().join("crates/python/tests/test_copied.py");
    let python = std::fs::read_to_string(python).unwrap();
    let mut missing = String::new();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    for (address, line, given) in lines {
        ask(&mut tab, address);
        assert_eq!(dense(&text(&mut tab, "line-rust")), dense(line), "{address}");
        tab.evaluate(
            "document.querySelector('[data-copy=line-rust]').click(); new Promise((done) => setTimeout(done, 20))",
        );
        assert!(!text(&mut tab, "copied").is_empty());
        let query = tab.evaluate(
            "({ ...asked, found: answer(asked).rate, exact: answer(asked).exact || answer(asked).blocks !== null })",
        );
        let (rate, is_exact) = (query["found"].as_f64().unwrap(), query["exact"] == true);
        let (found, is_known) = match given.unwrap() {
            Given::Rate(rate) => (rate, true),
            Given::Filter(filter) => (filter.rate, filter.cover == Cover::Exact),
        };
        assert_eq!(is_known, is_exact, "{address}");
        // with one hash the page takes the mean number of distinct ones
        let (hashed, rate) =
            if text(&mut tab, "line-rust").contains("hash_bits") { (rate, found) } else { (found, rate) };
        let is_near = close(&json!(hashed), rate) || hashed != found && (hashed / rate - 1.0).abs() < HASHED;
        assert!(!is_exact || is_near, "{address}: {found}, not {rate}");
        let command = text(&mut tab, "line-command");
        let of_command = rate_of_command(command.strip_prefix("bloomlab ").unwrap());
        assert!(
            of_command.is_some_and(|found| !is_exact || (found / rate - 1.0).abs() < 1e-9),
            "{command}: {of_command:?}"
        );
        let expected = format!("    ({:?}, {rate:?}),\n", text(&mut tab, "line-python"));
        if is_exact && !python.contains(&expected) {
            missing += &expected;
        }
        assert!(
            text(&mut tab, "line-link")
                .ends_with(&format!("calculator.html#{}", tab.evaluate("location.hash.slice(1)").as_str().unwrap()))
        );
    }
    assert!(missing.is_empty(), "tests/test_copied.py lacks\n{missing}");
}

/// The rate that the command with these arguments gives; that of independent positions where the library's own is not computed.
pub fn rate_of_command(arguments: &str) -> Option<f64> {
    let words = std::iter::once("bloomlab").chain(arguments.split_whitespace());
    let Response::Answer(answer) = bloomlab_cli::parsed(words).ok()?.command.run().ok()? else { return None };
    let answer: Value = answer.json();
    let row = &answer["results"][0];
    let like = &row["like"];
    let given = match like.is_object() {
        true if like["rate"].is_object() => &like["rate"]["value"],
        true if like["engine"].is_string() => &like["rate_of_nearest"],
        true => &like["rate_if_independent"],
        false => &row["rate"]["value"],
    };
    given.as_f64()
}
