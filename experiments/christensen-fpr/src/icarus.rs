//! A packet that carries a small filter of the interfaces it passed: the hops before its first false positive.

use bloomlab_formulas::hops;
use bloomlab_numbers::{Double, Sampling, Shape};
use bloomlab_tables::{Result, Run, ensure};
use itertools::{iproduct, izip};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// m of the expected hops.
    bits: Vec<u64>,
    most_hashes: u64,
    /// m, k of the paths that are followed hop by hop.
    paths: Vec<[u64; 2]>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    /// h: the columns are probabilities that h hops raise no false alarm; none: expected hops before the first one.
    hops: Option<u64>,
    exact: f64,
    classic: f64,
    /// Exact, the k positions of an interface distinct.
    exact_distinct: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let sizes = iproduct!(p.bits.iter().copied(), 1..=p.most_hashes);
    let mut rows = run.rows(sizes, |(bits, hashes)| expected(bits, hashes))?;
    rows.extend(run.flat_rows(&p.paths, |&[bits, hashes]| path(bits, hashes))?);
    Ok(rows)
}

fn shapes(bits: u64, hashes: u64) -> Result<[Shape; 2]> {
    let shapes =
        [Shape::new(bits, hashes, Sampling::WithReplacement)?, Shape::new(bits, hashes, Sampling::WithoutReplacement)?];
    let hops_and_states = hashes.saturating_mul(bits.saturating_mul(bits));
    ensure!(hops_and_states <= 50_000_000, "{bits} bits, {hashes} hashes: needs hashes · bits² ≤ 5e7");
    Ok(shapes)
}

fn expected(bits: u64, hashes: u64) -> Result<Row> {
    let [independent, distinct] = shapes(bits, hashes)?;
    Ok(Row {
        bits,
        hashes,
        hops: None,
        exact: hops::expected(&Double, independent),
        classic: hops::classic_expected(&Double, independent),
        exact_distinct: hops::expected(&Double, distinct),
    })
}

const LEAST: f64 = 1e-3;

/// Hop by hop, as long as a path without a false alarm is not too rare.
fn path(bits: u64, hashes: u64) -> Result<Vec<Row>> {
    let [independent, distinct] = shapes(bits, hashes)?;
    let (exact, classic) = (hops::no_alarm(&Double, independent), hops::classic_no_alarm(&Double, independent));
    let together = izip!(1.., exact, classic, hops::no_alarm(&Double, distinct));
    let row =
        |(hop, exact, classic, exact_distinct)| Row { bits, hashes, hops: Some(hop), exact, classic, exact_distinct };
    Ok(together.map(row).take_while(|row| row.exact > LEAST).collect())
}
