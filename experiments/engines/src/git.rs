//! git's filters of changed paths: the rate by the number of paths of a commit, and on a real history.

use bloomlab_formulas::{Load, approximation};
use bloomlab_libraries::{Counted, Cover, Product};
use bloomlab_numbers::Double;
use bloomlab_tables::{CONFIDENCE, Interval, Result, Run, Streams, student_quantile};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::distributions::{self, Computed, Found};
use crate::measured;

/// Sizes of the filters of this project's history up to the commit that the measurement pins: bytes, filters, and the answer that a
/// filter of one byte always gives.
const HISTORY: &str = "data/engines/git-history.csv";
/// k, and bits for each path.
const HASHES: u64 = 7;
const BITS_PER_PATH: u64 = 10;

#[derive(Deserialize)]
pub struct Parameters {
    trials: u64,
    most_paths: u64,
}

#[derive(Serialize)]
pub struct Row {
    kind: &'static str,
    /// Changed paths; of the history those that its filter's size admits most of.
    paths: Option<u64>,
    bits: Option<u64>,
    computed: f64,
    /// `exact` if `computed` is the rate of the source's own scheme, else `nearest`.
    law: &'static str,
    classic: f64,
    /// Filters that were asked, or that the history has; the standard deviation of the rate of one, simulated, if filters of one size
    /// were asked.
    #[serde(rename = "filters,deviation")]
    filters: Option<(u64, Option<f64>)>,
    /// The interval is over queries, and over filters if they have one size.
    #[serde(rename = "measured,lower,upper")]
    measured: Option<Interval>,
}

/// The filters of one size that were asked, the standard deviation of the rate of one, and the rate over queries and filters. Each trial
/// has its own filters, which all meet all of its queries.
fn asked((found, rate): &(Counted, Interval), bits: u64) -> Result<(u64, f64, Interval)> {
    let (filters, deviation) = (found.asked * found.trials, deviation(found.items, bits)?);
    Ok((filters, deviation, over_filters(*rate, found.units, deviation, filters)?))
}

#[derive(Deserialize)]
struct Size {
    bytes: u64,
    filters: u64,
    answer: Option<String>,
}

/// The rate of a filter of `paths` paths: sums that wrap in up to 128 bits, double hashing in more.
fn rate(paths: u64, bits: u64) -> Result<Computed> {
    let (bits, hashes) = (Some(bits), Some(HASHES));
    let found = Found { engine: "git", case: "paths", target: None, items: paths, bits, hashes };
    Ok(distributions::of(found)?.ok_or("a filter of git without a rate")?)
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let measured: Vec<(Counted, Interval)> =
        measured::rows(run, p.trials)?.into_iter().filter(|(row, _)| row.subject == "git").collect();
    let engine: Product = "git".parse()?;
    let classic = approximation::classic_limit(&Double, Load::new(BITS_PER_PATH, 1, HASHES)?);
    let model = |paths: u64| {
        let filter = engine.filter(paths, 0.0)?;
        let found = measured.iter().find(|(row, _)| row.case.starts_with("paths") && row.items == paths);
        let computed = rate(paths, filter.bits())?;
        let asked = found.map(|found| asked(found, filter.bits())).transpose()?;
        Ok(Row {
            kind: "model",
            paths: Some(paths),
            bits: Some(filter.bits()),
            computed: computed.rate,
            law: computed.cover.into(),
            classic,
            filters: asked.map(|(filters, deviation, _)| (filters, Some(deviation))),
            measured: asked.map(|(.., rate)| rate),
        })
    };
    // all small numbers, then an eighth more each time
    let numbers = std::iter::successors(Some(1_u64), |paths| Some(paths + (paths / 8).max(1)));
    let numbers = numbers.take_while(|paths| *paths < p.most_paths).chain(measured.iter().map(|(row, _)| row.items));
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
    let found = measured.iter().find(|(row, _)| row.case.starts_with("history"));
    rows.push(Row {
        kind: "history",
        paths: None,
        bits: None,
        computed: positives / filters as f64,
        law: Cover::Nearest.into(),
        classic,
        filters: Some((filters, None)),
        measured: found.map(|(_, rate)| *rate),
    });
    Ok(rows)
}

const SEED: u64 = 28;
/// Filters, and paths that each is asked for.
const FILTERS: u64 = 20_000;
const ASKED: u64 = 100;

/// The standard deviation of the rate of one filter of some paths: of the number s of q answers that are wrong, E[s(s − 1)]/(q(q − 1)) is
/// the mean square of the rate.
fn deviation(paths: u64, bits: u64) -> Result<f64> {
    let mut random = Streams::new("engines, git between filters", SEED).generator(&(paths, bits), 0)?;
    let mut positions = move || {
        let word = random.next_u64();
        let (start, step) = (word as u32, (word >> 32) as u32);
        (0..HASHES as u32).map(move |i| u64::from(start.wrapping_add(i.wrapping_mul(step))) % bits)
    };
    let (mut sum, mut pairs) = (0.0, 0.0);
    for _ in 0..FILTERS {
        let mut set = vec![false; bits as usize];
        for _ in 0..paths {
            positions().for_each(|position| set[position as usize] = true);
        }
        let wrong = (0..ASKED).filter(|_| positions().all(|position| set[position as usize])).count() as f64;
        sum += wrong;
        pairs += wrong * (wrong - 1.0);
    }
    let (filters, asked) = (FILTERS as f64, ASKED as f64);
    let mean = sum / filters / asked;
    Ok(libm::sqrt((pairs / filters / (asked * (asked - 1.0)) - mean * mean).max(0.0)))
}

/// The interval of a measured rate over queries and over filters whose rates have a deviation: the two variances add up.
fn over_filters(rate: Interval, queries: u64, deviation: f64, filters: u64) -> Result<Interval> {
    let quantile = student_quantile(queries - 1, CONFIDENCE)?;
    let between = quantile * deviation / libm::sqrt(filters as f64);
    let width = |end: f64| libm::hypot(end - rate.value, between);
    let (lower, upper) = ((rate.value - width(rate.lower)).max(0.0), (rate.value + width(rate.upper)).min(1.0));
    Ok(Interval { value: rate.value, lower, upper })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_of_one_path_differ_as_all_pairs_of_hashes_modulo_sixteen() {
        let walk = |a: u64, d: u64| (0..HASHES).fold(0_u32, |set, i| set | 1 << ((a + i * d) % 16));
        let items: Vec<u32> = (0..16).flat_map(|a| (0..16).map(move |d| walk(a, d))).collect();
        let rate = |item: &u32| items.iter().filter(|query| *query & item == **query).count() as f64 / 256.0;
        let mean = items.iter().map(rate).sum::<f64>() / 256.0;
        let square = items.iter().map(|item| rate(item) * rate(item)).sum::<f64>() / 256.0;
        let found = deviation(1, 16).unwrap() / (square - mean * mean).sqrt();
        // 20,000 filters: a standard error of about a per cent
        assert!((found - 1.0).abs() < 0.05, "{found}");
    }
}
