//! Digits at several m near a size.
//!
//! At m = 3·10⁹ … 3·10¹¹ formulas taken literally all meet the same rounding error of 1 − 1/m, because 2^53 lies near a
//! multiple of each of these m. The digits at one m of a regular grid therefore tell of its decimals, and not of its size.

use bloomlab::crosscheck::Outcome;
use bloomlab_tables::Result;

use crate::evaluated::{Digits, Evaluations, digits_or_reason};
use crate::grid::Place;

const COUNT: usize = 5;
/// Below this m a size stands for itself: there 1 − 1/m has lost fewer than three digits.
const LEAST_BITS: u64 = 1000;

/// The median of an odd number of outcomes: that of most, if most have no digit or no value.
fn median(outcomes: &[&Outcome]) -> Digits {
    let mut results: Vec<_> = outcomes.iter().map(|outcome| digits_or_reason(outcome)).collect();
    results.sort_by(|a, b| a.0.unwrap_or(-1.0).total_cmp(&b.0.unwrap_or(-1.0)));
    results.swap_remove(results.len() / 2)
}

/// Filters near a place, with its m/n and k.
///
/// m times 10^(−13/90), 10^(−7/90), 10^(−1/90), 10^(5/90), 10^(11/90), rounded down, whose decimals have no pattern.
fn near(place: Place) -> Result<Vec<Place>> {
    if place.bits < LEAST_BITS {
        return Ok(Vec::new());
    }
    let factor = |i: usize| libm::pow(10.0, (6.0 * i as f64 - 13.0) / 90.0);
    (0..COUNT).map(|i| Place::new((place.bits as f64 * factor(i)) as u64, place.bits_per_item)).collect()
}

/// For each of the outcomes at a place the median near it: over all m of the formulas that are sampled, at the place itself of
/// the others.
pub(crate) fn medians(evaluations: &Evaluations, place: Place, outcomes: &[Outcome]) -> Result<Vec<Digits>> {
    let is_sampled = evaluations.sampled.bits_per_item.contains(&place.bits_per_item);
    let near = if is_sampled { near(place)? } else { Vec::new() };
    let loads = near.into_iter().filter_map(|place| place.load);
    let sampled: Vec<Outcome> = loads.flat_map(|load| evaluations.sampled_outcomes(load)).collect();
    let of = |outcome: &Outcome| {
        let is_same = |other: &&Outcome| other.formula == outcome.formula && other.arithmetic == outcome.arithmetic;
        let same: Vec<&Outcome> = sampled.iter().filter(is_same).collect();
        if same.is_empty() { median(&[outcome]) } else { median(&same) }
    };
    Ok(outcomes.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use bloomlab::crosscheck::ArithmeticKind;
    use bloomlab_formulas::Formula;

    use super::*;

    fn median_at(bits: u64) -> Option<f64> {
        let evaluations = Evaluations::of(&[Formula::Classic], ArithmeticKind::F64Naive);
        let place = Place::new(bits, 16).unwrap();
        let outcomes = evaluations.outcomes(place.load.unwrap());
        medians(&evaluations, place, &outcomes).unwrap().remove(0).0
    }

    #[test]
    fn medians_fall_with_m_where_decimals_stand_still() {
        let medians: Vec<f64> = (9..=12).map(|power| median_at(10_u64.pow(power)).unwrap()).collect();
        assert!(medians.windows(2).all(|pair| pair[1] < pair[0]), "{medians:?}");
    }
}
