//! The number of hash functions that the classic formula calls best, and the one that is.

use bloomlab_formulas::{Load, approximation, inclusion_exclusion};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::certified::double;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m/n from 2 to this.
    most_bits_per_item: u64,
    /// n.
    items: Vec<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { most_bits_per_item: 32, items: vec![1, 2, 4, 8, 16, 64] }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    items: u64,
    bits_per_item: u64,
    bits: u64,
    /// The k of the lowest exact rate, the smallest where several have it.
    exact_best: u64,
    /// The k of the lowest classic rate, eq. 1.
    classic_best: u64,
    /// The k of the lowest limit of the classic rate.
    limit_best: u64,
    /// The exact rate with `exact_best`.
    lowest_rate: f64,
    /// The exact rate with `classic_best`.
    rate_at_classic_best: f64,
}

impl Row {
    /// The two integers next to (m/n) ln 2.
    fn neighbours(&self) -> [u64; 2] {
        let below = (self.bits_per_item as f64 * std::f64::consts::LN_2) as u64;
        [below, below + 1]
    }

    fn loss(&self) -> f64 {
        self.rate_at_classic_best / self.lowest_rate
    }
}

pub(crate) struct BestK;

impl Figure for BestK {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if !(2..=64).contains(&p.most_bits_per_item) || p.items.contains(&0) {
            return Err(
                format!("most_bits_per_item {}: needs 2 to 64, and items at least 1", p.most_bits_per_item).into()
            );
        }
        let grid = |&items: &u64| (2..=p.most_bits_per_item).map(move |bits_per_item| (items, bits_per_item));
        let points: Vec<_> = p.items.iter().flat_map(grid).collect();
        context.progress.expect(points.len() as u64);
        let row = |&(items, bits_per_item): &(u64, u64)| {
            let row = row(items, bits_per_item);
            context.progress.advance();
            row
        };
        points.par_iter().map(row).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let one_item: Vec<&Row> = rows.iter().filter(|row| row.items == 1).collect();
        let best = |name: &str, mark, k: fn(&Row) -> f64| Series {
            name: name.to_owned(),
            mark,
            points: one_item.iter().map(|row| Point::new(row.bits_per_item as f64, k(row))).collect(),
        };
        let ks = Panel {
            title: Some("(a) best number of hash functions, n = 1".to_owned()),
            x: Axis::new("bits per item m/n", Scale::Linear).including(0.0),
            y: Axis::new("hash functions k", Scale::Linear).including(0.0),
            series: vec![
                best("(m/n) ln 2", Mark::Line, |row| row.bits_per_item as f64 * std::f64::consts::LN_2),
                best("lowest classic rate", Mark::Markers, |row| row.classic_best as f64),
                best("lowest exact rate", Mark::Markers, |row| row.exact_best as f64),
            ],
        };
        let losses = rows.chunk_by(|a, b| a.items == b.items).filter(|rows| rows[0].items <= 8).map(|rows| Series {
            name: format!("n = {}", rows[0].items),
            mark: Mark::LineAndMarkers,
            points: rows.iter().map(|row| Point::new(row.bits_per_item as f64, row.loss())).collect(),
        });
        let losses = Panel {
            title: Some("(b) cost of the k that the classic formula chooses".to_owned()),
            x: Axis::new("bits per item m/n", Scale::Linear).including(0.0),
            y: Axis::new("exact rate / lowest exact rate", Scale::Linear).including(1.0),
            series: losses.collect(),
        };
        Ok(LineFigure { panels: vec![ks, losses] }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let share =
            |is_so: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is_so(row)).count() as f64 / rows.len() as f64;
        let classic = share(&|row| row.neighbours().contains(&row.classic_best));
        let limit = share(&|row| row.neighbours().contains(&row.limit_best));
        let exact = share(&|row| row.neighbours().contains(&row.exact_best));
        let differ = rows.iter().filter(|row| row.classic_best != row.exact_best);
        let largest = rows.iter().map(Row::loss).fold(0.0, f64::max);
        let costly = rows.iter().filter(|row| row.loss() > 1.01).map(|row| row.items).max().unwrap_or(0);
        Ok(vec![
            Decision::new("C04")
                .measured(classic)
                .decide_if(
                    classic == 1.0 && limit == 1.0,
                    limit == 1.0,
                    "the limit (1 − e^(−kn/m))^k is minimised, not eq. 1",
                )
                .because(format!("and so is that of its limit ({limit:.3}); the k of the lowest exact rate is in a share of {exact:.3} only")),
            Decision::new("C05")
                .measured(largest)
                .decide(largest > 1.0)
                .because(format!(
                    "another k in {} of {} filters; more than 1 % is lost only up to n = {costly}",
                    differ.count(),
                    rows.len()
                )),
        ])
    }
}

fn row(items: u64, bits_per_item: u64) -> Result<Row, AnyError> {
    let bits = items * bits_per_item;
    let exact = |shape| double(|a| inclusion_exclusion::rate(a, shape));
    let lowest = |rate: &dyn Fn(Load) -> Result<f64, bloomlab_exact::NotCertified>| -> Result<(u64, f64), AnyError> {
        let mut best = (0, f64::INFINITY);
        for hashes in 1..=2 * bits_per_item {
            let rate = rate(Load::new(bits, items, hashes)?)?;
            if rate < best.1 {
                best = (hashes, rate);
            }
        }
        Ok(best)
    };
    let (exact_best, lowest_rate) = lowest(&exact)?;
    let (classic_best, _) = lowest(&|shape| double(|a| approximation::classic(a, shape)))?;
    let (limit_best, _) = lowest(&|shape| double(|a| approximation::classic_limit(a, shape)))?;
    let rate_at_classic_best = exact(Load::new(bits, items, classic_best)?)?;
    Ok(Row { items, bits_per_item, bits, exact_best, classic_best, limit_best, lowest_rate, rate_at_classic_best })
}
