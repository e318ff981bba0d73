//! Figure 2: the relative error of the classic formula.

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_formulas::{Load, approximation, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::certified::{double, powers_of_two, usual_filter};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// k where it is the same for every m/n.
    fixed_hashes: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { log2_bits_from: 5, log2_bits_to: 16, bits_per_item: vec![4, 8, 16, 32], fixed_hashes: 4 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// How k was chosen: `best`, (m/n) ln 2 rounded, or `fixed`.
    choice: String,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    classic_rate: f64,
    /// (exact − classic)/exact.
    relative_error: f64,
}

const BEST: &str = "best";
const FIXED: &str = "fixed";
/// A relative error that is called very significant.
const SIGNIFICANT: f64 = 0.1;
/// A ratio that is called several factors.
const SEVERAL: f64 = 3.0;

pub(crate) struct RelativeError;

impl Figure for RelativeError {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let points = points(p)?;
        context.progress.expect(points.len() as u64);
        let row = |point: &(&'static str, u64, Load)| {
            let row = row(point, approximation::classic);
            context.progress.advance();
            row
        };
        points.par_iter().map(row).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panels = vec![
            panel(rows, BEST, "(a) k = (m/n) ln 2, rounded"),
            panel(rows, FIXED, &format!("(b) the same k = {} for every m/n", rows.last().map_or(0, |row| row.hashes))),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok([monotony(rows), small_filters(rows)].concat())
    }
}

fn panel(rows: &[Row], choice: &str, title: &str) -> Panel {
    let mut series: Vec<Series> = Vec::new();
    for row in rows.iter().filter(|row| row.choice == choice) {
        let name = format!("m/n = {}, k = {}", row.bits_per_item, row.hashes);
        let point = Point::new(row.bits as f64, row.relative_error);
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, mark: Mark::LineAndMarkers, points: vec![point] }),
        }
    }
    Panel {
        title: Some(title.to_owned()),
        x: Axis::new("filter size m (bits)", Scale::Log2),
        y: Axis::new("relative error (exact − classic)/exact", Scale::Log10),
        series,
    }
}

fn points(p: &Parameters) -> Result<Vec<(&'static str, u64, Load)>, AnyError> {
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    let mut points = Vec::new();
    for choice in [BEST, FIXED] {
        for &bits_per_item in &p.bits_per_item {
            for &bits in &sizes {
                let best = usual_filter(bits, bits_per_item)?;
                let fixed = Load::new(bits, best.items(), p.fixed_hashes)?;
                points.push((choice, bits_per_item, if choice == BEST { best } else { fixed }));
            }
        }
    }
    Ok(points)
}

/// One point, the classic formula being `classic`.
fn row(
    &(choice, bits_per_item, shape): &(&'static str, u64, Load),
    classic: fn(&Enclosures, Load) -> Enclosure,
) -> Result<Row, AnyError> {
    Ok(Row {
        choice: choice.to_owned(),
        bits_per_item,
        bits: shape.bits(),
        items: shape.items(),
        hashes: shape.hashes(),
        exact_rate: double(|a| inclusion_exclusion::rate(a, shape))?,
        classic_rate: double(|a| classic(a, shape))?,
        relative_error: double(|a| a.one() - classic(a, shape) / inclusion_exclusion::rate(a, shape))?,
    })
}

/// Over all pairs of rows of which the second is to `follow` the first: how many there are, and where the error does not fall.
fn rises<'a>(rows: &'a [Row], choice: &str, follow: impl Fn(&Row, &Row) -> bool) -> (usize, Vec<&'a Row>) {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.choice == choice).collect();
    let follow = &follow;
    let pairs: Vec<_> = rows.iter().flat_map(|&a| rows.iter().filter(|b| follow(a, b)).map(move |&b| (a, b))).collect();
    let rising = pairs.iter().filter(|(a, b)| b.relative_error >= a.relative_error);
    (pairs.len(), rising.map(|(a, _)| *a).collect())
}

