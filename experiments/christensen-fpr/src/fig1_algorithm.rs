//! Figure 1: the published table algorithm, where it fails as transcribed, and what it costs.

use exact::Rationals;
use formulas::table::{self, LineSeven, Use};
use formulas::{OccupancyShape, Shape, inclusion_exclusion, occupancy};
use report::{AnyError, Axis, Context, Figure, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use serde::{Deserialize, Serialize};

use crate::certified::powers_of_two;
use crate::counted::multiplications;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// Cost: m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// Cost: m/n.
    bits_per_item: u64,
    /// Cost: k.
    hashes: u64,
    /// Failures: the numbers of bins M.
    bins: Vec<u64>,
    /// Failures: N from 1 to this.
    most_balls: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            log2_bits_from: 5,
            log2_bits_to: 20,
            bits_per_item: 10,
            hashes: 7,
            bins: vec![4, 8, 16, 32],
            most_balls: 64,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// `multiplications`, or `wrong values` among P(N, M, 1) … P(N, M, min(N, M)).
    quantity: String,
    series: String,
    /// M or m.
    bins: u64,
    /// N or kn.
    balls: u64,
    count: u64,
}

const COST: &str = "multiplications";
const WRONG: &str = "wrong values";

pub(crate) struct Algorithm;

impl Figure for Algorithm {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
        if p.bits_per_item == 0 {
            return Err("bits_per_item 0: needs at least 1".into());
        }
        context.progress.expect(sizes.len() as u64 + p.bins.len() as u64);
        let mut rows = Vec::new();
        for bits in sizes {
            rows.extend(costs(Shape::new(bits, bits / p.bits_per_item, p.hashes)?)?);
            context.progress.advance();
        }
        for &bins in &p.bins {
            for balls in 1..=p.most_balls {
                let count = wrong_values(OccupancyShape::new(balls, bins)?);
                rows.push(Row { quantity: WRONG.to_owned(), series: format!("M = {bins}"), bins, balls, count });
            }
            context.progress.advance();
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let cost = Panel {
            title: Some("(a) cost of one false-positive rate".to_owned()),
            x: Axis::new("filter size m (bits)", Scale::Log2),
            y: Axis::new("multiplications", Scale::Log10),
            series: series(rows, COST, |row| row.bins as f64),
        };
        let wrong = Panel {
            title: Some("(b) wrong values of P(N, M, K), line 7 as transcribed".to_owned()),
            x: Axis::new("balls N", Scale::Linear).including(0.0),
            y: Axis::new("wrong values among K = 1 … min(N, M)", Scale::Linear).including(0.0),
            series: series(rows, WRONG, |row| row.balls as f64),
        };
        Ok(LineFigure { panels: vec![cost, wrong] }.draw()?)
    }
}

fn series(rows: &[Row], quantity: &str, x: impl Fn(&Row) -> f64) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for row in rows.iter().filter(|row| row.quantity == quantity) {
        let point = Point::new(x(row), row.count as f64);
        match all.iter_mut().find(|series| series.name == row.series) {
            Some(series) => series.points.push(point),
            None => all.push(Series { name: row.series.clone(), mark: Mark::LineAndMarkers, points: vec![point] }),
        }
    }
    all
}

fn costs(shape: Shape) -> Result<Vec<Row>, AnyError> {
    let balls_and_bins = OccupancyShape::from(shape);
    let row = |series: &str, count: u128| -> Result<Row, AnyError> {
        let count = u64::try_from(count)?;
        let (bins, balls) = (shape.bits(), shape.balls());
        Ok(Row { quantity: COST.to_owned(), series: series.to_owned(), bins, balls, count })
    };
    let inclusion_exclusion = multiplications(|a| inclusion_exclusion::rate(a, shape));
    Ok(vec![
        row("Figure 1, one call per K", table::multiplications(Use::OneCallPerK, balls_and_bins))?,
        row("Figure 1, tables kept", table::multiplications(Use::KeptTables, balls_and_bins))?,
        row("row recursion (eq. 8)", occupancy::recursion_multiplications(balls_and_bins))?,
        row("inclusion–exclusion", inclusion_exclusion.into())?,
    ])
}

/// How many of P(N, M, 1), …, P(N, M, min(N, M)) the transcribed line 7 gets wrong, in exact rationals.
fn wrong_values(shape: OccupancyShape) -> u64 {
    let transcribed = table::kept_tables(&Rationals, LineSeven::AsTranscribed, shape);
    let repaired = table::kept_tables(&Rationals, LineSeven::Repaired, shape);
    transcribed.iter().zip(&repaired).filter(|(wrong, right)| wrong != right).count() as u64
}
