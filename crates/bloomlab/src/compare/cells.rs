//! Filters that delete: cells, and fingerprints.

use bloomlab_deletable::in_f64::{self, NotInDouble};
use bloomlab_deletable::{MAX_HASHES, Parameters, cuckoo, quotient};
use bloomlab_numbers::{DeletableKind, Double, MAX_SIZE, Refused, Value};

use super::kinds::{FilterKind, SizedFilter, counts, lines_touched, usual_bits, usual_hashes};
use super::search;

/// Filters of cells; DlBF with regions of each of these bits.
const KINDS: [(FilterKind, DeletableKind); 9] = [
    (FilterKind::Counting, DeletableKind::Counting),
    (FilterKind::FpCbf, DeletableKind::FingerprintCounting { fingerprint_bits: 4 }),
    (FilterKind::Dfp, DeletableKind::Dfp),
    (FilterKind::Tbf, DeletableKind::TBF),
    (FilterKind::TbfPacked, DeletableKind::TBF_PACKED),
    (FilterKind::Qbf, DeletableKind::Qbf),
    (FilterKind::Dlbf, DeletableKind::Dlbf { region_bits: 4 }),
    (FilterKind::Dlbf, DeletableKind::Dlbf { region_bits: 8 }),
    (FilterKind::Dlbf, DeletableKind::Dlbf { region_bits: 16 }),
];

/// The largest load of a cuckoo filter of four slots, and of a quotient filter, that is filled without failure.
const LOAD: f64 = 0.95;
/// Slots of a bucket.
const SLOTS: u64 = 4;
/// The longest fingerprints that are tried, in bits.
const LONGEST: u32 = 60;

pub(super) fn sized(items: u64, target: f64) -> Result<Vec<SizedFilter>, Refused> {
    let mut all = Vec::new();
    for (filter, kind) in KINDS {
        all.extend(of_cells(filter, kind, items, target)?);
    }
    all.extend(cuckoo(items, target));
    all.extend(quotient(items, target));
    Ok(all)
}

/// The smallest filter of cells; none if double precision does not give its rate.
fn of_cells(filter: FilterKind, kind: DeletableKind, items: u64, target: f64) -> Result<Option<SizedFilter>, Refused> {
    let unit = kind.least_bits();
    let at = |units: u64, hashes| Parameters::new(kind, units * unit, items, 0, hashes);
    let rate = |units, hashes| match in_f64::rate(&at(units, hashes)?) {
        Ok(rate) => Ok(rate),
        Err(NotInDouble::OutOfRange { .. } | NotInDouble::Cancels { .. }) => Ok::<_, Refused>(f64::INFINITY),
    };
    let usual = |hashes: u64| usual_bits(items, target, hashes) / kind.cells(unit).max(1);
    let hashes = (usual_hashes(target).min(MAX_HASHES), MAX_HASHES);
    let found = search::smallest(target, hashes, MAX_SIZE / unit, usual, rate)?;
    let Some((units, hashes, rate)) = found else { return Ok(None) };
    let parameters = at(units, hashes)?;
    let mut named = counts([("bits", units * unit), ("hashes", hashes)]);
    match kind {
        DeletableKind::Dlbf { region_bits } => named.push(("region_bits", region_bits.into())),
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            named.push(("fingerprint_bits", u64::from(fingerprint_bits).into()));
        }
        _ => {}
    }
    named.extend(in_f64::deletability(&parameters).ok().map(|share| ("deletability", Value::Real(share))));
    let bits = (units * unit) as f64;
    Ok(Some(SizedFilter::new(filter, bits / items as f64, rate, lines_touched(bits, hashes), named)))
}

/// The least power of two of slots that hold the items at the load.
fn power_of_two(items: u64) -> u64 {
    (libm::ceil(items as f64 / LOAD) as u64).next_power_of_two()
}

/// The shortest fingerprints that keep the target, and the rate with them.
fn shortest(target: f64, rate: impl Fn(u32) -> Option<f64>) -> Option<(u32, f64)> {
    (1..=LONGEST).find_map(|width| rate(width).filter(|rate| *rate <= target).map(|rate| (width, rate)))
}

fn cuckoo(items: u64, target: f64) -> Option<SizedFilter> {
    let buckets = (power_of_two(items) / SLOTS).max(1);
    let (width, rate) = shortest(target, |width| cuckoo::rate(&Double, buckets, (1 << width) - 1, items).ok())?;
    let slots = buckets * SLOTS;
    let bits = (slots * u64::from(width)) as f64;
    let mut parameters = counts([("buckets", buckets), ("slots", SLOTS), ("fingerprint_bits", width.into())]);
    parameters.push(("load", Value::Real(items as f64 / slots as f64)));
    Some(SizedFilter::new(FilterKind::Cuckoo, bits / items as f64, rate, lines_touched(bits, 2), parameters))
}

/// With three bits of metadata a slot, and with 2.125.
fn quotient(items: u64, target: f64) -> Vec<SizedFilter> {
    let slots = power_of_two(items).max(2);
    let quotient_bits = slots.trailing_zeros();
    let rate = |rest: u32| quotient::rate(&Double, quotient_bits + rest, items).ok();
    let Some((rest, rate)) = shortest(target, rate) else { return Vec::new() };
    let mut parameters =
        counts([("slots", slots), ("quotient_bits", quotient_bits.into()), ("remainder_bits", rest.into())]);
    parameters.push(("load", Value::Real(items as f64 / slots as f64)));
    let row = |(filter, metadata): (FilterKind, f64)| {
        let bits = slots as f64 * (f64::from(rest) + metadata);
        SizedFilter::new(filter, bits / items as f64, rate, 1.0, parameters.clone())
    };
    [(FilterKind::Quotient, 3.0), (FilterKind::QuotientRankSelect, 2.125)].map(row).into()
}