fn monotony(rows: &[Row]) -> Vec<Decision> {
    let larger = |a: &Row, b: &Row| a.bits_per_item == b.bits_per_item && b.bits == 2 * a.bits;
    let fewer = |a: &Row, b: &Row| a.bits == b.bits && 2 * b.bits_per_item == a.bits_per_item;
    let decide = |id, follow: &dyn Fn(&Row, &Row) -> bool| {
        let ((best, best_rises), (fixed, fixed_rises)) = (rises(rows, BEST, follow), rises(rows, FIXED, follow));
        let rising = best_rises.len() + fixed_rises.len();
        let places = fixed_rises.iter().map(|row| format!("from m/n = {} at m = {}", row.bits_per_item, row.bits));
        let hashes = fixed_rises.first().map_or(0, |row| row.hashes);
        Decision::new(id)
            .measured(1.0 - rising as f64 / (best + fixed) as f64)
            .decide_if(
                rising == 0,
                best_rises.is_empty(),
                format!(
                    "k grows with m/n as (m/n) ln 2 (it falls at all {best}); with k = {hashes} for every m/n it rises at {} of {fixed}: {}",
                    fixed_rises.len(),
                    places.collect::<Vec<_>>().join(", ")
                ),
            )
            .because(format!("at {best} with k = (m/n) ln 2, rounded, and at {fixed} with the same k for all m/n"))
    };
    vec![decide("C13", &larger), decide("C14", &fewer)]
}

fn small_filters(rows: &[Row]) -> Vec<Decision> {
    let of_size = |bits: u64| rows.iter().filter(move |row| row.choice == BEST && row.bits == bits);
    let small: Vec<&Row> = of_size(32).chain(of_size(64)).collect();
    let significant = |row: &&Row| row.relative_error >= SIGNIFICANT;
    let errors = |bits| {
        let each = of_size(bits).map(|row| format!("{:.3} (m/n = {})", row.relative_error, row.bits_per_item));
        format!("m = {bits}: {}", each.collect::<Vec<_>>().join(", "))
    };
    let from = |bits| of_size(bits).filter(significant).map(|row| row.bits_per_item).min();
    let every = |bits| {
        from(bits)
            .is_some_and(|least| of_size(bits).filter(|row| row.bits_per_item >= least).all(|row| significant(&row)))
    };
    let condition = [32, 64].map(|bits| format!("m/n ≥ {} at m = {bits}", from(bits).unwrap_or(0))).join(" and ");
    let ratio = |row: &Row| row.exact_rate / row.classic_rate;
    let ratios = of_size(32).map(|row| format!("{:.2} at m/n = {}", ratio(row), row.bits_per_item));
    let largest = of_size(32).map(ratio).fold(0.0, f64::max);
    vec![
        Decision::new("C15")
            .measured(small.iter().filter(|row| significant(row)).count() as f64 / small.len() as f64)
            .decide_if(
                small.iter().all(significant),
                every(32) && every(64),
                format!("{condition}: {}; {}", errors(32), errors(64)),
            ),
        Decision::new("C16")
            .measured(largest)
            .decide(largest >= SEVERAL)
            .because(ratios.collect::<Vec<_>>().join(", ")),
        Decision::new("C27").because(
            "neither their sizes nor their formulas are in this paper; what eq. 1 does to 32-bit filters is C16",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_workbench::Verdict;

    fn verdicts(classic: fn(&Enclosures, Load) -> Enclosure) -> Vec<(String, Verdict)> {
        let rows: Vec<Row> =
            points(&Parameters::default()).unwrap().iter().map(|point| row(point, classic).unwrap()).collect();
        RelativeError::claims(&rows).unwrap().into_iter().map(|claim| (claim.id.to_owned(), claim.verdict)).collect()
    }

    /// Bloom's formula of 1970 in the place of eq. 1: too high, so that its signed error rises with m, and near the truth.
    fn bloom(a: &Enclosures, shape: Load) -> Enclosure {
        approximation::bloom_1970(a, shape).unwrap()
    }

    #[test]
    fn verdicts_fall_with_the_classic_formula() {
        let found = |classic, id: &str| verdicts(classic).into_iter().find(|(other, _)| other == id).unwrap().1;
        for (id, verdict) in [
            ("C13", Verdict::Holds),
            ("C14", Verdict::HoldsOnlyIf),
            ("C15", Verdict::HoldsOnlyIf),
            ("C16", Verdict::Holds),
        ] {
            assert_eq!(found(approximation::classic, id), verdict, "{id}");
            assert_eq!(found(bloom, id), Verdict::DoesNotHold, "{id}");
        }
    }
}
