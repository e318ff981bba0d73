//! Filters that remember the last W messages at a mean rate.

use bloomlab_formulas::{Load, coverage, exact};
use bloomlab_numbers::{Double, MAX_SIZE, Refused, Sampling, Shape, Target, Value, search::try_least, within};
use bloomlab_recycling::MAX_HASHES;
use bloomlab_recycling::age_partitioned::{self, AgePartitioned, Aging};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::rolling::{self, Rolling};
use bloomlab_recycling::time_aware::{self, TimeAware};

use super::kinds::{SizedWindow, WindowFilter, counts, usual_bits, usual_hashes};
use super::{search, without_guarantee};
use crate::error::Error;

/// The filters that a ring or an age-partitioned filter is tried with: full ones, or slices beyond the young.
const PARTS: [u64; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 26, 34, 46, 64];

/// The largest window.
const MAX_WINDOW: u64 = 1 << 20;

/// Every filter that remembers the last `window` messages (W) at a mean rate of at most `target`, the smallest of its kind,
/// by bits per message. A ring has up to 64 full filters, an age-partitioned one up to 64 slices beyond the young.
///
/// One phase and stable filters guarantee no window; they get the memory of two phases, and are compared by what they forget. The rolling
/// filter has the size that Bitcoin Core gives it, so that its rate at the end of a generation is near the target, and the mean below.
/// Domain: 2 ≤ W ≤ 2^20 and 2^−60 ≤ target < 1.
pub fn for_window(window: u64, target: f64) -> Result<Vec<SizedWindow>, Error> {
    within("window", window, 2..=MAX_WINDOW)?;
    let target = Target::new(target)?;
    if target.rate() < libm::exp2(-60.0) {
        return Err(Refused::new("target", target.rate(), "2^-60 ≤ target < 1").into());
    }
    let mut all = Vec::new();
    let ring = |filter, full, below| sized_ring(filter, window, full, below, target.rate());
    all.extend(best_of_parts(window, |full, below| ring(WindowFilter::Ring, full, below))?);
    all.extend(ring(WindowFilter::TwoBuffers, 1, MAX_SIZE)?.map(|(_, row)| row));
    all.extend(double_buffering(window, target.rate())?);
    all.extend(rolling(window, target)?);
    all.extend(age_partitioned(window, target.rate())?);
    all.extend(timers(window, target.rate())?);
    all.extend(flags(window, target.rate())?);
    all.extend(without_guarantee::sized(window, target)?);
    all.sort_by(|a, b| a.bits_per_message.total_cmp(&b.bits_per_message));
    Ok(all)
}

