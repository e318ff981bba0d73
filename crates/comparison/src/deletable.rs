//! Filters that delete: cells, and fingerprints.

use bloomlab_deletable::in_f64::{self, NotInDouble};
use bloomlab_deletable::{MAX_HASHES, Parameters, cuckoo, quotient};
use bloomlab_numbers::{DeletableKind, Double, MAX_SIZE, OutOfDomain, Refused, Value};

use crate::filter::{FilterKind, SizedFilter, count, lines_touched, usual_bits, usual_hashes};
use crate::search;

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

pub(crate) fn sized(items: u64, target: f64) -> Result<Vec<SizedFilter>, Refused> {
    let mut all = Vec::new();
    for (filter, kind) in KINDS {
        all.extend(of_cells(filter, kind, items, target)?);
    }
    all.extend(cuckoo(items, target)?);
    all.extend(quotient(items, target)?);
    Ok(all)
}

/// The smallest filter of cells; none where double precision does not give its rate.
fn of_cells(
    filter: FilterKind,
    kind: DeletableKind,
    items: u64,
    target: f64,
) -> Result<Option<SizedFilter>, OutOfDomain> {
    let unit = kind.least_bits();
    let at = |units: u64, hashes| Parameters::new(kind, units * unit, items, 0, hashes);
    let rate = |units, hashes| match in_f64::rate(&at(units, hashes)?) {
        Ok(rate) => Ok(rate),
        Err(NotInDouble::OutOfRange { .. } | NotInDouble::Cancels { .. }) => Ok::<_, OutOfDomain>(f64::INFINITY),
    };
    let cells = |hashes| usual_bits(items, target, hashes);
    let guess = |hashes: u64| (cells(hashes) / kind.cells(unit).max(1)).max(1);
    let first = usual_hashes(target).min(MAX_HASHES);
    let meets = |units, hashes| Ok::<_, OutOfDomain>(rate(units, hashes)? <= target);
    let Some((units, hashes)) = search::smallest(first, MAX_HASHES, MAX_SIZE / unit, guess, meets)? else {
        return Ok(None);
    };
    let parameters = at(units, hashes)?;
    let Ok(rate) = in_f64::rate(&parameters) else { return Ok(None) };
    let mut named = vec![("bits", count(units * unit)), ("hashes", count(hashes))];
    if let DeletableKind::Dlbf { region_bits } = kind {
        named.push(("region_bits", count(region_bits)));
    }
    if let DeletableKind::FingerprintCounting { fingerprint_bits } = kind {
        named.push(("fingerprint_bits", count(fingerprint_bits.into())));
    }
    named.extend(in_f64::deletability(&parameters).ok().map(|share| ("deletability", Value::Real(share))));
    let bits = (units * unit) as f64;
    Ok(Some(SizedFilter::new(filter, bits / items as f64, rate, lines_touched(bits, hashes), named)))
}

/// The least power of two of slots that hold the items at the load.
fn power_of_two(items: u64) -> u64 {
    let slots = libm::ceil(items as f64 / LOAD) as u64;
    slots.next_power_of_two()
}

fn cuckoo(items: u64, target: f64) -> Result<Option<SizedFilter>, OutOfDomain> {
    let buckets = (power_of_two(items) / SLOTS).max(1);
    let rate = |width: u32| cuckoo::rate(&Double, buckets, (1 << width) - 1, items).ok();
    let shortest = (1..=LONGEST).find_map(|width| rate(width).filter(|rate| *rate <= target).map(|rate| (width, rate)));
    let row = |(width, rate): (u32, f64)| {
        let bits = (buckets * SLOTS * u64::from(width)) as f64;
        let parameters = vec![
            ("buckets", count(buckets)),
            ("slots", count(SLOTS)),
            ("fingerprint_bits", count(width.into())),
            ("load", Value::Real(items as f64 / (buckets * SLOTS) as f64)),
        ];
        SizedFilter::new(FilterKind::Cuckoo, bits / items as f64, rate, lines_touched(bits, 2), parameters)
    };
    Ok(shortest.map(row))
}

fn quotient(items: u64, target: f64) -> Result<Vec<SizedFilter>, OutOfDomain> {
    let slots = power_of_two(items).max(2);
    let quotient_bits = slots.trailing_zeros();
    let rate = |rest: u32| quotient::rate(&Double, quotient_bits + rest, items).ok();
    let shortest = (1..=LONGEST).find_map(|rest| rate(rest).filter(|rate| *rate <= target).map(|rate| (rest, rate)));
    let row = |(filter, metadata): (FilterKind, f64)| {
        let (rest, rate) = shortest?;
        let bits = slots as f64 * (f64::from(rest) + metadata);
        let parameters = vec![
            ("slots", count(slots)),
            ("quotient_bits", count(quotient_bits.into())),
            ("remainder_bits", count(rest.into())),
            ("load", Value::Real(items as f64 / slots as f64)),
        ];
        Some(SizedFilter::new(filter, bits / items as f64, rate, 1.0, parameters))
    };
    Ok([(FilterKind::Quotient, 3.0), (FilterKind::QuotientRankSelect, 2.125)].into_iter().filter_map(row).collect())
}
