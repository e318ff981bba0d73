//! What fingerprints save beside a counting filter in the same memory.

use bloomlab_workbench::figure::*;
use itertools::Itertools;

use super::Row;
use crate::comparison::{in_64ths, sixty_fourths};

/// A factor between rates that is called significant.
const SIGNIFICANT: f64 = 2.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let loads: Vec<&[Row]> = rows.chunk_by(|a, b| a.items == b.items).collect();
    Ok(vec![title(rows)?, fingerprints(&loads)?, counters(&loads)?])
}

/// At how many loads the filter is on the front with some k.
pub(super) fn on_front(rows: &[Row], filter: &str) -> Result<Share<u64>> {
    let loads = rows.iter().map(|row| row.items).unique();
    let is_there = |row: &Row, items: u64| row.items == items && row.filter == filter && row.on_front;
    share(loads, |items| rows.iter().any(|row| is_there(row, *items)))
}

/// D-FP is on the front at more than half of the loads, the TBF with two bits a cell at none.
fn title(rows: &[Row]) -> Result<Decision> {
    let [ours, tbf] = ["D-FP", "TBF"].map(|filter| on_front(rows, filter));
    let (ours, tbf) = (ours?, tbf?);
    let title = Decision::title().measured_as("share of the loads at which D-FP is on the front", ours.value());
    Ok(title.decide(2 * ours.having > ours.of && tbf.having == 0, format!("the TBF is at {} loads", tbf.having)))
}

/// The filter whose name begins so at its best k.
fn best<'a>(load: &'a [Row], filter: &str) -> Result<&'a Row> {
    let of_filter = || load.iter().filter(|row| row.filter.starts_with(filter));
    let best = of_filter().min_by(|a, b| a.rate.total_cmp(&b.rate)).ok_or_else(|| format!("no {filter}"))?;
    let most = of_filter().map(|row| row.hashes).max().unwrap_or(0);
    if best.hashes == most {
        let load = in_64ths(sixty_fourths(best.items, best.bits));
        return Err(format!(
            "{filter} at {load}: its best k is {most}, the largest tried, so that the best may be larger"
        )
        .into());
    }
    Ok(best)
}

/// D27.
fn fingerprints(loads: &[&[Row]]) -> Result<Decision> {
    let mut gains = Vec::new();
    for load in loads {
        let (counting, fingerprints) = (best(load, "counting")?, best(load, "FP-CBF")?);
        gains.push((counting, counting.rate / fingerprints.rate));
    }
    let words = gains.iter().map(|(row, gain)| {
        format!("{gain:.2} at {} (k = {} for counting)", in_64ths(sixty_fourths(row.items, row.bits)), row.hashes)
    });
    let range = Range::found("n/m", gains.iter().map(|(row, gain)| (row.items_per_bit, *gain >= SIGNIFICANT)));
    Ok(Decision::new("D27")
        .measured(gains.iter().map(|(_, gain)| *gain).fold(f64::INFINITY, f64::min))
        .threshold(format!("much lower: by a factor of {SIGNIFICANT} or more; little more memory: none more"))
        .decide_within(range, "it is not at any range of loads")
        .remark(format!("in the same memory the factors are {}", words.format(", "))))
}

/// D29.
fn counters(loads: &[&[Row]]) -> Result<Decision> {
    let mut ratios = Vec::new();
    for load in loads {
        let counting = best(load, "counting")?;
        let bloom = |k: u64| libm::pow(-libm::expm1(-(k as f64) * counting.items_per_bit), k as f64);
        let most = (1.0 / counting.items_per_bit) as u64;
        ratios.push(counting.rate / (1..=most).map(bloom).fold(1.0, f64::min));
    }
    let (least, most) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(*x), most.max(*x)));
    Ok(Decision::new("D29")
        .measured(least)
        .decide(least > 1.0, "at some load it has no higher rate in the same memory")
        .remark(format!("up to {most:.1e} times; a Bloom filter's rate is (1 − e^(−kn/m))^k at its best k")))
}