/// A filter that misses none of the last `guaranteed` messages.
pub(super) fn certain(
    filter: WindowFilter,
    guaranteed: u64,
    bits_per_message: f64,
    (rate, worst_rate): (f64, Option<f64>),
    parameters: Vec<(&'static str, Value)>,
) -> SizedWindow {
    SizedWindow { filter, bits_per_message, rate, worst_rate, window: guaranteed, false_negative_rate: 0.0, parameters }
}

fn shape(bits: u64, hashes: u64) -> Result<Shape, Refused> {
    Shape::new(bits, hashes, Sampling::WithReplacement)
}

/// The best over the parts: `size(parts, below)` is the least memory below a limit, with what belongs to it.
fn best_of_parts<T>(
    window: u64,
    size: impl Fn(u64, u64) -> Result<Option<(u64, T)>, Error>,
) -> Result<Option<T>, Error> {
    let mut best: Option<(u64, T)> = None;
    for parts in PARTS.into_iter().filter(|parts| *parts <= window) {
        let below = best.as_ref().map_or(MAX_SIZE, |(memory, _)| *memory);
        best = size(parts, below)?.filter(|(memory, _)| *memory < below).or(best);
    }
    Ok(best.map(|(_, found)| found))
}

/// The smallest ring of `full` full filters with less memory than `below`, after its memory.
fn sized_ring(
    filter: WindowFilter,
    window: u64,
    full: u64,
    below: u64,
    target: f64,
) -> Result<Option<(u64, SizedWindow)>, Error> {
    let generation = window.div_ceil(full);
    let at = |bits, hashes| Ring::new(shape(bits, hashes)?, full, generation);
    let rate = |bits, hashes| Ok::<_, Error>(ring::mean_rate(&Double, at(bits, hashes)?)?);
    let usual = |hashes| usual_bits(generation, target / full as f64, hashes);
    let hashes = (usual_hashes(target / full as f64), MAX_HASHES);
    let found = search::smallest(target, hashes, (below - 1) / (full + 1), usual, rate)?;
    let Some((bits, hashes, rate)) = found else { return Ok(None) };
    let ring = at(bits, hashes)?;
    let parameters =
        counts([("full_filters", full), ("bits_of_each", bits), ("hashes", hashes), ("generation", generation)]);
    let bits_per_message = ring.memory() as f64 / window as f64;
    let rates = (rate, Some(ring::rate(&Double, ring, generation - 1)?));
    Ok(Some((ring.memory(), certain(filter, ring.window(), bits_per_message, rates, parameters))))
}

/// The filter that is asked holds W to 2W − 1 messages.
fn double_buffering(window: u64, target: f64) -> Result<Option<SizedWindow>, Error> {
    let holding = |bits, hashes, items| Load::holding(shape(bits, hashes)?, items);
    let mean = |bits, hashes| Ok::<_, Error>(coverage::mean_rate(&Double, holding(bits, hashes, window)?, window)?);
    let usual = |hashes| usual_bits(window * 3 / 2, target, hashes);
    let found = search::smallest(target, (usual_hashes(target), MAX_HASHES), MAX_SIZE / 64, usual, mean)?;
    let Some((bits, hashes, mean)) = found else { return Ok(None) };
    let parameters = counts([("bits_of_each", bits), ("hashes", hashes), ("generation", window)]);
    let rates = (mean, Some(exact::rate(&Double, holding(bits, hashes, 2 * window - 1)?)?));
    let bits_per_message = (2 * bits) as f64 / window as f64;
    Ok(Some(certain(WindowFilter::DoubleBuffering, window, bits_per_message, rates, parameters)))
}

fn rolling(window: u64, target: Target) -> Result<Option<SizedWindow>, Error> {
    let filter = Rolling::as_built(window, target)?;
    let rate = rolling::mean_rate(&Double, filter)?;
    let at = |into| rolling::rate(&Double, filter, into);
    let (positions, generation) = (filter.positions(), filter.generation());
    let mut parameters =
        counts([("positions", positions.bits()), ("hashes", positions.hashes()), ("generation", generation)]);
    let worst = at(generation)?;
    parameters.extend([("best_rate", at(1)?.into()), ("worst_rate", worst.into())]);
    let bits_per_message = filter.memory() as f64 / window as f64;
    let row = certain(WindowFilter::Rolling, filter.window(), bits_per_message, (rate, Some(worst)), parameters);
    Ok((rate <= target.rate()).then_some(row))
}

/// The most memory that is tried, in bits.
const LARGEST: u64 = 1 << 48;

/// The items of a long generation at which the mean rate is taken while filters are only compared.
const SAMPLES: u64 = 16;

fn age_partitioned(window: u64, target: f64) -> Result<Option<SizedWindow>, Error> {
    let at = |young, old, bits| AgePartitioned::new(young, old, bits, window.div_ceil(old));
    let sampled = |filter: AgePartitioned| {
        let generation = filter.generation();
        if generation <= SAMPLES {
            return Ok(age_partitioned::mean_rate(&Double, filter, Aging::AtTheNext)?);
        }
        // the middles of equal stretches
        let into = |sample: u64| 1 + (2 * sample + 1) * generation / (2 * SAMPLES);
        let rates: Result<Vec<f64>, Refused> =
            (0..SAMPLES).map(|sample| age_partitioned::rate(&Double, filter, into(sample))).collect();
        Ok::<_, Error>(rates?.iter().sum::<f64>() / SAMPLES as f64)
    };
    let found = best_of_parts(window, |old, below| {
        // by all memory, of which every slice gets an equal share
        let slice = |memory: u64, young: u64| memory / (young + old);
        let rate = |memory, young| match slice(memory, young) {
            0 => Ok(f64::INFINITY),
            bits => sampled(at(young, old, bits)?),
        };
        let usual = |young: u64| young * window.div_ceil(old) * 3 / 2 * (young + old);
        let young = (usual_hashes(target) + 2, 256);
        let least = search::smallest(target, young, (below - 1).min(LARGEST), usual, rate)?;
        let whole = |(memory, young, _): (u64, u64, f64)| (slice(memory, young) * (young + old), (young, old));
        Ok(least.map(whole).map(|(memory, slices)| (memory, (slices, memory))))
    })?;
    let Some(((young, old), memory)) = found else { return Ok(None) };
    let mean = |bits| Ok::<_, Error>(age_partitioned::mean_rate(&Double, at(young, old, bits)?, Aging::AtTheNext)?);
    let near = memory / (young + old);
    let Some(bits) = try_least(near, 1..=LARGEST, |bits| Ok::<_, Error>(mean(bits)? <= target))? else {
        return Ok(None);
    };
    let filter = at(young, old, bits)?;
    let parameters = counts([
        ("young_slices", young),
        ("old_slices", old),
        ("slice_bits", bits),
        ("generation", filter.generation()),
    ]);
    let bits_per_message = filter.memory() as f64 / window as f64;
    let rates = (mean(bits)?, Some(age_partitioned::rate(&Double, filter, filter.generation())?));
    Ok(Some(certain(WindowFilter::AgePartitioned, filter.window(), bits_per_message, rates, parameters)))
}

fn timers(window: u64, target: f64) -> Result<Option<SizedWindow>, Error> {
    let rate = |cells, hashes| Ok(exact::rate(&Double, Load::new(cells, window, hashes)?)?);
    let cell_bits = |cells, hashes| Ok(TimeAware::new(shape(cells, hashes)?, window)?.timer_bits());
    of_cells(WindowFilter::TimeAwareTimers, window, window, target, rate, cell_bits)
}

fn flags(window: u64, target: f64) -> Result<Option<SizedWindow>, Error> {
    let rate = |cells, hashes| Ok(time_aware::flag_rate(&Double, TimeAware::new(shape(cells, hashes)?, window)?)?);
    of_cells(WindowFilter::TimeAwareFlags, window, window * 3 / 2, target, rate, |_, _| Ok(2))
}

/// The fewest cells that keep the rate, which is about that of `stored` items.
fn of_cells(
    filter: WindowFilter,
    window: u64,
    stored: u64,
    target: f64,
    rate: impl Fn(u64, u64) -> Result<f64, Error>,
    cell_bits: impl Fn(u64, u64) -> Result<u64, Error>,
) -> Result<Option<SizedWindow>, Error> {
    let usual = |hashes| usual_bits(stored, target, hashes);
    let found = search::smallest(target, (usual_hashes(target), MAX_HASHES), MAX_SIZE / 64, usual, rate)?;
    let Some((cells, hashes, rate)) = found else { return Ok(None) };
    let bits = cell_bits(cells, hashes)?;
    let parameters = counts([("cells", cells), ("cell_bits", bits), ("hashes", hashes)]);
    Ok(Some(certain(filter, window, (cells * bits) as f64 / window as f64, (rate, None), parameters)))
}
