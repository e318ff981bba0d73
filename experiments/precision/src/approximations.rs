//! The formulas that are often taken for the rate, their error, and the smallest filter at which they err by less.

use bloomlab_exact::{Enclosures, certify};
use bloomlab_formulas::{Formula, Load, inclusion_exclusion};
use bloomlab_numbers::{Arithmetic, search};
use bloomlab_tables::Result;

use crate::grid::Place;

/// Classic, its limit, Bloom's of 1970.
pub(crate) const APPROXIMATIONS: [Formula; 3] = [Formula::Classic, Formula::ClassicLimit, Formula::Bloom1970];

/// (formula − exact)/exact, the double nearest to the certified value: 0 if the two are equal (k = 1), `None` if the
/// formula has no value (k > m).
pub(crate) fn relative_error(formula: Formula, load: Load) -> Result<Option<f64>> {
    let rate = |a: &Enclosures| formula.rate(a, load);
    if rate(&Enclosures::new(64)).is_err() {
        return Ok(None);
    }
    if load.hashes() == 1 && formula != Formula::ClassicLimit {
        return Ok(Some(0.0)); // no enclosure could tell it from a small number
    }
    let whole_line = |a: &Enclosures| a.one() / a.zero();
    let error = |a: &Enclosures| match rate(a) {
        Ok(rate) => rate / inclusion_exclusion::rate(a, load) - a.one(),
        Err(_) => whole_line(a),
    };
    Ok(Some(certify(20, error)?.to_f64()))
}

/// The largest n that is tried.
const MAX_ITEMS: u64 = 1 << 40;

/// The filter with the fewest items at which the formula's error is below the bound, and that error. The error falls with
/// m, so doubling and bisection find it.
pub(crate) fn smallest_filter(formula: Formula, bits_per_item: u64, bound: f64) -> Result<(Load, f64)> {
    let at = |items: u64| -> Result<(Load, Option<f64>)> {
        let place = Place::new(items * bits_per_item, bits_per_item)?;
        let load = place.load.ok_or("a filter without items")?;
        Ok((load, relative_error(formula, load)?))
    };
    let is_below = |items: u64| -> Result<bool> { Ok(at(items)?.1.is_some_and(|error| error.abs() < bound)) };
    let items = search::try_first_above(0, MAX_ITEMS, is_below)?
        .ok_or_else(|| format!("{formula} at m/n = {bits_per_item}: not below {bound} up to 2^40 items"))?;
    let (load, error) = at(items)?;
    Ok((load, error.ok_or("no error")?))
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::approximation;
    use bloomlab_numbers::Number;

    use super::*;

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
