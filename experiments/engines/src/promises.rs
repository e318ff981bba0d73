//! Promised, computed and measured rates of every engine.

use bloomlab_libraries::Counted;
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_tables::{Interval, Result, Run};
use serde::Serialize;

use crate::distributions::{self, Computed, Found};
use crate::measured::{self, Parameters};

#[derive(Serialize)]
pub struct Row {
    engine: String,
    version: String,
    case: String,
    setting: String,
    items: u64,
    /// m and k as found.
    bits: Option<u64>,
    hashes: Option<u64>,
    /// The rate asked for, or documented.
    promised: Option<f64>,
    /// From the bits found by the source's scheme, or the nearest one.
    computed: Option<f64>,
    /// `exact` if `computed` is the rate of the source's own scheme, `nearest` if that of another, else `none`.
    law: &'static str,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
    /// `agrees` if the computed rate is the measured one, else the cause.
    agreement: &'static str,
    /// The counts of different units are independent; their number, and the questions of each.
    unit: String,
    units: u64,
    asked: u64,
    missed: u64,
    day: String,
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.rows(measured::rows(run, p.trials)?, row)
}

fn row((measured, rate): (Counted, Interval)) -> Result<Row> {
    let Counted { subject, case, target, items, bits, hashes, .. } = &measured;
    let (target, items, bits, hashes) = (*target, *items, *bits, *hashes);
    let computed = distributions::of(Found { engine: subject, case, target, items, bits, hashes })?;
    Ok(Row {
        promised: measured.target.or_else(|| documented(&measured.subject, &measured.case, measured.items)),
        computed: computed.map(|computed| computed.rate),
        law: computed.map_or("none", |computed| computed.cover.into()),
        agreement: agreement(computed, rate, &measured),
        measured: rate,
        engine: measured.subject,
        version: measured.version,
        case: measured.case,
        setting: measured.setting,
        items: measured.items,
        bits: measured.bits,
        hashes: measured.hashes,
        unit: measured.unit,
        units: measured.units,
        asked: measured.asked,
        missed: measured.missed,
        day: measured.day,
    })
}

/// Twice the 99 % interval: of a thousand rows that agree one lies outside with a probability of 2 in 10,000.
const FAR: f64 = 2.0;

fn agreement(computed: Option<Computed>, rate: Interval, measured: &Counted) -> &'static str {
    let Some(computed) = computed else { return "not computed" };
    let (up, down) = (FAR * (rate.upper - rate.value), FAR * (rate.value - rate.lower));
    match (rate.value - down..=rate.value + up).contains(&computed.rate) {
        true => "agrees",
        false => cause(&measured.subject, &measured.case),
    }
}

/// The documented rate of a case; `None` if the documentation has none.
///
/// LevelDB (`filter_policy.h`), its Go port and RocksDB (`filter_policy.h`): 10 bits per key yield about 1 %. selectors (`bloom.rs`):
/// *exactly* (1 − (1 − 1/M)^(kN))^k with M = 4096, k = 2.
fn documented(engine: &str, case: &str, items: u64) -> Option<f64> {
    match (engine, case) {
        ("leveldb" | "goleveldb", "bits=10") | ("rocksdb", "new:10" | "legacy:10" | "ribbon:10") => Some(0.01),
        ("selectors", _) => {
            let hit = Double.some_hit(1, 4096, 2 * items);
            Some(hit * hit)
        }
        _ => None,
    }
}

/// Why an engine's rate is not the computed one, from its source: engine, the beginning of the case, and the cause.
const CAUSES: [(&str, &str, &str); 24] = [
    ("blobloom", "", "starts and steps of nine bits in a block"),
    ("datasketches", "", "half of a sum that wraps"),
    ("dcso-bloom", "", "positions are powers of one odd multiplier: of one parity where m is even"),
    ("git", "paths", "sums wrap modulo 2^32 before they are reduced modulo m"),
    ("goleveldb", "", "the step is the start turned by fifteen bits: one hash of 32 bits"),
    ("hadoop-dynamic", "", "all rows ask the same positions"),
    ("hive", "", "negative sums are complemented"),
    ("hive-k", "", "walks of nine bits in a block"),
    ("leveldb", "", "the step is the start turned by fifteen bits: one hash of 32 bits"),
    ("lsm-tree", "", "steps are (j − 1)! h2: none modulo m once m divides the factorial"),
    ("npm-bloem", "", "h1 and h2 have the same parity: half of the items crowd half of the bits where m is even"),
    ("npm-bloom-filters-partitioned", "", "one pair of hashes modulo a slice fixes all slices"),
    ("npm-jsbloom", "", "h1 + h2 is odd for every text and m is even; one position more than is said"),
    ("npm-minibloom", "", "the step is a function of the start"),
    ("orc-java", "", "negative sums are complemented"),
    ("orc-pyarrow", "", "negative sums are complemented"),
    ("orc-pyorc", "", "negative sums are complemented"),
    ("elf-gnu-hash", "", "names are hashed by one multiplication a letter"),
    ("postgresql-brin", "", "an interval over queries leaves out the luck of the filters of one table"),
    ("rocksdb", "legacy", "line and walk come from one hash of 32 bits"),
    ("rocksdb", "new", "positions are multiples of one number of 32 bits"),
    ("rocksdb", "ribbon", "columns are whole"),
    ("stream-lib", "", "remainders of negative sums lose their sign"),
    ("willf-bloom", "", "four hashes in turn: keys that agree in a pair modulo m share positions"),
];

fn cause(engine: &str, case: &str) -> &'static str {
    let found = CAUSES.iter().find(|(of, begins, _)| *of == engine && case.starts_with(begins));
    found.map_or("unexplained", |(.., cause)| cause)
}
