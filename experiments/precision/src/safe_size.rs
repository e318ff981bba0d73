//! The errors of the formulas that are not the rate, and the size from which they err by less than a given share of it.

use bloomlab_exact::{Enclosures, certify};
use bloomlab_formulas::{Formula, Load, inclusion_exclusion};
use bloomlab_numbers::{Arithmetic, search};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::grid::{Grid, Place};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits_per_item: Vec<u64>,
    /// The bounds on the relative error.
    errors: Vec<f64>,
    /// The filters whose error is listed.
    grid: Grid,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// A bound, if the filter is the smallest m = n·(m/n) at which the formula errs by less; none at a filter of the grid.
    error: Option<f64>,
    formula: &'static str,
    bits_per_item: u64,
    hashes: u64,
    bits: u64,
    /// (formula − exact)/exact there; none if the formula does not exist.
    relative_error: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let points = iproduct!(p.errors.iter().copied(), APPROXIMATIONS, p.bits_per_item.iter().copied());
    let mut rows = run.rows(points, |(error, formula, bits_per_item)| {
        let (load, relative_error) = smallest_filter(formula, bits_per_item, error)?;
        Ok(row(Some(error), formula, bits_per_item, load, Some(relative_error)))
    })?;
    let places = p.grid.places()?.into_iter().filter_map(|place| Some((place.bits_per_item, place.load?)));
    rows.extend(run.rows(iproduct!(APPROXIMATIONS, places), |(formula, (bits_per_item, load))| {
        Ok(row(None, formula, bits_per_item, load, relative_error(formula, load)?))
    })?);
    Ok(rows)
}

fn row(error: Option<f64>, formula: Formula, bits_per_item: u64, load: Load, relative_error: Option<f64>) -> Row {
    let (formula, hashes, bits) = (formula.name(), load.hashes(), load.bits());
    Row { error, formula, bits_per_item, hashes, bits, relative_error }
}

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
    let items = search::try_least(1, 1..=MAX_ITEMS, is_below)?
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
