//! Why anyone blocks: the cache lines that a lookup touches, beside what blocks cost in rate.

mod draw;

use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::Filter;

/// Bits of a cache line.
const CACHE_LINE: u64 = 512;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// B, in cache lines.
    block_lines: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    /// B; m for the filter without blocks.
    block_bits: u64,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    /// The best k.
    hashes: u64,
    rate: f64,
    /// rate over that of the filter without blocks.
    rate_ratio: f64,
    /// The mean number of different cache lines in which the k bits of an item lie.
    lines_of_present: f64,
    /// Without blocks, the mean number of bits that a lookup of an absent item reads until it meets a clear one.
    bits_of_absent: Option<f64>,
}

pub(crate) struct CacheLines;

impl Figure for CacheLines {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = p.block_lines.iter().map(|lines| Filter::Plain(lines * CACHE_LINE)).chain([Filter::Unblocked]);
        let points = iproduct!(filters, p.bits_per_item.iter().copied());
        context.rows(points, |(filter, bits_per_item)| row(filter, bits_per_item, p.items))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }
}

fn row(filter: Filter, bits_per_item: u64, items: u64) -> Result<Row, AnyError> {
    let bits = bits_per_item * items;
    let (hashes, rate) = filter.best(bits, items)?;
    let (_, unblocked_rate) = Filter::Unblocked.best(bits, items)?;
    let block_bits = if let Filter::Plain(block_bits) = filter { block_bits } else { bits };
    if block_bits % CACHE_LINE != 0 {
        return Err(format!("blocks of {block_bits} bits: need whole cache lines of {CACHE_LINE} bits").into());
    }
    Ok(Row {
        filter: filter.name(),
        block_bits,
        bits_per_item,
        bits,
        items,
        hashes,
        rate,
        rate_ratio: rate / unblocked_rate,
        lines_of_present: lines_touched(block_bits / CACHE_LINE, hashes),
        bits_of_absent: (filter == Filter::Unblocked).then(|| bits_read(bits, items, hashes)),
    })
}

/// L (1 − (1 − 1/L)^k): the mean number of different cache lines among L in which k independent positions lie.
fn lines_touched(lines: u64, hashes: u64) -> f64 {
    lines as f64 * Double.some_hit(1, lines, hashes)
}

/// 1 + p + … + p^(k−1), where p is the mean share of set bits: the mean number of bits that a lookup of an absent item reads,
/// to a relative error of order k²/m.
fn bits_read(bits: u64, items: u64, hashes: u64) -> f64 {
    let set = Double.some_hit(1, bits, items * hashes);
    (0..hashes).fold(0.0, |sum, _| 1.0 + set * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_bits_by_hand() {
        assert_eq!(lines_touched(1, 7), 1.0);
        // two positions in two lines: one line or both, equally often
        assert!((lines_touched(2, 2) - 1.5).abs() < 1e-15);
        // half of four bits are set on average: (3/4)^2 are clear after two positions, p = 7/16
        assert!((bits_read(4, 1, 2) - (1.0 + 7.0 / 16.0)).abs() < 1e-15);
    }
}
