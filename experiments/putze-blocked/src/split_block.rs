//! Split blocks as Parquet has them, against plain blocks and none; and how far the Poisson mixture of the paper is off.

mod claims;
mod mixture;

use std::iter::zip;

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::{Filter, simulate};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// k.
    hashes: u64,
    /// W.
    word_bits: u64,
    /// B of further plain filters, for the Poisson mixture.
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
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact: f64,
    /// The Poisson mixture of the paper; none for the filter without blocks.
    poisson: Option<f64>,
    /// (poisson − exact)/exact.
    poisson_error: Option<f64>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) struct SplitBlock;

impl Figure for SplitBlock {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let compared = [Filter::Split(p.word_bits), Filter::Plain(p.word_bits * p.hashes), Filter::Unblocked];
        let further = p.block_bits.iter().map(|&block_bits| Filter::Plain(block_bits));
        let filters = compared.into_iter().chain(further);
        let points: Vec<_> = iproduct!(filters, p.bits_per_item.iter().copied()).collect();
        let simulated = |&(filter, c): &(Filter, u64)| {
            let wanted = compared.contains(&filter) && p.simulated.contains(&c);
            wanted.then(|| filter.point(c * p.items, p.items, p.hashes))
        };
        let simulated: Vec<_> = points.iter().map(simulated).collect();
        let simulated = simulate(&simulated, p.epochs, context)?;
        context.rows(zip(points, simulated), |((filter, c), simulated)| row(p, filter, c, simulated))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::new(vec![rates(rows), ratio(rows), errors(rows)]).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn bits_per_item(row: &Row) -> f64 {
    row.bits_per_item as f64
}

fn x_axis() -> Axis {
    Axis::new("bits per item m/n", Scale::Linear)
}

fn rates(rows: &[Row]) -> Panel {
    let is_compared = |row: &&Row| row.poisson.is_none() || row.filter.contains("split") || row.filter == "B = 256";
    let exact = |row: &&Row| Some(Point::new(bits_per_item(row), row.exact));
    let simulated = |row: &&Row| Some(row.simulated?.at(bits_per_item(row)));
    let compared = rows.iter().filter(is_compared);
    Panel::new(
        x_axis(),
        Axis::new("false-positive rate", Scale::Log10),
        Series::lines_with_markers(compared, |row| row.filter.clone(), exact, simulated),
    )
    .titled(
        rows.first().map(|row| format!("(a) split blocks, plain ones, none; k = {}", row.hashes)).unwrap_or_default(),
    )
}

fn ratio(rows: &[Row]) -> Panel {
    let name = |(split, _): &(&Row, &Row)| split.filter.clone();
    let exact = |(split, plain): &(&Row, &Row)| Some(Point::new(bits_per_item(split), split.exact / plain.exact));
    let simulated = |(split, plain): &(&Row, &Row)| Some(split.simulated?.over(plain.exact).at(bits_per_item(split)));
    Panel::new(
        x_axis(),
        Axis::new("rate, in times that of plain blocks", Scale::Linear).including(1.0),
        Series::lines_with_markers(split_and_plain(rows), name, exact, simulated),
    )
    .titled("(b) split over plain blocks of 256 bits")
}

fn errors(rows: &[Row]) -> Panel {
    let error = |row: &&Row| Some(Point::new(bits_per_item(row), row.poisson_error?.abs()));
    Panel::new(
        x_axis(),
        Axis::new("|Poisson − exact| / exact", Scale::Log10),
        Series::by_name(rows, |row| row.filter.clone(), Mark::Line, error),
    )
    .titled("(c) the Poisson mixture's error")
}

fn row(p: &Parameters, filter: Filter, bits_per_item: u64, simulated: Option<Interval>) -> Result<Row, AnyError> {
    let (bits, items, hashes) = (bits_per_item * p.items, p.items, p.hashes);
    let exact = filter.rate(bits, items, hashes)?;
    let mixture = match filter {
        Filter::Unblocked => None,
        _ => Some(mixture::of(filter.shape(bits, items, hashes)?)?),
    };
    let (poisson, poisson_error) = mixture.unzip();
    Ok(Row { filter: filter.name(), bits_per_item, bits, items, hashes, exact, poisson, poisson_error, simulated })
}

/// Each split filter beside the plain one with as many bits in a block.
fn split_and_plain(rows: &[Row]) -> impl Iterator<Item = (&Row, &Row)> {
    let of = |name: &'static str| rows.iter().filter(move |row| row.filter == name);
    of("split, W = 32").zip(of("B = 256"))
}
