//! The rate against bits per item, for blocks of several sizes and for none.

mod claims;

use std::iter::zip;

use bloomlab_pictures::{Axis, LineFigure, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::{iproduct, izip};
use serde::{Deserialize, Serialize};

use crate::blocks::{Filter, simulate};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// B.
    block_bits: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// m/n of the filters that are also simulated.
    simulated: Vec<u64>,
    /// Independent filters at each of these.
    epochs: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    /// B; m for the filter without blocks.
    block_bits: u64,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    /// The best k.
    hashes: u64,
    rate: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) struct RatePerBit;

impl Figure for RatePerBit {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = p.block_bits.iter().map(|&block_bits| Filter::Plain(block_bits)).chain([Filter::Unblocked]);
        let points: Vec<_> = iproduct!(filters, p.bits_per_item.iter().copied()).collect();
        let best = context.rows(&points, |&(filter, c)| filter.best(c * p.items, p.items))?;
        let simulated = |(&(filter, c), &(hashes, _)): (&(Filter, u64), &(u64, f64))| {
            p.simulated.contains(&c).then(|| filter.point(c * p.items, p.items, hashes))
        };
        let simulated: Vec<_> = zip(&points, &best).map(simulated).collect();
        let simulated = simulate(&simulated, p.epochs, context)?;
        let row = |((filter, bits_per_item), (hashes, rate), simulated): ((Filter, u64), _, _)| Row {
            filter: filter.name(),
            block_bits: if let Filter::Plain(block_bits) = filter { block_bits } else { bits_per_item * p.items },
            bits_per_item,
            bits: bits_per_item * p.items,
            items: p.items,
            hashes,
            rate,
            simulated,
        };
        Ok(izip!(points, best, simulated).map(row).collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let x = |row: &Row| row.bits_per_item as f64;
        let exact = |row: &&Row| Some(Point::new(x(row), row.rate));
        let simulated = |row: &&Row| Some(row.simulated?.at(x(row)));
        let panel = Panel::new(
            Axis::new("bits per item m/n", Scale::Linear),
            Axis::new("false-positive rate at the best k", Scale::Log10),
            Series::lines_with_markers(rows, |row| row.filter.clone(), exact, simulated),
        );
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
