//! The smallest filter at which a formula errs by less than a bound.

use bloomlab_formulas::{Formula, Load};
use bloomlab_occupancy::search;
use bloomlab_workbench::figure::*;

use crate::approximations::relative_error;
use crate::grid::Place;

/// The largest n that is tried.
const MAX_ITEMS: u64 = 1 << 40;

/// The filter with the fewest items at which the formula's error is below the bound, and that error. The error falls with
/// m, so doubling and bisection find it.
pub(super) fn smallest_filter(formula: Formula, bits_per_item: u64, bound: f64) -> Result<(Load, f64), AnyError> {
    let at = |items: u64| -> Result<(Load, Option<f64>), AnyError> {
        let place = Place::new(items * bits_per_item, bits_per_item)?;
        let load = place.load.ok_or("a filter without items")?;
        Ok((load, relative_error(formula, load)?))
    };
    let is_below = |items: u64| -> Result<bool, AnyError> { Ok(at(items)?.1.is_some_and(|error| error.abs() < bound)) };
    let items = search::try_first_above(0, MAX_ITEMS, is_below)?
        .ok_or_else(|| format!("{formula} at m/n = {bits_per_item}: not below {bound} up to 2^40 items"))?;
    let (load, error) = at(items)?;
    Ok((load, error.ok_or("no error")?))
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::{approximation, inclusion_exclusion};
    use bloomlab_numbers::Number;

    use super::*;
    use crate::approximations::APPROXIMATIONS;

    #[test]
    fn the_size_found_is_where_the_error_falls_below_the_bound() {
        for formula in APPROXIMATIONS {
            let (found, error) = smallest_filter(formula, 4, 0.02).unwrap();
            let last = found.items();
            for items in 1..last + 20 {
                let load = Load::new(4 * items, items, found.hashes()).unwrap();
                let error = relative_error(formula, load).unwrap().unwrap();
                assert_eq!(error.abs() < 0.02, items >= last, "{formula}: {items} items, {error}");
            }
            if formula == Formula::Classic {
                let rational = approximation::classic(&Rationals, found) / inclusion_exclusion::rate(&Rationals, found);
                assert!((rational.to_f64() - 1.0 - error).abs() < 1e-15);
            }
        }
        assert!(smallest_filter(Formula::ClassicLimit, 4, 1e-15).is_err());
    }
}
