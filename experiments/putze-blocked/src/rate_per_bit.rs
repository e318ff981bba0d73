//! What blocks cost, and what they save: the rate against bits per item, the bits for the rate without blocks, and the cache lines
//! that a lookup touches.

mod lines;
mod view;

use crate::prelude::*;
use bloomlab_occupancy::search::try_first;
pub(crate) use view::{claims, draw, facts};

/// The search gives up on a blocked filter that needs more than this many times the bits.
const MOST_TIMES: u64 = 64;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// B.
    block_bits: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// B and m/n of the filters that are also simulated, beside those without blocks.
    simulated_block_bits: Vec<u64>,
    simulated: Vec<u64>,
    /// Independent filters at each of these.
    epochs: u64,
    /// n, B and m/n where the bits for the rate without blocks are determined.
    many_items: u64,
    grown_block_bits: Vec<u64>,
    grown_bits_per_item: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: Filter,
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
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    /// The mean number of different cache lines in which the k bits of an item lie.
    lines_of_present: f64,
    /// Without blocks, the mean number of bits that a lookup of an absent item reads until it meets a clear one.
    bits_of_absent: Option<f64>,
    /// The fewest bits per item, in whole blocks, with a rate not above that without blocks.
    equal_bits_per_item: Option<f64>,
    /// Their best k.
    equal_hashes: Option<u64>,
    /// (equal_bits_per_item − bits_per_item) / bits_per_item.
    extra_bits_share: Option<f64>,
}

/// A filter of the grid.
#[derive(Clone, Copy)]
struct Loaded {
    filter: Filter,
    bits_per_item: u64,
    items: u64,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let grid = |block_bits: &[u64], bits_per_item: &[u64], items| -> Vec<Loaded> {
        let filters = block_bits.iter().map(|&block_bits| Filter::Plain(block_bits)).chain([Filter::Unblocked]);
        let points = iproduct!(filters, bits_per_item.iter().copied());
        points.map(|(filter, bits_per_item)| Loaded { filter, bits_per_item, items }).collect()
    };
    let first = grid(&p.block_bits, &p.bits_per_item, p.items);
    let points = [first, grid(&p.grown_block_bits, &p.grown_bits_per_item, p.many_items)].concat();
    let best = context.rows(&points, |point| point.filter.best(point.bits(), point.items))?;
    let simulated = zip(&points, &best).map(|(point, &(hashes, _))| {
        p.is_simulated(point).then(|| point.filter.point(point.bits(), point.items, hashes))
    });
    let simulated = simulate(&simulated.collect::<Vec<_>>(), p.epochs, context)?;
    context.rows(izip!(points, best, simulated), |(point, best, simulated)| row(p, point, best, simulated))
}

impl Parameters {
    fn is_simulated(&self, point: &Loaded) -> bool {
        let is_wanted = match point.filter {
            Filter::Plain(block_bits) => self.simulated_block_bits.contains(&block_bits),
            _ => true,
        };
        is_wanted && point.items == self.items && self.simulated.contains(&point.bits_per_item)
    }
}

impl Loaded {
    /// m.
    fn bits(self) -> u64 {
        self.bits_per_item * self.items
    }
}

fn row(p: &Parameters, point: Loaded, (hashes, rate): (u64, f64), simulated: Option<Interval>) -> Result<Row> {
    let Loaded { filter, bits_per_item, items } = point;
    let bits = point.bits();
    let (_, unblocked_rate) = Filter::Unblocked.best(bits, items)?;
    let (block_bits, is_blocked) = match filter {
        Filter::Plain(block_bits) => (block_bits, true),
        _ => (bits, false),
    };
    let grown = is_blocked && items == p.many_items;
    let equal = grown.then(|| fewest_bits(filter, block_bits, point, unblocked_rate)).transpose()?;
    let equal_bits_per_item = equal.map(|bits| bits as f64 / items as f64);
    Ok(Row {
        filter,
        block_bits,
        bits_per_item,
        bits,
        items,
        hashes,
        rate,
        rate_ratio: rate / unblocked_rate,
        simulated,
        lines_of_present: lines::touched(block_bits, hashes)?,
        bits_of_absent: (!is_blocked).then(|| lines::bits_read(bits, items, hashes)),
        equal_bits_per_item,
        equal_hashes: equal.map(|bits| Ok::<_, AnyError>(filter.best(bits, items)?.0)).transpose()?,
        extra_bits_share: equal_bits_per_item.map(|equal| equal / bits_per_item as f64 - 1.0),
    })
}

/// The fewest bits, in whole blocks, with which a filter's rate is not above another.
fn fewest_bits(filter: Filter, block_bits: u64, point: Loaded, rate: f64) -> Result<u64> {
    let blocks =
        fewest_blocks(
            point.bits() / block_bits,
            |blocks| Ok(filter.best(blocks * block_bits, point.items)?.1 <= rate),
        )?;
    Ok(blocks * block_bits)
}

/// The smallest number of blocks, `first` or more, that is `enough`; every larger number must be enough too.
fn fewest_blocks(first: u64, enough: impl Fn(u64) -> Result<bool>) -> Result<u64> {
    let (mut few, mut many) = (first.saturating_sub(1), first.max(1));
    while !enough(many)? {
        (few, many) = (many, 2 * many);
        ensure!(many / MOST_TIMES <= first, "{MOST_TIMES} times {first} blocks are not enough");
    }
    try_first(few, many, enough)
}
