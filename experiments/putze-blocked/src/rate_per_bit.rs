//! The cost of blocks and their gain: the rate against bits per item, the bits for the rate without blocks, and the cache lines
//! that a lookup touches.

use bloomlab_numbers::{Arithmetic, Double, search::try_least};
use bloomlab_tables::{Interval, Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::Filter;

const CACHE_LINE: u64 = 512;

/// The search gives up on a blocked filter that needs more than this many times the bits.
const MOST_TIMES: u64 = 64;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    items: u64,
    block_bits: Vec<u64>,
    bits_per_item: Vec<u64>,
    /// B and m/n of the filters that are also simulated, next to those without blocks.
    simulated_block_bits: Vec<u64>,
    simulated: Vec<u64>,
    epochs: u64,
    /// n, B and m/n where the bits for the rate without blocks are determined.
    many_items: u64,
    grown_block_bits: Vec<u64>,
    grown_bits_per_item: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    filter: Filter,
    /// B; m for the filter without blocks.
    block_bits: u64,
    bits_per_item: u64,
    items: u64,
    hashes: u64,
    rate: f64,
    rate_ratio: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    /// The mean number of different cache lines in which the k bits of an item lie.
    lines_of_present: f64,
    /// More bits, in whole blocks, for a rate not above that without blocks: the fewest, as a share.
    extra_bits_share: Option<f64>,
}

#[derive(Clone, Copy)]
struct Loaded {
    filter: Filter,
    bits_per_item: u64,
    items: u64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let grid = |block_bits: &[u64], bits_per_item: &[u64], items| -> Vec<Loaded> {
        let filters = block_bits.iter().map(|&block_bits| Filter::Plain(block_bits)).chain([Filter::Unblocked]);
        let points = iproduct!(filters, bits_per_item.iter().copied());
        points.map(|(filter, bits_per_item)| Loaded { filter, bits_per_item, items }).collect()
    };
    let first = grid(&p.block_bits, &p.bits_per_item, p.items);
    let many = grid(&p.grown_block_bits, &p.grown_bits_per_item, p.many_items);
    run.rows([first, many].concat(), |point| row(p, point, run))
}

impl Parameters {
    fn is_simulated(&self, point: Loaded) -> bool {
        let is_wanted = match point.filter {
            Filter::Plain(block_bits) => self.simulated_block_bits.contains(&block_bits),
            _ => true,
        };
        is_wanted && point.items == self.items && self.simulated.contains(&point.bits_per_item)
    }
}

impl Loaded {
    fn bits(self) -> u64 {
        self.bits_per_item * self.items
    }
}

fn row(p: &Parameters, point: Loaded, run: &Run) -> Result<Row> {
    let Loaded { filter, bits_per_item, items } = point;
    let bits = point.bits();
    let (hashes, rate) = filter.best(bits, items)?;
    let is_simulated = p.is_simulated(point);
    let simulated = is_simulated.then(|| filter.simulated(bits, items, hashes, p.epochs, run)).transpose()?;
    let (_, unblocked_rate) = Filter::Unblocked.best(bits, items)?;
    let (block_bits, is_blocked) = match filter {
        Filter::Plain(block_bits) => (block_bits, true),
        _ => (bits, false),
    };
    let grown = is_blocked && items == p.many_items;
    let equal = grown.then(|| fewest_bits(filter, block_bits, point, unblocked_rate)).transpose()?;
    Ok(Row {
        filter,
        block_bits,
        bits_per_item,
        items,
        hashes,
        rate,
        rate_ratio: rate / unblocked_rate,
        simulated,
        lines_of_present: lines(block_bits, hashes)?,
        extra_bits_share: equal.map(|bits| bits as f64 / items as f64 / bits_per_item as f64 - 1.0),
    })
}

/// The mean number of different cache lines in which k independent positions in a block lie; a block begins at the border of a line,
/// or lies within one.
fn lines(block_bits: u64, hashes: u64) -> Result<f64> {
    let is_whole = block_bits.is_multiple_of(CACHE_LINE) || CACHE_LINE.is_multiple_of(block_bits);
    ensure!(is_whole, "blocks of {block_bits} bits: need whole cache lines of {CACHE_LINE} bits, or parts");
    // L (1 − (1 − 1/L)^k)
    let lines = block_bits.div_ceil(CACHE_LINE);
    Ok(lines as f64 * Double.some_hit(1, lines, hashes))
}

/// The fewest bits, in whole blocks, with which a filter's rate is not above another.
fn fewest_bits(filter: Filter, block_bits: u64, point: Loaded, rate: f64) -> Result<u64> {
    let is_enough = |blocks| Ok(filter.best(blocks * block_bits, point.items)?.1 <= rate);
    Ok(fewest_blocks(point.bits() / block_bits, is_enough)? * block_bits)
}

/// The smallest number of blocks, `first` or more, that is `enough`; every larger number must be enough too.
fn fewest_blocks(first: u64, enough: impl Fn(u64) -> Result<bool>) -> Result<u64> {
    let first = first.max(1);
    let found = try_least(first, first..=MOST_TIMES * first, enough)?;
    Ok(found.ok_or_else(|| format!("{MOST_TIMES} times {first} blocks are not enough"))?)
}
