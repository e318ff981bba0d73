//! What blocks cost: in rate at the same number of bits, and in bits at the same rate.

mod claims;

use bloomlab_occupancy::search::try_first;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::Filter;

/// The search gives up on a blocked filter that needs more than this many times the bits.
const MOST_TIMES: u64 = 64;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// B.
    block_bits: Vec<u64>,
    /// m/n of the unblocked filter.
    bits_per_item: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    block_bits: u64,
    bits_per_item: u64,
    items: u64,
    unblocked_hashes: u64,
    unblocked_rate: f64,
    hashes: u64,
    rate: f64,
    /// rate / unblocked_rate.
    rate_ratio: f64,
    /// The fewest bits per item, in whole blocks, with a rate not above the unblocked one.
    equal_bits_per_item: f64,
    /// Their best k.
    equal_hashes: u64,
    /// (equal_bits_per_item − bits_per_item) / bits_per_item.
    extra_bits_share: f64,
}

pub(crate) struct Penalty;

impl Figure for Penalty {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let points = iproduct!(p.block_bits.iter().copied(), p.bits_per_item.iter().copied());
        context.rows(points, |(block_bits, bits_per_item)| {
            let (bits, filter) = (bits_per_item * p.items, Filter::Plain(block_bits));
            let (unblocked_hashes, unblocked_rate) = Filter::Unblocked.best(bits, p.items)?;
            let (hashes, rate) = filter.best(bits, p.items)?;
            let blocks = fewest_blocks(bits / block_bits, |blocks| {
                Ok(filter.best(blocks * block_bits, p.items)?.1 <= unblocked_rate)
            })?;
            let equal_bits_per_item = (blocks * block_bits) as f64 / p.items as f64;
            Ok(Row {
                block_bits,
                bits_per_item,
                items: p.items,
                unblocked_hashes,
                unblocked_rate,
                hashes,
                rate,
                rate_ratio: rate / unblocked_rate,
                equal_bits_per_item,
                equal_hashes: filter.best(blocks * block_bits, p.items)?.0,
                extra_bits_share: equal_bits_per_item / bits_per_item as f64 - 1.0,
            })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |title: &str, y: Axis, value: fn(&Row) -> f64| {
            let name = |row: &&Row| format!("B = {}", row.block_bits);
            let point = |row: &&Row| Some(Point::new(row.bits_per_item as f64, value(row)));
            Panel::new(
                Axis::new("bits per item m/n of the unblocked filter", Scale::Linear),
                y,
                Series::by_name(rows, name, Mark::Line, point),
            )
            .titled(title)
        };
        let ratio = Axis::new("rate, in times that of the unblocked filter", Scale::Log10);
        let extra = Axis::new("more bits for the same rate (%)", Scale::Log10);
        let panels = vec![
            panel("(a) the same number of bits", ratio, |row| row.rate_ratio),
            panel("(b) the same rate", extra, |row| 100.0 * row.extra_bits_share),
        ];
        Ok(LineFigure::new(panels).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// The smallest number of blocks, `first` or more, that is `enough`; every larger number must be enough too.
fn fewest_blocks(first: u64, enough: impl Fn(u64) -> Result<bool, AnyError>) -> Result<u64, AnyError> {
    let (mut few, mut many) = (first.saturating_sub(1), first.max(1));
    while !enough(many)? {
        (few, many) = (many, 2 * many);
        if many / MOST_TIMES > first {
            return Err(format!("{MOST_TIMES} times {first} blocks are not enough").into());
        }
    }
    try_first(few, many, enough)
}
