//! Filters of bits that only grow: ordinary, partitioned, blocked, split.

use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad},
    exact,
    partitioned::{self, PartitionedLoad},
    sizing,
};
use bloomlab_numbers::{Double, MAX_SIZE, search::try_least};

use super::kinds::{CACHE_LINE, FilterKind, SizedFilter, counts, lines_touched, usual_bits, usual_hashes};
use super::search;
use crate::error::Error;

/// k and W of the split blocks of Parquet and Impala.
const SPLIT: (u64, u64) = (8, 32);

pub(super) fn sized(items: u64, target: f64) -> Result<Vec<SizedFilter>, Error> {
    let kinds =
        [Some(bloom(items, target)?), partitioned(items, target)?, blocked(items, target)?, split(items, target)?];
    Ok(kinds.into_iter().flatten().collect())
}

fn bloom(items: u64, target: f64) -> Result<SizedFilter, Error> {
    let rate = |load| Ok::<_, Error>(exact::rate(&Double, load)?);
    let found = sizing::smallest(items, libm::log(target), |load| Ok::<_, Error>(rate(load)? <= target))?;
    let of_hashes = |hashes| rate(Load::new(found.bits(), items, hashes)?);
    let (hashes, rate) = found.lowest(of_hashes, |left, right| Ok(left < right))?;
    let (bits, parameters) = (found.bits() as f64, counts([("bits", found.bits()), ("hashes", hashes)]));
    Ok(SizedFilter::new(FilterKind::Bloom, bits / items as f64, rate, lines_touched(bits, hashes), parameters))
}

fn partitioned(items: u64, target: f64) -> Result<Option<SizedFilter>, Error> {
    let rate = |bits: u64, hashes: u64| match bits < hashes {
        true => Ok(f64::INFINITY),
        false => Ok::<_, Error>(partitioned::rate(&Double, &PartitionedLoad::even(bits, items, hashes)?)),
    };
    let usual = |hashes| usual_bits(items, target, hashes).max(hashes);
    let found = search::smallest(target, (usual_hashes(target), 128), MAX_SIZE, usual, rate)?;
    let Some((bits, hashes, rate)) = found else { return Ok(None) };
    let (size, parameters) = (bits as f64, counts([("bits", bits), ("hashes", hashes)]));
    let lines = lines_touched(size, hashes);
    Ok(Some(SizedFilter::new(FilterKind::Partitioned, size / items as f64, rate, lines, parameters)))
}

fn blocked(items: u64, target: f64) -> Result<Option<SizedFilter>, Error> {
    let rate = |blocks: u64, hashes| {
        let load = BlockedLoad::plain(blocks * CACHE_LINE, CACHE_LINE, items, hashes)?;
        Ok::<_, Error>(blocked::rate(&Double, load)?)
    };
    let usual = |hashes| usual_bits(items, target, hashes) / CACHE_LINE + 1;
    let found = search::smallest(target, (usual_hashes(target).min(14), 64), MAX_SIZE / CACHE_LINE, usual, rate)?;
    let Some((blocks, hashes, rate)) = found else { return Ok(None) };
    let parameters = counts([("blocks", blocks), ("block_bits", CACHE_LINE), ("hashes", hashes)]);
    let bits_per_item = (blocks * CACHE_LINE) as f64 / items as f64;
    Ok(Some(SizedFilter::new(FilterKind::Blocked, bits_per_item, rate, 1.0, parameters)))
}

fn split(items: u64, target: f64) -> Result<Option<SizedFilter>, Error> {
    let (hashes, word_bits) = SPLIT;
    let block_bits = hashes * word_bits;
    let rate = |blocks: u64| {
        let load = BlockedLoad::split(blocks * block_bits, word_bits, items, hashes)?;
        Ok::<_, Error>(blocked::rate(&Double, load)?)
    };
    let guess = usual_bits(items, target, hashes) / block_bits + 1;
    let meets = |blocks| Ok::<_, Error>(rate(blocks)? <= target);
    let Some(blocks) = try_least(guess, 1..=MAX_SIZE / block_bits, meets)? else { return Ok(None) };
    let parameters = counts([("blocks", blocks), ("word_bits", word_bits), ("hashes", hashes)]);
    let bits_per_item = (blocks * block_bits) as f64 / items as f64;
    Ok(Some(SizedFilter::new(FilterKind::SplitBlock, bits_per_item, rate(blocks)?, 1.0, parameters)))
}
