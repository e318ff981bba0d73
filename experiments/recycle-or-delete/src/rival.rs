//! Filters that know the last W messages in m bits and never deny one of them, each with its best parameters.

use bloomlab_deletable::stream::Stream;
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{Bound, DeletableKind, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::age_partitioned::{self, AgePartitioned, Aging};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::time_aware::{TimeAware, flag_rate};
use bloomlab_recycling::{Cycle, Variant, variant_average};
use bloomlab_workbench::figure::*;

/// The most hash functions that are tried.
pub(crate) const MOST_HASHES: u64 = 12;
/// The most full filters of a ring, and kept slices of an age-partitioned filter, that are tried.
const MOST_PARTS: u64 = 24;
const SAMPLING: Sampling = Sampling::WithReplacement;

pub(crate) const ORACLE: &str = "plain filter of the last W";
pub(crate) const TWO_PHASES: &str = "two phases, keeping";
pub(crate) const RING: &str = "ring";
pub(crate) const AGE_PARTITIONED: &str = "age-partitioned";
pub(crate) const TIME_AWARE: &str = "time-aware";

/// The filters that delete. A cell of the counting ones cannot saturate in practice.
pub(crate) const DELETABLE: [DeletableKind; 6] = [
    DeletableKind::Dfp,
    DeletableKind::TBF_PACKED,
    DeletableKind::Qbf,
    DeletableKind::Dlbf { region_bits: 4 },
    DeletableKind::Counting,
    DeletableKind::FingerprintCounting { fingerprint_bits: 4 },
];

/// A filter, and its average rate.
#[derive(Clone)]
pub(crate) struct Rival {
    pub(crate) filter: String,
    pub(crate) hashes: u64,
    /// What else was chosen.
    pub(crate) choice: String,
    pub(crate) rate: f64,
}

/// The filters that reach a stationary state, each with the best of `hashes`.
pub(crate) fn stationary(bits: u64, window: u64, hashes: &[u64]) -> Result<Vec<Rival>, AnyError> {
    let filters = [oracle, two_phases, ring, age_partitioned, time_aware];
    let best = filters.map(|filter| {
        let all = hashes.iter().map(|&k| filter(bits, window, k)).collect::<Result<Vec<_>, AnyError>>()?;
        Ok::<_, AnyError>(least(all.into_iter().flatten()))
    });
    let best = best.into_iter().collect::<Result<Vec<_>, AnyError>>()?;
    Ok(best.into_iter().flatten().collect())
}

/// The one with the lowest rate.
pub(crate) fn least(rivals: impl IntoIterator<Item = Rival>) -> Option<Rival> {
    rivals.into_iter().min_by(|a, b| a.rate.total_cmp(&b.rate))
}

/// The rate of a filter of `kind` after 0, 1, … steps of the stream, up to `windows` windows.
pub(crate) fn over_time(
    kind: DeletableKind,
    bits: u64,
    window: u64,
    hashes: u64,
    windows: u64,
) -> Result<Vec<f64>, AnyError> {
    let passed = Stream::new(kind, bits, window, hashes)?.passed(&Double, window * windows);
    Ok(passed.into_iter().map(|state| state.rate).collect())
}

fn rival(filter: &str, hashes: u64, choice: String, rate: f64) -> Rival {
    Rival { filter: filter.to_owned(), hashes, choice, rate }
}

/// What no filter of this list can be: a plain one that is built anew for every message.
fn oracle(bits: u64, window: u64, hashes: u64) -> Result<Vec<Rival>, AnyError> {
    let rate = exact::rate(&Double, Load::new(bits, window, hashes)?)?;
    Ok(vec![rival(ORACLE, hashes, String::new(), rate)])
}

/// N = W: the frozen filter keeps the message that froze it, so that the last W are in one filter or the other.
fn two_phases(bits: u64, window: u64, hashes: u64) -> Result<Vec<Rival>, AnyError> {
    let shape = Shape::new(bits / 2, hashes, SAMPLING)?;
    if window > Bound::most_messages(shape.bits(), hashes) {
        return Ok(Vec::new());
    }
    let cycle = Cycle::new(shape, Bound::Messages(window), Retention::NonRetaining)?;
    let average = variant_average(&Double, Variant::two_phases(cycle, Ending::Keeping));
    Ok(vec![rival(TWO_PHASES, hashes, format!("N = {window}"), average.rate)])
}

fn ring(bits: u64, window: u64, hashes: u64) -> Result<Vec<Rival>, AnyError> {
    let one = |full: u64| {
        let generation = window.div_ceil(full);
        let filter = Ring::new(Shape::new(bits / (full + 1), hashes, SAMPLING)?, full, generation)?;
        let choice = format!("j = {full}, g = {generation}");
        Ok(rival(RING, hashes, choice, ring::mean_rate(&Double, filter)?))
    };
    (1..=MOST_PARTS.min(window)).map(one).collect()
}

fn age_partitioned(bits: u64, window: u64, hashes: u64) -> Result<Vec<Rival>, AnyError> {
    let one = |old: u64| {
        let generation = window.div_ceil(old);
        let filter = AgePartitioned::new(hashes, old, bits / (hashes + old), generation)?;
        let rate = age_partitioned::mean_rate(&Double, filter, Aging::OnCompletion)?;
        Ok(rival(AGE_PARTITIONED, hashes, format!("l = {old}, g = {generation}"), rate))
    };
    (1..=MOST_PARTS.min(window)).map(one).collect()
}

/// Two bits a cell.
fn time_aware(bits: u64, window: u64, hashes: u64) -> Result<Vec<Rival>, AnyError> {
    let filter = TimeAware::new(Shape::new(bits / 2, hashes, SAMPLING)?, window)?;
    Ok(vec![rival(TIME_AWARE, hashes, String::new(), flag_rate(&Double, filter)?)])
}
