//! Whether the penalty grows as blocks shrink and rates fall, and what it is with blocks of a cache line.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::Row;

/// Bits of a cache line.
const CACHE_LINE: u64 = 512;
/// The share of more bits that is to make up for the penalty.
const A_TENTH: f64 = 0.1;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![by_block(rows), by_load(rows), with_cache_lines(rows)?])
}

/// The share of the steps, each two ratios of rates, at which the ratio falls.
fn share_falling(steps: impl Iterator<Item = (f64, f64)>) -> f64 {
    let falls: Vec<bool> = steps.map(|(before, after)| after < before).collect();
    falls.iter().filter(|&&falls| falls).count() as f64 / falls.len() as f64
}

fn by_block(rows: &[Row]) -> Decision {
    let to_larger_block = |row: &Row| {
        let larger = |other: &&Row| other.bits_per_item == row.bits_per_item && other.block_bits > row.block_bits;
        let next = rows.iter().filter(larger).min_by_key(|other| other.block_bits)?;
        Some((row.rate_ratio, next.rate_ratio))
    };
    let falling = share_falling(rows.iter().filter_map(to_larger_block));
    Decision::new("B04").measured(falling).decide(falling == 1.0, "at one of the steps it does not")
}

fn by_load(rows: &[Row]) -> Decision {
    let neighbours = rows.windows(2).filter(|pair| pair[0].block_bits == pair[1].block_bits);
    // read backwards: the ratio rises with m/n
    let rising = share_falling(neighbours.map(|pair| (pair[1].rate_ratio, pair[0].rate_ratio)));
    Decision::new("B05").measured(rising).decide(rising == 1.0, "at one of the steps it does not")
}

fn with_cache_lines(rows: &[Row]) -> Result<Decision, AnyError> {
    let cache_lines = || rows.iter().filter(|row| row.block_bits == CACHE_LINE);
    let most = cache_lines().map(|row| row.extra_bits_share).fold(f64::NEG_INFINITY, f64::max);
    let points = cache_lines().map(|row| (row.bits_per_item as f64, row.extra_bits_share <= A_TENTH));
    Ok(Decision::new("B06")
        .measured(most)
        .threshold(format!("a tenth: {A_TENTH} of the bits"))
        .tested_on(cache_lines())?
        .decide_within(Range::found("bits per item", points), "a tenth is never enough"))
}
