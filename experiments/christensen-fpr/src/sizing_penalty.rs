//! The rate that a filter sized with the classic formula really gets.

use bloomlab_exact::{Enclosure, Enclosures, Rational};
use bloomlab_formulas::sizing::smallest;
use bloomlab_formulas::{Load, approximation, inclusion_exclusion};
use bloomlab_numbers::Number;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::certified::double;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// P, as decimals.
    targets: Vec<String>,
    /// n.
    items: Vec<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        let items = (0..=13).flat_map(|octave| [1 << octave, 3 << octave]).filter(|n| *n <= 10_000).collect();
        Self { targets: ["1e-1", "1e-2", "1e-3", "1e-4"].map(str::to_owned).into(), items }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    target: f64,
    items: u64,
    /// What the classic formula chooses.
    bits: u64,
    hashes: u64,
    classic_rate: f64,
    exact_rate: f64,
    /// exact_rate / target.
    penalty: f64,
    /// The fewest bits with which the exact rate keeps the target.
    bits_needed: u64,
}

pub(crate) struct SizingPenalty;

impl Figure for SizingPenalty {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.items.contains(&0) {
            return Err("items: 0 is out of range: needs at least 1".into());
        }
        let mut points = Vec::new();
        for text in &p.targets {
            let target = Rational::from_decimal(text)?;
            if !(target > Rational::new(0, 1) && target < Rational::new(1, 1)) {
                return Err(format!("targets: {text} is out of range: needs 0 < target < 1").into());
            }
            points.extend(p.items.iter().map(|&items| (target.clone(), items)));
        }
        context.progress.expect(points.len() as u64);
        points
            .par_iter()
            .map(|(target, items)| {
                let row = row(target, *items);
                context.progress.advance();
                row
            })
            .collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            let name = format!("target {}", row.target);
            let point = Point::new(row.items as f64, row.penalty);
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => series.push(Series { name, mark: Mark::LineAndMarkers, points: vec![point] }),
            }
        }
        let panel = Panel {
            title: None,
            x: Axis::new("items n", Scale::Log10),
            y: Axis::new("exact rate / target", Scale::Linear).including(1.0),
            series,
        };
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let short = rows.iter().filter(|row| row.bits < row.bits_needed && row.penalty > 1.0);
        let share = short.clone().count() as f64 / rows.len() as f64;
        let most = short.map(|row| row.bits_needed - row.bits).max().unwrap_or(0);
        let significant = rows.iter().filter(|row| row.penalty > 1.01).map(|row| row.items).max().unwrap_or(0);
        let worst = rows.iter().map(|row| row.penalty).fold(0.0, f64::max);
        Ok(vec![
            Decision::new("C06")
                .measured(share)
                .decide(share > 0.0)
                .because(format!(
                    "by at most {most} bits; the rate is up to {worst:.2} times the target, more than 1 % above it only up to n = {significant}"
                )),
        ])
    }
}

fn row(target: &Rational, items: u64) -> Result<Row, AnyError> {
    let fewest = |rate: fn(&Enclosures, Load) -> Enclosure| {
        let a = Enclosures::new(256);
        let meets = |shape: Load| {
            let rate = rate(&a, shape);
            if rate.is_at_most(target) {
                Ok(true)
            } else if rate.is_above(target) {
                Ok(false)
            } else {
                Err(format!("{shape:?}: 256 bits do not decide whether the rate is at most {target}"))
            }
        };
        smallest(items, libm::log(target.to_f64()), meets)
    };
    let chosen = fewest(approximation::classic)?;
    let bits_needed = fewest(inclusion_exclusion::rate)?.bits;
    // of several k that reach the target with so few bits, the one with the lowest classic rate
    let mut best: Option<(f64, Load)> = None;
    for hashes in chosen.hashes {
        let shape = Load::new(chosen.bits, items, hashes)?;
        let rate = double(|a| approximation::classic(a, shape))?;
        if best.is_none_or(|(lowest, _)| rate < lowest) {
            best = Some((rate, shape));
        }
    }
    let (classic_rate, shape) = best.ok_or("no number of hash functions reaches the target")?;
    let exact_rate = double(|a| inclusion_exclusion::rate(a, shape))?;
    let penalty = double(|a| inclusion_exclusion::rate(a, shape) / a.rational(target))?;
    let (bits, hashes) = (shape.bits(), shape.hashes());
    Ok(Row { target: target.to_f64(), items, bits, hashes, classic_rate, exact_rate, penalty, bits_needed })
}
