//! Split blocks as Parquet has them, against plain blocks and none; and how far the Poisson mixture of the paper is off.

use std::iter::zip;

use bloomlab_exact::Enclosures;
use bloomlab_formulas::blocked;
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::{Filter, share_contained, simulate};

/// Bits of the enclosures in which the mixture is compared with the exact rate.
const PRECISION: u32 = 256;

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
            wanted.then(|| filter.point(c * p.items, p.items, p.hashes)).transpose()
        };
        let simulated = points.iter().map(simulated).collect::<Result<Vec<_>, AnyError>>()?;
        let simulated = simulate(&simulated, p.epochs, context)?;
        context.rows(zip(points, simulated), |((filter, c), simulated)| row(p, filter, c, simulated))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let x = || Axis::new("bits per item m/n", Scale::Linear);
        let is_compared = |row: &&Row| row.poisson.is_none() || row.filter.contains("split") || row.filter == "B = 256";
        let bits_per_item = |row: &Row| row.bits_per_item as f64;
        let exact = |row: &&Row| Some(Point::new(bits_per_item(row), row.exact));
        let simulated = |row: &&Row| Some(row.simulated?.at(bits_per_item(row)));
        let name = |row: &&Row| row.filter.clone();
        let rates = Panel {
            title: rows.first().map(|row| format!("(a) split blocks, plain ones, none; k = {}", row.hashes)),
            x: x(),
            y: Axis::new("false-positive rate", Scale::Log10),
            series: Series::lines_with_markers(rows.iter().filter(is_compared), name, exact, simulated),
        };
        let exact = |(split, plain): &(&Row, &Row)| Some(Point::new(bits_per_item(split), split.exact / plain.exact));
        let simulated =
            |(split, plain): &(&Row, &Row)| Some(split.simulated?.over(plain.exact).at(bits_per_item(split)));
        let ratio = Panel {
            title: Some("(b) split over plain blocks of 256 bits".to_owned()),
            x: x(),
            y: Axis::new("rate, in times that of plain blocks", Scale::Linear).including(1.0),
            series: Series::lines_with_markers(
                split_and_plain(rows),
                |(split, _)| split.filter.clone(),
                exact,
                simulated,
            ),
        };
        let error = |row: &&Row| Some(Point::new(bits_per_item(row), row.poisson_error?.abs()));
        let errors = Panel {
            title: Some("(c) the Poisson mixture's error".to_owned()),
            x: x(),
            y: Axis::new("|Poisson − exact| / exact", Scale::Log10),
            series: Series::by_name(rows, name, Mark::LineAndMarkers, error),
        };
        Ok(LineFigure { panels: vec![rates, ratio, errors] }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let ratios = || split_and_plain(rows).map(|(split, plain)| split.exact / plain.exact);
        let (lowest, highest) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
        let largest = |least_bits: u64| {
            let blocks = |row: &&Row| row.filter.strip_prefix("B = ").and_then(|bits| bits.parse::<u64>().ok());
            let large = rows.iter().filter(|row| blocks(row).is_some_and(|bits| bits >= least_bits));
            large.filter_map(|row| row.poisson_error).map(f64::abs).fold(0.0, f64::max)
        };
        let split_errors = split_and_plain(rows).filter_map(|(split, _)| split.poisson_error);
        let split_error = split_errors.map(f64::abs).fold(0.0, f64::max);
        let contained = share_contained(rows, |row| row.exact, |row| row.simulated);
        Ok(vec![
            Decision::new("B07").measured(highest).decide(lowest > 1.0),
            Decision::new("B08").measured(largest(0)).decide_if(
                largest(0) < 0.05,
                largest(256) < 0.05,
                format!("to 5 %, for blocks of 256 bits and more ({:.1} % at most)", 100.0 * largest(256)),
            ),
            Decision::new("B09").measured(split_error).decide(split_error < 0.01),
            Decision::new("B10").measured(contained).decide(contained >= 0.9),
        ])
    }
}

fn row(p: &Parameters, filter: Filter, bits_per_item: u64, simulated: Option<Interval>) -> Result<Row, AnyError> {
    let (bits, items, hashes) = (bits_per_item * p.items, p.items, p.hashes);
    let exact = filter.rate(bits, items, hashes)?;
    let (mut poisson, mut poisson_error) = (None, None);
    if filter != Filter::Unblocked {
        let a = Enclosures::new(PRECISION);
        let shape = filter.shape(bits, items, hashes)?;
        let bounded = blocked::poisson(&a, shape)?;
        let mixture = bounded.value.widened_by(&bounded.error_bound);
        let error = mixture.clone() / blocked::by_inclusion_exclusion(&a, shape) - a.one();
        if error.relative_width() > 1e-12 {
            return Err(format!("{} at {bits_per_item} bits an item: {error:?} is too wide", filter.name()).into());
        }
        (poisson, poisson_error) = (Some(mixture.to_f64()), Some(error.to_f64()));
    }
    Ok(Row { filter: filter.name(), bits_per_item, bits, items, hashes, exact, poisson, poisson_error, simulated })
}

/// Each split filter beside the plain one of as many bits.
fn split_and_plain(rows: &[Row]) -> impl Iterator<Item = (&Row, &Row)> {
    let of = |name: &'static str| rows.iter().filter(move |row| row.filter == name);
    of("split, W = 32").zip(of("B = 256"))
}
