//! The relative errors of Bloom's own formula (eq. 19) and of the limit of the classic formula.

use bloomlab_formulas::{approximation, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
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
    /// Of eq. 1.
    classic_rate: f64,
    /// (exact − formula)/exact: negative where the formula is too high.
    relative_error: f64,
}

const BLOOM: &str = "bloom-1970";
const LIMIT: &str = "classic-limit";
/// A relative difference that is called close, and one that is called significant.
const CLOSE: f64 = 0.01;
const SIGNIFICANT: f64 = 0.1;

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

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let bloom: Vec<&Row> = rows.iter().filter(|row| row.formula == BLOOM).collect();
        let from_classic = |row: &&Row| (row.rate / row.classic_rate - 1.0).abs();
        let farthest = |least_bits: fn(&Row) -> u64| {
            let large = bloom.iter().copied().filter(|row| row.bits >= least_bits(row));
            large.map(|row| from_classic(&row)).fold(0.0, f64::max)
        };
        let (beyond_k, beyond_k_squared) =
            (farthest(|row| 100 * row.hashes), farthest(|row| 100 * row.hashes * row.hashes));
        let smallest = bloom.iter().map(|row| row.bits).min().ok_or("no rows of eq. 19")?;
        let small: Vec<&&Row> = bloom.iter().filter(|row| row.bits == smallest).collect();
        let off = |row: &&&Row| row.relative_error.abs() >= SIGNIFICANT;
        let significant = small.iter().copied().filter(off).map(|row| row.bits_per_item).min();
        let every = |least: u64| small.iter().filter(|row| row.bits_per_item >= least).all(off);
        let errors =
            small.iter().map(|row| format!("{:.1} % at m/n = {}", 100.0 * row.relative_error.abs(), row.bits_per_item));
        Ok(vec![
            Decision::new("C18").measured(beyond_k).decide_if(
                beyond_k <= CLOSE,
                beyond_k_squared <= CLOSE,
                format!("m ≫ k²: with m ≥ 100 k² the two are within {:.2} %", 100.0 * beyond_k_squared),
            ),
            Decision::new("C19")
                .measured_as(
                    format!("largest |eq. 19 / exact rate − 1| at m = {smallest}"),
                    small.iter().map(|row| row.relative_error.abs()).fold(0.0, f64::max),
                )
                .decide_if(
                    small.iter().all(off),
                    significant.is_some_and(every),
                    format!("m/n ≥ {}: {}", significant.unwrap_or(0), errors.collect::<Vec<_>>().join(", ")),
                ),
        ])
    }
}

fn row(formula: &str, bits_per_item: u64, bits: u64) -> Result<Row, AnyError> {
    let shape = usual_filter(bits, bits_per_item)?;
    let (items, hashes) = (shape.items(), shape.hashes());
    let value = |a: &bloomlab_exact::Enclosures| match formula {
        LIMIT => approximation::classic_limit(a, shape),
        // more hash functions than bits: no value, an enclosure of nothing
        _ => approximation::bloom_1970(a, shape).unwrap_or_else(|_| a.one() / a.zero()),
    };
    let rate = double(value)?;
    let classic_rate = double(|a| approximation::classic(a, shape))?;
    let relative_error = double(|a| a.one() - value(a) / inclusion_exclusion::rate(a, shape))?;
    Ok(Row { formula: formula.to_owned(), bits_per_item, bits, items, hashes, rate, classic_rate, relative_error })
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
