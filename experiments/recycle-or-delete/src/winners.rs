//! The best filter for each memory and each time between two rebuilds.

use bloomlab_deletable::stream::Stream;
use bloomlab_numbers::{Bound, DeletableKind, Double, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::age_partitioned::{self, AgePartitioned, Aging};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::time_aware::{TimeAware, flag_rate};
use bloomlab_recycling::{Cycle, Variant, variant_average};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    window: u64,
    bits_per_message: Vec<u64>,
    /// Windows between two rebuilds, ascending.
    rebuilt_every: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits_per_message: u64,
    /// Windows between two rebuilds from the live messages; none for filters that need none.
    rebuilt_every: Option<u64>,
    filter: String,
    hashes: u64,
    choice: String,
    /// The mean from one rebuild to the next.
    rate: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = run.flat_rows(p.bits_per_message.iter().copied(), |bits| {
        let filters = stationary(bits * p.window, p.window)?;
        Ok(filters.into_iter().map(move |rival| row(bits, None, rival)))
    })?;
    rows.extend(run.flat_rows(iproduct!(p.bits_per_message.iter().copied(), DELETABLE), |(bits, kind)| {
        let last = p.rebuilt_every.iter().max().ok_or("no rebuilds")?;
        let rates = |k| Ok((k, over_time(kind, bits * p.window, p.window, k, last + 1)?));
        let rates = (1..=MOST_HASHES).map(rates).collect::<Result<Vec<_>>>()?;
        let best = |&every: &u64| {
            let rivals = rates.iter().map(|(hashes, rates)| {
                // from a rebuild, which inserts the W live messages into an empty filter, to the next
                let between = &rates[p.window as usize..(p.window * (every + 1)) as usize];
                let rate = between.iter().sum::<f64>() / between.len() as f64;
                Rival { filter: kind.to_string(), hashes: *hashes, choice: String::new(), rate }
            });
            Ok(row(bits, Some(every), least(rivals).ok_or("no hash functions")?))
        };
        p.rebuilt_every.iter().map(best).collect::<Result<Vec<_>>>()
    })?);
    Ok(rows)
}

fn row(bits_per_message: u64, rebuilt_every: Option<u64>, rival: Rival) -> Row {
    let Rival { filter, hashes, choice, rate } = rival;
    Row { bits_per_message, rebuilt_every, filter, hashes, choice, rate }
}

const MOST_HASHES: u64 = 32;
/// The most full filters of a ring, and kept slices of an age-partitioned filter, that are tried.
const MOST_PARTS: u64 = 24;

const TWO_PHASES: &str = "two phases, keeping";
const RING: &str = "ring";
const AGE_PARTITIONED: &str = "age-partitioned";
const TIME_AWARE: &str = "time-aware";

/// The filters that delete. A cell of the counting ones cannot saturate in practice.
const DELETABLE: [DeletableKind; 6] = [
    DeletableKind::Dfp,
    DeletableKind::TBF_PACKED,
    DeletableKind::Qbf,
    DeletableKind::Dlbf { region_bits: 4 },
    DeletableKind::Counting,
    DeletableKind::FingerprintCounting { fingerprint_bits: 4 },
];

/// A filter, and its average rate.
#[derive(Clone)]
struct Rival {
    filter: String,
    hashes: u64,
    /// The other parameters that were chosen.
    choice: String,
    rate: f64,
}

/// The filters that reach a stationary state, each with its best number of hash functions.
fn stationary(bits: u64, window: u64) -> Result<Vec<Rival>> {
    let all = (1..=MOST_HASHES).map(|k| with_hashes(bits, window, k)).collect::<Result<Vec<_>>>()?.concat();
    let filters = [TWO_PHASES, RING, AGE_PARTITIONED, TIME_AWARE];
    let best = filters.map(|filter| least(all.iter().filter(|rival| rival.filter == filter).cloned()));
    Ok(best.into_iter().flatten().collect())
}

/// The one with the lowest rate.
fn least(rivals: impl IntoIterator<Item = Rival>) -> Option<Rival> {
    rivals.into_iter().min_by(|a, b| a.rate.total_cmp(&b.rate))
}

/// The rate of a filter of `kind` after 0, 1, … steps of the stream, up to `windows` windows.
fn over_time(kind: DeletableKind, bits: u64, window: u64, hashes: u64, windows: u64) -> Result<Vec<f64>> {
    let passed = Stream::new(kind, bits, window, hashes)?.passed(&Double, window * windows);
    Ok(passed.into_iter().map(|state| state.rate).collect())
}

/// The filters with this k and every number of parts.
fn with_hashes(bits: u64, window: u64, hashes: u64) -> Result<Vec<Rival>> {
    let rival = |filter: &str, choice, rate| Rival { filter: filter.to_owned(), hashes, choice, rate };
    let shape = |bits| Shape::new(bits, hashes, Sampling::WithReplacement);
    // two bits a cell
    let time_aware = flag_rate(&Double, TimeAware::new(shape(bits / 2)?, window)?)?;
    let mut rivals = vec![rival(TIME_AWARE, String::new(), time_aware)];
    // N = W: the frozen filter keeps the message that froze it, so that the last W are in one filter or the other
    if window <= Bound::most_messages(bits / 2, hashes) {
        let cycle = Cycle::new(shape(bits / 2)?, Bound::Messages(window), Retention::NonRetaining)?;
        let average = variant_average(&Double, Variant::two_phases(cycle, Ending::Keeping));
        rivals.push(rival(TWO_PHASES, format!("N = {window}"), average.rate));
    }
    for parts in 1..=MOST_PARTS.min(window) {
        let generation = window.div_ceil(parts);
        let ring = Ring::new(shape(bits / (parts + 1))?, parts, generation)?;
        rivals.push(rival(RING, format!("j = {parts}, g = {generation}"), ring::mean_rate(&Double, ring)?));
        let aged = AgePartitioned::new(hashes, parts, bits / (hashes + parts), generation)?;
        let rate = age_partitioned::mean_rate(&Double, aged, Aging::OnCompletion)?;
        rivals.push(rival(AGE_PARTITIONED, format!("l = {parts}, g = {generation}"), rate));
    }
    Ok(rivals)
}
