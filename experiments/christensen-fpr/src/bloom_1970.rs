//! The relative errors of Bloom's own formula (eq. 19) and of the limit of the classic formula.

use formulas::{approximation, inclusion_exclusion};
use numbers::Arithmetic;
use rayon::prelude::*;
use report::{AnyError, Axis, Context, Figure, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use serde::{Deserialize, Serialize};

use crate::certified::{Grid, double, powers_of_two, usual_filter};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    formula: String,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    rate: f64,
    /// (exact − formula)/exact: negative where the formula is too high.
    relative_error: f64,
}

const BLOOM: &str = "bloom-1970";
const LIMIT: &str = "classic-limit";

pub(crate) struct Bloom1970;

impl Figure for Bloom1970 {
    type Parameters = Grid;
    type Row = Row;

    fn compute(p: &Grid, context: &Context) -> Result<Vec<Row>, AnyError> {
        let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
        let grid = |&formula: &&'static str| {
            let sizes = &sizes;
            p.bits_per_item.iter().flat_map(move |&c| sizes.iter().map(move |&m| (formula, c, m)))
        };
        let points: Vec<_> = [BLOOM, LIMIT].iter().flat_map(grid).collect();
        context.progress.expect(points.len() as u64);
        points
            .par_iter()
            .map(|&(formula, bits_per_item, bits)| {
                let row = row(formula, bits_per_item, bits);
                context.progress.advance();
                row
            })
            .collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |formula: &str, title: &str| Panel {
            title: Some(title.to_owned()),
            x: Axis::new("filter size m (bits)", Scale::Log2),
            y: Axis::new("|exact − formula|/exact", Scale::Log10),
            series: series(rows, formula),
        };
        let bloom = panel(BLOOM, "(a) Bloom 1970, (1 − (1 − k/m)ⁿ)ᵏ");
        let limit = panel(LIMIT, "(b) limit of the classic formula");
        Ok(LineFigure { panels: vec![bloom, limit] }.draw()?)
    }
}

fn row(formula: &str, bits_per_item: u64, bits: u64) -> Result<Row, AnyError> {
    let shape = usual_filter(bits, bits_per_item)?;
    let (items, hashes) = (shape.items(), shape.hashes());
    let value = |a: &exact::Enclosures| match formula {
        LIMIT => approximation::classic_limit(a, shape),
        // more hash functions than bits: no value, an enclosure of nothing
        _ => approximation::bloom_1970(a, shape).unwrap_or_else(|| a.one() / a.zero()),
    };
    let rate = double(value)?;
    let relative_error = double(|a| a.one() - value(a) / inclusion_exclusion::rate(a, shape))?;
    Ok(Row { formula: formula.to_owned(), bits_per_item, bits, items, hashes, rate, relative_error })
}

fn series(rows: &[Row], formula: &str) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for row in rows.iter().filter(|row| row.formula == formula) {
        let name = format!("m/n = {}, k = {}", row.bits_per_item, row.hashes);
        let point = Point::new(row.bits as f64, row.relative_error.abs());
        match all.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => all.push(Series { name, mark: Mark::LineAndMarkers, points: vec![point] }),
        }
    }
    all
}
