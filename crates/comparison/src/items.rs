//! The smallest filter of each kind for n items and a target rate.

use bloomlab_formulas::{
    bounds::{dynamic_limit, static_limit},
    static_filters,
};
use bloomlab_numbers::{Double, OutOfDomain, Parameter, Refused, Target};

use crate::filter::{FilterKind, SizedFilter, count, lines_touched};
use crate::{deletable, plain};

/// Every filter that keeps the rate `target` with `items` items, the smallest of its kind, by bits per item; the bounds
/// among them. Kinds that cannot keep it at any size are left out.
///
/// Rates are exact at this n ([`bloomlab_formulas::exact`] and the other models), in double precision.
///
/// # Errors
/// [`Refused`] unless 1 ≤ n ≤ 2^53 and 2^−100 ≤ target < 1.
pub fn for_items(items: u64, target: f64) -> Result<Vec<SizedFilter>, Refused> {
    Parameter::Items.within(items, 1..=1 << 53)?;
    let rate = Target::new(target)?.rate();
    if rate < libm::exp2(-100.0) {
        let domain = "2^-100 ≤ target < 1";
        return Err(OutOfDomain::new(Parameter::Target, target, domain).into());
    }
    let bound =
        |filter, bits_per_item| SizedFilter { filter, bits_per_item, rate, parameters: Vec::new(), cache_lines: None };
    let mut all = vec![
        bound(FilterKind::StaticBound, static_limit(&Double, rate)),
        bound(FilterKind::DynamicBound, dynamic_limit(&Double, rate)),
    ];
    all.extend(plain::sized(items, rate)?);
    all.extend(deletable::sized(items, rate)?);
    all.extend(solved_once(items, rate));
    all.sort_by(|a, b| a.bits_per_item.total_cmp(&b.bits_per_item));
    Ok(all)
}

/// Xor and binary fuse filters; none for items beyond their index.
fn solved_once(items: u64, target: f64) -> Vec<SizedFilter> {
    let sized = |filter: FilterKind| {
        let kind = filter.built_once()?;
        let (cells, width) = (kind.cells(items).ok()?, static_filters::fingerprint_bits(target).ok()?);
        let bits = cells as f64 * f64::from(width);
        let parameters = vec![("cells", count(cells)), ("fingerprint_bits", count(width.into()))];
        let rate = static_filters::rate(&Double, width);
        Some(SizedFilter::new(filter, bits / items as f64, rate, lines_touched(bits, kind.arity()), parameters))
    };
    [FilterKind::Xor, FilterKind::BinaryFuse3, FilterKind::BinaryFuse4].into_iter().filter_map(sized).collect()
}
