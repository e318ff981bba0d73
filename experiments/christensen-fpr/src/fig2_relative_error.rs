//! Figure 2: the relative error of the classic formula.

use formulas::{approximation, inclusion_exclusion};
use numbers::Arithmetic;
use rayon::prelude::*;
use report::{AnyError, Axis, Claim, Context, Figure, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use serde::{Deserialize, Serialize};

use crate::certified::{Grid, double, powers_of_two, usual_filter};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    classic_rate: f64,
    /// (exact − classic)/exact.
    relative_error: f64,
}

pub(crate) struct RelativeError;

impl Figure for RelativeError {
    type Parameters = Grid;
    type Row = Row;

    fn compute(p: &Grid, context: &Context) -> Result<Vec<Row>, AnyError> {
        let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
        let points: Vec<_> = p.bits_per_item.iter().flat_map(|&c| sizes.iter().map(move |&m| (c, m))).collect();
        context.progress.expect(points.len() as u64);
        let row = |&(bits_per_item, bits): &(u64, u64)| -> Result<Row, AnyError> {
            let shape = usual_filter(bits, bits_per_item)?;
            let row = Row {
                bits_per_item,
                bits,
                items: shape.items(),
                hashes: shape.hashes(),
                exact_rate: double(|a| inclusion_exclusion::rate(a, shape))?,
                classic_rate: double(|a| approximation::classic(a, shape))?,
                relative_error: double(|a| {
                    a.one() - approximation::classic(a, shape) / inclusion_exclusion::rate(a, shape)
                })?,
            };
            context.progress.advance();
            Ok(row)
        };
        points.par_iter().map(row).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            let name = format!("m/n = {}, k = {}", row.bits_per_item, row.hashes);
            let point = Point::new(row.bits as f64, row.relative_error);
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => series.push(Series { name, mark: Mark::LineAndMarkers, points: vec![point] }),
            }
        }
        let panel = Panel {
            title: None,
            x: Axis::new("filter size m (bits)", Scale::Log2),
            y: Axis::new("relative error (exact − classic)/exact", Scale::Log10),
            series,
        };
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Claim>, AnyError> {
        let steps = rows.windows(2).filter(|pair| pair[0].bits_per_item == pair[1].bits_per_item);
        let (mut doublings, mut falling) = (0.0, 0.0);
        for pair in steps {
            doublings += 1.0;
            falling += f64::from(pair[1].bits > pair[0].bits && pair[1].relative_error < pair[0].relative_error);
        }
        Ok(vec![
            Claim::new(
                "C13",
                "section 3",
                "At a fixed number of bits per item the classic formula's error falls with m",
            )
            .measured("share of the doublings of m at which the relative error falls", falling / doublings)
            .decide(falling == doublings),
        ])
    }
}
