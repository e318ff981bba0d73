//! Filters of bits that only grow: ordinary, partitioned, blocked, split.

use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad},
    exact,
    partitioned::{self, PartitionedLoad},
    sizing,
};
use bloomlab_numbers::{Double, MAX_SIZE, Refused};

use crate::filter::{CACHE_LINE, FilterKind, SizedFilter, count, lines_touched, usual_bits, usual_hashes};
use crate::search;

/// k and W of the split blocks of Parquet and Impala.
const SPLIT: (u64, u64) = (8, 32);

pub(crate) fn sized(items: u64, target: f64) -> Result<Vec<SizedFilter>, Refused> {
    let kinds =
        [Some(bloom(items, target)?), partitioned(items, target)?, blocked(items, target)?, split(items, target)?];
    Ok(kinds.into_iter().flatten().collect())
}

fn bloom(items: u64, target: f64) -> Result<SizedFilter, Refused> {
    let rate = |load| exact::rate(&Double, load);
    let found = sizing::smallest(items, libm::log(target), |load| Ok::<_, Refused>(rate(load)? <= target))?;
    let of_hashes = |hashes| rate(Load::new(found.bits(), items, hashes)?);
    let (hashes, rate) = found.lowest(of_hashes, |left, right| Ok(left < right))?;
    let parameters = vec![("bits", count(found.bits())), ("hashes", count(hashes))];
    let bits = found.bits() as f64;
    Ok(SizedFilter::new(FilterKind::Bloom, bits / items as f64, rate, lines_touched(bits, hashes), parameters))
}

fn partitioned(items: u64, target: f64) -> Result<Option<SizedFilter>, Refused> {
    let rate = |bits: u64, hashes: u64| {
        Ok::<_, Refused>(partitioned::rate(&Double, &PartitionedLoad::even(bits.max(hashes), items, hashes)?))
    };
    let meets = |bits, hashes| Ok::<_, Refused>(bits >= hashes && rate(bits, hashes)? <= target);
    let guess = |hashes| usual_bits(items, target, hashes).max(hashes);
    let Some((bits, hashes)) = search::smallest(usual_hashes(target), 128, MAX_SIZE, guess, meets)? else {
        return Ok(None);
    };
    let parameters = vec![("bits", count(bits)), ("hashes", count(hashes))];
    let size = bits as f64;
    let lines = lines_touched(size, hashes);
    Ok(Some(SizedFilter::new(FilterKind::Partitioned, size / items as f64, rate(bits, hashes)?, lines, parameters)))
}

fn blocked(items: u64, target: f64) -> Result<Option<SizedFilter>, Refused> {
    let rate = |blocks: u64, hashes| {
        let load = BlockedLoad::plain(blocks * CACHE_LINE, CACHE_LINE, items, hashes)?;
        blocked::rate(&Double, load)
    };
    let meets = |blocks, hashes| Ok::<_, Refused>(rate(blocks, hashes)? <= target);
    let guess = |hashes| usual_bits(items, target, hashes) / CACHE_LINE + 1;
    let found = search::smallest(usual_hashes(target).min(14), 64, MAX_SIZE / CACHE_LINE, guess, meets)?;
    let Some((blocks, hashes)) = found else { return Ok(None) };
    let parameters = vec![("blocks", count(blocks)), ("block_bits", count(CACHE_LINE)), ("hashes", count(hashes))];
    let bits = (blocks * CACHE_LINE) as f64;
    Ok(Some(SizedFilter::new(FilterKind::Blocked, bits / items as f64, rate(blocks, hashes)?, 1.0, parameters)))
}

fn split(items: u64, target: f64) -> Result<Option<SizedFilter>, Refused> {
    let (hashes, word_bits) = SPLIT;
    let block_bits = hashes * word_bits;
    let rate = |blocks: u64| {
        let load = BlockedLoad::split(blocks * block_bits, word_bits, items, hashes)?;
        blocked::rate(&Double, load)
    };
    let guess = usual_bits(items, target, hashes) / block_bits + 1;
    let meets = |blocks| Ok::<_, Refused>(rate(blocks)? <= target);
    let Some(blocks) = search::least(guess, MAX_SIZE / block_bits, meets)? else { return Ok(None) };
    let parameters = vec![("blocks", count(blocks)), ("word_bits", count(word_bits)), ("hashes", count(hashes))];
    let bits = (blocks * block_bits) as f64;
    Ok(Some(SizedFilter::new(FilterKind::SplitBlock, bits / items as f64, rate(blocks)?, 1.0, parameters)))
}
