//! The rates of the filters that writers of Parquet make, as the number of keys grows.

use std::iter::zip;

use bloomlab_formulas::split_block::{BLOCK_BITS, ruled_blocks};
use bloomlab_tables::{Interval, Result, Run};
use serde::{Deserialize, Serialize};

use crate::distributions::{self, Found};
use crate::measured;

#[derive(Deserialize)]
pub struct Parameters {
    trials: u64,
    /// Targets of the curves, the bits that ClickHouse takes per value for them, and numbers of keys.
    targets: Vec<f64>,
    bits_per_value: Vec<f64>,
    keys: [u64; 2],
    /// Steps of the curves from the fewest keys of a size to the most.
    steps: u32,
}

#[derive(Serialize)]
pub struct Row {
    /// `rule` for the sizes that follow from the target (`ndv`) or from bits per value, without a file.
    writer: String,
    version: String,
    case: String,
    items: u64,
    promised: f64,
    /// Exact, from the blocks found.
    computed: f64,
    /// Missing with too few files for an interval.
    #[serde(rename = "measured,lower,upper")]
    measured: Option<Interval>,
}

/// The bits of a filter of `keys` keys: by the rule of most writers, or the next power of two above bits per value.
fn ruled_bits(keys: u64, target: f64, per_value: Option<f64>) -> Result<u64> {
    Ok(match per_value {
        None => BLOCK_BITS * ruled_blocks(keys, target)?,
        Some(per_value) => (libm::ceil(per_value * keys as f64) as u64).next_power_of_two(),
    })
}

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = run.flat_rows(measured::all(run, p.trials)?, |measured| {
        let Some(writer) = measured.subject.strip_prefix("parquet-") else { return Ok(None) };
        let (Some(target), Some(bits)) = (measured.target, measured.bits) else { return Ok(None) };
        let row = row(writer, measured.case.clone(), (measured.items, bits), target)?;
        Ok(Some(Row { version: measured.version.clone(), measured: measured::interval(&measured)?, ..row }))
    })?;
    let rules = zip(&p.targets, &p.bits_per_value).flat_map(|(target, each)| [(*target, None), (*target, Some(*each))]);
    rows.extend(run.flat_rows(rules, |(target, per_value)| {
        let case = per_value.map_or_else(|| "ndv".to_owned(), |each| format!("bits={each}"));
        let points = curve(p, |keys| ruled_bits(keys, target, per_value))?;
        points.into_iter().map(|point| row("rule", case.clone(), point, target)).collect::<Result<Vec<Row>>>()
    })?);
    Ok(rows)
}

fn row(writer: &str, case: String, (items, bits): (u64, u64), promised: f64) -> Result<Row> {
    let found =
        Found { engine: "parquet-", case: &case, target: Some(promised), items, bits: Some(bits), hashes: None };
    let computed = distributions::of(found)?.ok_or("a Parquet filter without a rate")?.rate;
    let (writer, version) = (writer.to_owned(), String::new());
    Ok(Row { writer, version, case, items, promised, computed, measured: None })
}

/// Numbers of keys with their bits: of each size the fewest, the most and some between.
fn curve(p: &Parameters, bits: impl Fn(u64) -> Result<u64>) -> Result<Vec<(u64, u64)>> {
    let [mut first, most] = p.keys;
    let mut points = Vec::new();
    while first <= most {
        let size = bits(first)?;
        let has_it = |keys: &u64| bits(*keys).is_ok_and(|bits| bits == size);
        let last = (first..=most).take_while(has_it).last().unwrap_or(first);
        let octaves = libm::log2(last as f64 / first as f64) / f64::from(p.steps);
        let between = |step: u32| (first as f64 * libm::exp2(f64::from(step) * octaves)).round() as u64;
        points.extend((0..=p.steps).map(|step| (between(step), size)));
        first = last + 1;
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_sizes_of_the_rules() {
        let mut compared = 0;
        for measured in measured::committed().iter().filter(|row| row.subject.starts_with("parquet-")) {
            let (Some(target), Some(bits)) = (measured.target, measured.bits) else { continue };
            let per_value = measured.case.strip_prefix("bits=").map(|each| each.parse().unwrap());
            // Java has at most a mebibyte; pyarrow folds a larger filter, a little earlier or later
            if per_value.is_some() || ["ndv", "limit"].contains(&&*measured.case) && bits < 1 << 23 {
                let ruled = ruled_bits(measured.items, target, per_value).unwrap();
                assert_eq!(ruled, bits, "{} {}", measured.subject, measured.items);
                compared += 1;
            }
        }
        assert!(compared > 90, "{compared}");
    }
}
