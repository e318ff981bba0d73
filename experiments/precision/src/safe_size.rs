//! From which size on the formulas that are not the rate err by less than a given share of it.

use bloomlab_formulas::{Formula, Load};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::approximations::{APPROXIMATIONS, relative_error};
use crate::grid::Place;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m/n.
    bits_per_item: Vec<u64>,
    /// The relative errors that are not to be reached.
    errors: Vec<f64>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { bits_per_item: vec![3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64], errors: vec![0.1, 0.01] }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    error: f64,
    formula: String,
    bits_per_item: u64,
    hashes: u64,
    /// The smallest m = n·(m/n) at which the formula errs by less.
    bits: u64,
    items: u64,
    /// (formula − exact)/exact there.
    relative_error: f64,
}

pub(crate) struct SafeSize;

impl Figure for SafeSize {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let formulas = |error| APPROXIMATIONS.map(|formula| (error, formula));
        let series: Vec<_> = p.errors.iter().flat_map(|&error| formulas(error)).collect();
        let points: Vec<_> = series
            .into_iter()
            .flat_map(|(error, formula)| p.bits_per_item.iter().map(move |&c| (error, formula, c)))
            .collect();
        context.progress.expect(points.len() as u64);
        let row = |&(error, formula, bits_per_item): &(f64, Formula, u64)| -> Result<Row, AnyError> {
            let (shape, relative_error) = smallest(formula, bits_per_item, error)?;
            context.progress.advance();
            Ok(Row {
                error,
                formula: formula.name().to_owned(),
                bits_per_item,
                hashes: shape.hashes(),
                bits: shape.bits(),
                items: shape.items(),
                relative_error,
            })
        };
        points.par_iter().map(row).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |(i, rows): (usize, &[Row])| {
            let series = rows.chunk_by(|a, b| a.formula == b.formula).map(|rows| Series {
                name: rows[0].formula.replace("classic-limit", "limit of classic").replace("bloom-1970", "Bloom 1970"),
                mark: Mark::LineAndMarkers,
                points: rows.iter().map(|row| Point::new(row.bits_per_item as f64, row.bits as f64)).collect(),
            });
            Panel {
                title: Some(format!("({}) error below {} %", ["a", "b", "c", "d"][i % 4], 100.0 * rows[0].error)),
                x: Axis::new("bits per item m/n", Scale::Log2),
                y: Axis::new("smallest filter m (bits)", Scale::Log10),
                series: series.collect(),
            }
        };
        Ok(LineFigure { panels: rows.chunk_by(|a, b| a.error == b.error).enumerate().map(panel).collect() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |formula: &'static str| rows.iter().filter(move |row| row.formula == formula);
        // m/(m/n)², the largest of a bound
        let factor = |error: f64| {
            let factors = of("classic").filter(move |row| row.error == error);
            factors.map(|row| row.bits as f64 / (row.bits_per_item as f64).powi(2)).fold(0.0, f64::max)
        };
        let (ten_percent, one_percent) = (factor(0.1), factor(0.01));
        let others = of("classic-limit").zip(of("bloom-1970")).map(|(limit, bloom)| limit.bits.min(bloom.bits) as f64);
        let ratio = of("classic").zip(others).map(|(row, other)| other / row.bits as f64).fold(f64::INFINITY, f64::min);
        Ok(vec![
            Decision::new("P21").measured(ten_percent).decide(ten_percent > 0.0 && ten_percent <= 0.75),
            Decision::new("P22").measured(one_percent).decide(one_percent > 0.0 && one_percent <= 7.5),
            Decision::new("P23").measured(ratio).decide(ratio > 1.0),
        ])
    }
}

/// The largest n that is tried.
const MOST_ITEMS: u64 = 1 << 40;

/// The filter of the fewest items at which the formula's error is below the bound, and the error. The error falls with m,
/// so doubling and bisection find it.
fn smallest(formula: Formula, bits_per_item: u64, bound: f64) -> Result<(Load, f64), AnyError> {
    let at = |items: u64| -> Result<(Load, Option<f64>), AnyError> {
        let place = Place::new(items * bits_per_item, bits_per_item)?;
        let shape = place.shape.ok_or("a filter without items")?;
        Ok((shape, relative_error(formula, shape)?))
    };
    let is_below = |items: u64| -> Result<bool, AnyError> { Ok(at(items)?.1.is_some_and(|error| error.abs() < bound)) };
    let mut above = 0;
    let mut below = 1;
    while !is_below(below)? {
        (above, below) = (below, 2 * below);
        if below > MOST_ITEMS {
            return Err(format!("{formula} at m/n = {bits_per_item}: not below {bound} up to 2^40 items").into());
        }
    }
    while below - above > 1 {
        let middle = above + (below - above) / 2;
        if is_below(middle)? {
            below = middle;
        } else {
            above = middle;
        }
    }
    let (shape, error) = at(below)?;
    Ok((shape, error.ok_or("no error")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::{approximation, inclusion_exclusion};
    use bloomlab_numbers::Number;

    #[test]
    fn the_size_found_is_where_the_error_falls_below_the_bound() {
        for formula in APPROXIMATIONS {
            let (shape, error) = smallest(formula, 4, 0.02).unwrap();
            let last = shape.items();
            for items in 1..last + 20 {
                let shape = Load::new(4 * items, items, shape.hashes()).unwrap();
                let error = relative_error(formula, shape).unwrap().unwrap();
                assert_eq!(error.abs() < 0.02, items >= last, "{formula}: {items} items, {error}");
            }
            if formula == Formula::Classic {
                let rational = approximation::classic(&Rationals, shape) / inclusion_exclusion::rate(&Rationals, shape);
                assert!((rational.to_f64() - 1.0 - error).abs() < 1e-15);
            }
        }
        assert!(smallest(Formula::ClassicLimit, 4, 1e-15).is_err());
    }
}
