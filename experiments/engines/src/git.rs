//! git's filters of changed paths: the rate by the number of paths of a commit, and on a real history.

mod between;

use bloomlab_formulas::{Load, approximation};
use bloomlab_libraries::{Cover, Engine};
use bloomlab_numbers::Double;
use bloomlab_tables::{Interval, Result, Run};
use serde::{Deserialize, Serialize};

use crate::distributions::{self, Computed, Found};
use crate::measured::{self, Measured};

/// Sizes of the filters of this project's history up to the commit that the measurement pins: bytes, filters, and the answer that a
/// filter of one byte always gives.
const HISTORY: &str = "data/engines/git-history.csv";
/// k, and bits for each path.
const HASHES: u64 = 7;
const BITS_PER_PATH: u64 = 10;

#[derive(Deserialize)]
pub struct Parameters {
    /// All trials in the table of measurements; `make measure` writes it.
    trials: u64,
    /// The most paths that a filter holds.
    most_paths: u64,
}

#[derive(Serialize)]
pub struct Row {
    /// `model`, or `history`.
    kind: &'static str,
    /// Changed paths; of the history those that its filter's size admits most of.
    paths: Option<u64>,
    bits: Option<u64>,
    computed: f64,
    /// `exact` if `computed` is the rate of the source's own scheme, else `nearest`.
    law: &'static str,
    /// Eq. 1 for ten bits and seven hash functions.
    classic: f64,
    /// Filters that were asked, or that the history has.
    filters: Option<u64>,
    /// The standard deviation of the rate of one filter, simulated, if filters of one size were asked.
    deviation: Option<f64>,
    /// The interval is over queries, and over filters if they have one size.
    #[serde(rename = "measured,lower,upper")]
    measured: Option<Interval>,
}

/// The filters of one size that were asked, the standard deviation of the rate of one, and the rate over queries and filters. Each trial
/// has filters of its own, all of which meet every query of it.
fn asked(found: &Measured, bits: u64) -> Result<(u64, f64, Interval)> {
    let (filters, deviation) = (found.asked * found.trials, between::deviation(found.items, bits)?);
    Ok((filters, deviation, between::over_filters(found.rate()?, found.units, deviation, filters)?))
}

/// Filters of one size.
#[derive(Deserialize)]
struct Size {
    bytes: u64,
    filters: u64,
    answer: Option<String>,
}

/// The rate of a filter of so many paths: sums that wrap in up to 128 bits, double hashing in more.
fn rate(paths: u64, bits: u64) -> Result<Computed> {
    let (bits, hashes) = (Some(bits), Some(HASHES));
    let found = Found { engine: "git", case: "paths", target: None, items: paths, bits, hashes };
    Ok(distributions::of(found)?.ok_or("a filter of git without a rate")?)
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let measured: Vec<Measured> =
        measured::rows(run, p.trials)?.into_iter().filter(|row| row.engine == "git").collect();
    let engine: Engine = "git".parse()?;
    let classic = approximation::classic_limit(&Double, Load::new(BITS_PER_PATH, 1, HASHES)?);
    let model = |paths: u64| {
        let filter = engine.filter(paths, 0.0)?;
        let found = measured.iter().find(|row| row.case.starts_with("paths") && row.items == paths);
        let computed = rate(paths, filter.bits())?;
        let asked = found.map(|found| asked(found, filter.bits())).transpose()?;
        Ok(Row {
            kind: "model",
            paths: Some(paths),
            bits: Some(filter.bits()),
            computed: computed.rate,
            law: computed.cover.into(),
            classic,
            filters: asked.map(|(filters, ..)| filters),
            deviation: asked.map(|(_, deviation, _)| deviation),
            measured: asked.map(|(.., rate)| rate),
        })
    };
    // all small numbers, then an eighth more each time
    let numbers = std::iter::successors(Some(1_u64), |paths| Some(paths + (paths / 8).max(1)));
    let numbers = numbers.take_while(|paths| *paths < p.most_paths).chain(measured.iter().map(|row| row.items));
    let numbers: std::collections::BTreeSet<u64> = numbers.filter(|paths| *paths > 0).chain([p.most_paths]).collect();
    let mut rows = run.rows(numbers, model)?;
    let sizes = run.input(HISTORY)?;
    let sizes: Vec<Size> = csv::Reader::from_reader(sizes.as_bytes()).into_deserialize().collect::<Result<_, _>>()?;
    let history = run.map(sizes, |size| {
        let paths = 8 * size.bytes / BITS_PER_PATH;
        let computed = match size.answer.as_deref() {
            Some("always") => 1.0,
            Some("never") => 0.0,
            _ => rate(paths, 8 * size.bytes)?.rate,
        };
        Ok((size.filters, computed))
    })?;
    let (filters, positives) =
        history.iter().fold((0, 0.0), |(all, sum), (filters, rate)| (all + filters, sum + *filters as f64 * rate));
    let found = measured.iter().find(|row| row.case.starts_with("history"));
    rows.push(Row {
        kind: "history",
        paths: None,
        bits: None,
        computed: positives / filters as f64,
        law: Cover::Nearest.into(),
        classic,
        filters: Some(filters),
        deviation: None,
        measured: found.map(Measured::rate).transpose()?,
    });
    Ok(rows)
}
