//! Filters of fingerprints in the same memory, from which every item can be deleted.

use bloomlab_deletable::{Parameters, cuckoo, quotient};
use bloomlab_numbers::{DeletableKind, Double};
use bloomlab_tables::Result;

use super::{Row, row};

/// The largest load that is filled without failure.
const LOAD: f64 = 0.95;
/// Slots of a bucket of a cuckoo filter.
const SLOTS: u64 = 4;
/// Bits of metadata of a slot of a quotient filter, in eighths: the rank-and-select form.
const METADATA_EIGHTHS: u64 = 17;

/// A cuckoo and a quotient filter of at most m bits that hold n items: a power of two of slots, and the longest fingerprints
/// that fit. None where not a bit is left for them.
pub fn rows(bits: u64, items: u64) -> Result<Vec<Row>> {
    let slots = ((items as f64 / LOAD).ceil() as u64).next_power_of_two();
    let other = row(&Parameters::new(DeletableKind::Dfp, bits, items, 0, 1)?)?;
    let row = |filter: &str, hashes, rate| Row {
        filter: filter.to_owned(),
        hashes,
        cells: slots,
        deletability: 1.0,
        rate,
        ..other.clone()
    };
    let mut rows = Vec::new();
    let width = bits / slots;
    if width > 0 {
        let rate = cuckoo::rate(&Double, slots / SLOTS, (1 << width.min(32)) - 1, items)?;
        rows.push(row("cuckoo", 2, rate));
    }
    let rest = (8 * bits / slots).saturating_sub(METADATA_EIGHTHS) / 8;
    if rest > 0 {
        let rate = quotient::rate(&Double, slots.trailing_zeros() + rest as u32, items)?;
        rows.push(row("quotient", 1, rate));
    }
    Ok(rows)
}
