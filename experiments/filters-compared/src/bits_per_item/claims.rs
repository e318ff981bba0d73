//! Who needs how much, and where the order changes.

use bloomlab_workbench::{AnyError, Decision, Range};
use itertools::Itertools;

use super::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let targets: Vec<&[Row]> = rows.chunk_by(|a, b| a.target == b.target).collect();
    Ok(vec![
        bounds(rows)?,
        bloom(&targets)?,
        less(&targets, "F03", "cuckoo", "bloom")?,
        less(&targets, "F04", "quotient-rank-select", "bloom")?,
        less(&targets, "F05", "cuckoo", "split-block")?,
        blocks(&targets)?,
        fused(&targets)?,
        cells(&targets)?,
    ])
}

fn bits(rows: &[Row], filter: &str) -> Result<f64, AnyError> {
    let found = rows.iter().find(|row| row.filter == filter).map(|row| row.bits_per_item);
    found.ok_or_else(|| format!("no {filter}").into())
}

fn ratios<'a>(targets: &[&'a [Row]], filter: &str, other: &str) -> Result<Vec<(&'a Row, f64)>, AnyError> {
    targets.iter().map(|rows| Ok((&rows[0], bits(rows, filter)? / bits(rows, other)?))).collect()
}

fn largest(ratios: &[(&Row, f64)]) -> f64 {
    ratios.iter().map(|(_, ratio)| *ratio).fold(0.0, f64::max)
}

/// F01.
fn bounds(rows: &[Row]) -> Result<Decision, AnyError> {
    let filters = rows.iter().filter(|row| !row.filter.ends_with("bound"));
    let lowest = filters.min_by(|a, b| a.over_static_bound.total_cmp(&b.over_static_bound)).ok_or("no filter")?;
    let why = format!("{} does at a target of {:.1e}", lowest.filter, lowest.target);
    Ok(Decision::new("F01").measured(lowest.over_static_bound).decide(lowest.over_static_bound >= 1.0, why))
}

/// F02.
fn bloom(targets: &[&[Row]]) -> Result<Decision, AnyError> {
    let ratios = ratios(targets, "bloom", "static-bound")?;
    let least = ratios.iter().map(|(_, ratio)| *ratio).fold(f64::INFINITY, f64::min);
    let most = largest(&ratios);
    Ok(Decision::new("F02")
        .measured(least)
        .decide(least >= std::f64::consts::LOG2_E, "at some rate a Bloom filter takes less")
        .remark(format!("up to {most:.4} times, where log2(1/P) is far from a whole number of hash functions")))
}

/// `filter` needs fewer bits than `other`, whose bits are taken as multiples of the static bound.
fn less(targets: &[&[Row]], id: &'static str, filter: &str, other: &str) -> Result<Decision, AnyError> {
    let ratio = |rows: &&'_ [Row]| {
        let multiple = rows.iter().find(|row| row.filter == other).map(|row| row.over_static_bound);
        let multiple = multiple.ok_or_else(|| format!("no {other}"))?;
        Ok::<f64, AnyError>(bits(rows, filter)? / (multiple * -f64::log2(rows[0].target)))
    };
    let ratios: Vec<(&Row, f64)> =
        targets.iter().map(|rows| Ok((&rows[0], ratio(rows)?))).collect::<Result<_, AnyError>>()?;
    let range = Range::found("the target", ratios.iter().map(|(row, ratio)| (row.target, *ratio < 1.0)));
    let (lowest, ratio) = ratios.iter().min_by(|a, b| a.0.target.total_cmp(&b.0.target)).ok_or("no target")?;
    Ok(Decision::new(id)
        .measured(ratios.iter().filter(|(_, ratio)| *ratio < 1.0).count() as f64 / ratios.len() as f64)
        .decide_within(range, "at no range of targets")
        .remark(format!("{ratio:.3} times the bits at {:.0e}", lowest.target)))
}

/// F06.
fn blocks(targets: &[&[Row]]) -> Result<Decision, AnyError> {
    let ratios = ratios(targets, "blocked", "bloom")?;
    let range = Range::found("the target", ratios.iter().map(|(row, ratio)| (row.target, *ratio <= 1.1)));
    Ok(Decision::new("F06").measured(largest(&ratios)).decide_within(range, "at no range of targets"))
}

/// F07.
fn fused(targets: &[&[Row]]) -> Result<Decision, AnyError> {
    let growing = ["bloom", "blocked", "split-block", "partitioned", "cuckoo", "quotient-rank-select", "xor"];
    let mut beaten = Vec::new();
    for rows in targets {
        let fuse = bits(rows, "binary-fuse-4")?;
        let others: Result<Vec<f64>, AnyError> = growing.iter().map(|filter| bits(rows, filter)).collect();
        beaten.push((rows[0].target, others?.into_iter().all(|bits| fuse < bits)));
    }
    let share = beaten.iter().filter(|(_, is)| *is).count() as f64 / beaten.len() as f64;
    let exceptions = beaten.iter().filter(|(_, is)| !is).map(|(target, _)| format!("{target:.2e}")).join(", ");
    Ok(Decision::new("F07").measured(share).decide(share == 1.0, format!("not at targets of {exceptions}")))
}

/// F08.
fn cells(targets: &[&[Row]]) -> Result<Decision, AnyError> {
    let (counting, qbf) = (ratios(targets, "counting", "cuckoo")?, ratios(targets, "qbf", "cuckoo")?);
    let lower = counting.into_iter().zip(qbf).map(|((row, counting), (_, qbf))| (row.target, counting.min(qbf)));
    let lower: Vec<(f64, f64)> = lower.collect();
    let range = Range::found("the target", lower.iter().map(|(target, ratio)| (*target, *ratio > 1.0)));
    let least = lower.iter().map(|(_, ratio)| *ratio).fold(f64::INFINITY, f64::min);
    Ok(Decision::new("F08").measured(least).decide_within(range, "at no range of targets"))
}
