//! Whether the penalty grows as blocks shrink and rates fall, and what it is with blocks of a cache line.

use bloomlab_workbench::Decision;

use super::Row;

/// Bits of a cache line.
const CACHE_LINE: u64 = 512;
/// The share of more bits that is to make up for the penalty.
const A_TENTH: f64 = 0.1;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    vec![by_block(rows), by_load(rows), with_cache_lines(rows)]
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
    Decision::new("B04").measured(falling).decide(falling == 1.0, String::new())
}

fn by_load(rows: &[Row]) -> Decision {
    let neighbours = rows.windows(2).filter(|pair| pair[0].block_bits == pair[1].block_bits);
    // read backwards: the ratio rises with m/n
    let rising = share_falling(neighbours.map(|pair| (pair[1].rate_ratio, pair[0].rate_ratio)));
    Decision::new("B05").measured(rising).decide(rising == 1.0, String::new())
}

fn with_cache_lines(rows: &[Row]) -> Decision {
    let cache_lines = || rows.iter().filter(|row| row.block_bits == CACHE_LINE);
    let most = cache_lines().map(|row| row.extra_bits_share).fold(f64::NEG_INFINITY, f64::max);
    let within = cache_lines().take_while(|row| row.extra_bits_share <= A_TENTH).last();
    let up_to = within.map_or(0, |row| row.bits_per_item);
    Decision::new("B06").measured(most).decide_if(
        most <= A_TENTH,
        within.is_some(),
        format!("up to {up_to} bits per item"),
        String::new(),
    )
}
