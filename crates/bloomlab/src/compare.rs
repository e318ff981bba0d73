//! Every filter for the same job: the smallest of its kind that keeps a rate with n items, or that remembers the last W messages.
//!
//! Sizes are whole numbers of what each filter is made of, and roundings that a filter cannot avoid (powers of two, whole fingerprints) are
//! in them.

mod cells;
mod kinds;
mod plain;
mod search;
mod window;
mod without_guarantee;

use bloomlab_formulas::{
    bounds::{dynamic_limit, static_limit},
    static_filters,
    walks::HashingScheme,
};
use bloomlab_numbers::{Double, Refused, Target, within};

pub use kinds::{FilterKind, SizedFilter, SizedWindow, WindowFilter};
pub use window::for_window;

use crate::error::Error;
use crate::sizing::Sizing;
use kinds::{CACHE_LINE, counts, lines_touched};

/// The smallest filter of every kind that keeps the rate `target` with `items` items (n), and the bounds for any filter, by bits per item.
///
/// Rates are exact at this n, in double precision. Kinds that cannot keep the target at any size are left out.
/// Domain: 1 ≤ n ≤ 2^53 and 2^−100 ≤ target < 1.
///
/// ```
/// use bloomlab::{FilterKind, compare};
///
/// let rows = compare::for_items(100_000, 0.01)?;
/// let bits = |kind| rows.iter().find(|row| row.filter == kind).map(|row| row.bits_per_item);
/// assert!(bits(FilterKind::BinaryFuse3) < bits(FilterKind::Bloom));
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn for_items(items: u64, target: f64) -> Result<Vec<SizedFilter>, Error> {
    within("items", items, 1..=1 << 53)?;
    let rate = Target::new(target)?.rate();
    if rate < libm::exp2(-100.0) {
        return Err(Refused::new("target", target, "2^-100 ≤ target < 1").into());
    }
    let bound =
        |filter, bits_per_item| SizedFilter { filter, bits_per_item, rate, parameters: Vec::new(), cache_lines: None };
    let mut all = vec![
        bound(FilterKind::StaticBound, static_limit(&Double, rate)),
        bound(FilterKind::DynamicBound, dynamic_limit(&Double, rate)),
    ];
    all.extend(plain::sized(items, rate)?);
    all.extend(cells::sized(items, rate)?);
    all.extend(solved_once(items, rate));
    all.extend(walk_in_lines(items, rate).ok());
    all.sort_by(|a, b| a.bits_per_item.total_cmp(&b.bits_per_item));
    Ok(all)
}

/// Xor and binary fuse filters; none for items beyond their index.
fn solved_once(items: u64, target: f64) -> Vec<SizedFilter> {
    let sized = |filter: FilterKind| {
        let kind = filter.built_once()?;
        let (cells, width) = (kind.cells(items).ok()?, static_filters::fingerprint_bits(target).ok()?);
        let bits = cells as f64 * f64::from(width);
        let parameters = counts([("cells", cells), ("fingerprint_bits", width.into())]);
        let rate = static_filters::rate(&Double, width);
        Some(SizedFilter::new(filter, bits / items as f64, rate, lines_touched(bits, kind.arity()), parameters))
    };
    [FilterKind::Xor, FilterKind::BinaryFuse3, FilterKind::BinaryFuse4].into_iter().filter_map(sized).collect()
}

fn walk_in_lines(items: u64, target: f64) -> Result<SizedFilter, Error> {
    let scheme = HashingScheme::BlockedDouble(CACHE_LINE);
    let found = Sizing::of(items, target)?.under(scheme)?.smallest()?;
    let parameters =
        counts([("blocks", found.bits / CACHE_LINE), ("block_bits", CACHE_LINE), ("hashes", found.hashes)]);
    Ok(SizedFilter::new(FilterKind::BlockedDouble, found.bits as f64 / items as f64, found.rate, 1.0, parameters))
}
