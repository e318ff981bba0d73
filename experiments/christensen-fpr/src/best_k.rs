//! The number of hash functions with the lowest rate: by the classic formula, by its limit, and in truth.

mod claims;

use std::f64::consts::LN_2;

use bloomlab_formulas::approximation;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::certified::{classic_rate, double, exact_rate};
use crate::lowest::lowest;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m/n from 2 to this.
    most_bits_per_item: u64,
    /// n.
    items: Vec<u64>,
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
    /// (m/n) ln 2.
    fn real_best(&self) -> f64 {
        self.bits_per_item as f64 * LN_2
    }

    /// What the classic choice costs, as a factor of the rate.
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
        let points = iproduct!(p.items.iter().copied(), 2..=p.most_bits_per_item);
        context.rows(points, |(items, bits_per_item)| row(items, bits_per_item))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let x = || Axis::new("bits per item m/n", Scale::Linear).including(0.0);
        let best = |name: &str, mark, k: fn(&Row) -> f64| {
            let one_item = rows.iter().filter(|row| row.items == 1);
            Series::new(name, mark, one_item.map(|row| Point::new(row.bits_per_item as f64, k(row))))
        };
        let ks = Panel::new(
            x(),
            Axis::new("hash functions k", Scale::Linear).including(0.0),
            vec![
                best("(m/n) ln 2", Mark::Line, Row::real_best),
                best("lowest classic rate", Mark::Markers, |row| row.classic_best as f64),
                best("lowest exact rate", Mark::Markers, |row| row.exact_best as f64),
            ],
        )
        .titled("(a) best number of hash functions, n = 1");
        let few_items = rows.iter().filter(|row| row.items <= 8);
        let name = |row: &&Row| format!("n = {}", row.items);
        let loss = |row: &&Row| Some(Point::new(row.bits_per_item as f64, row.loss()));
        let losses = Panel::new(
            x(),
            Axis::new("exact rate / lowest exact rate", Scale::Linear).including(1.0),
            Series::by_name(few_items, name, Mark::Line, loss),
        )
        .titled("(b) cost of the k that the classic formula chooses");
        Ok(LineFigure::new(vec![ks, losses]).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

fn row(items: u64, bits_per_item: u64) -> Result<Row, AnyError> {
    let bits = items * bits_per_item;
    let hashes = || 1..=2 * bits_per_item;
    let (exact_best, lowest_rate) = lowest(bits, items, hashes(), exact_rate)?;
    let (classic_best, _) = lowest(bits, items, hashes(), classic_rate)?;
    let (limit_best, _) = lowest(bits, items, hashes(), |load| double(|a| approximation::classic_limit(a, load)))?;
    Ok(Row {
        items,
        bits_per_item,
        bits,
        exact_best: exact_best.hashes(),
        classic_best: classic_best.hashes(),
        limit_best: limit_best.hashes(),
        lowest_rate,
        rate_at_classic_best: exact_rate(classic_best)?,
    })
}
