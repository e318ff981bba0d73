//! The rate against bits per item, for blocks of several sizes and for none.

use bloomlab_pictures::{Axis, LineFigure, Panel, Picture, Point, Scale};
use bloomlab_simulation::Estimate;
use bloomlab_workbench::{AnyError, Claim, Context, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::blocks::{Filter, Simulated, exact_and_simulated, share_contained, simulate};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

impl Default for Parameters {
    fn default() -> Self {
        Self {
            items: 32_768,
            block_bits: vec![64, 256, 512, 4096],
            bits_per_item: (4..=32).collect(),
            simulated: (1..=8).map(|step| 4 * step).collect(),
            epochs: 10,
        }
    }
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
    simulated: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl Row {
    fn simulated(&self) -> Simulated {
        Some((self.simulated?, self.lower?, self.upper?))
    }
}

pub(crate) struct RatePerBit;

impl Figure for RatePerBit {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = p.block_bits.iter().map(|&block_bits| Filter::Plain(block_bits)).chain([Filter::Unblocked]);
        let points: Vec<_> = filters.flat_map(|filter| p.bits_per_item.iter().map(move |&c| (filter, c))).collect();
        let best = points.par_iter().map(|&(filter, c)| filter.best(c * p.items, p.items));
        let best = best.collect::<Result<Vec<(u64, f64)>, AnyError>>()?;
        let simulated = |(&(filter, c), &(hashes, _)): (&(Filter, u64), &(u64, f64))| {
            p.simulated.contains(&c).then(|| filter.point(c * p.items, p.items, hashes)).transpose()
        };
        let simulated = points.iter().zip(&best).map(simulated).collect::<Result<Vec<_>, AnyError>>()?;
        let estimates = simulate(&simulated, p.epochs, context)?;
        let row =
            |((&(filter, bits_per_item), (hashes, rate)), estimate): ((&(Filter, u64), _), Option<Estimate>)| Row {
                filter: filter.name(),
                block_bits: if let Filter::Plain(block_bits) = filter { block_bits } else { bits_per_item * p.items },
                bits_per_item,
                bits: bits_per_item * p.items,
                items: p.items,
                hashes,
                rate,
                simulated: estimate.map(|estimate| estimate.mean),
                lower: estimate.map(|estimate| estimate.lower()),
                upper: estimate.map(|estimate| estimate.upper()),
            };
        Ok(points.iter().zip(best).zip(estimates).map(row).collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let exact = |row: &Row| Point::new(row.bits_per_item as f64, row.rate);
        let panel = Panel {
            title: None,
            x: Axis::new("bits per item m/n", Scale::Linear),
            y: Axis::new("false-positive rate at the best k", Scale::Log10),
            series: exact_and_simulated(rows, |row| &row.filter, exact, Row::simulated),
        };
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Claim>, AnyError> {
        let mut lowest_ratio = f64::INFINITY;
        let (mut compared, mut no_more_hashes) = (0.0, 0.0);
        for row in rows.iter().filter(|row| row.filter != "unblocked") {
            let same = rows.iter().find(|r| r.filter == "unblocked" && r.bits_per_item == row.bits_per_item);
            let unblocked = same.ok_or("no unblocked filter to compare with")?;
            lowest_ratio = lowest_ratio.min(row.rate / unblocked.rate);
            compared += 1.0;
            no_more_hashes += f64::from(row.hashes <= unblocked.hashes);
        }
        let contained = share_contained(rows, |row| row.rate, Row::simulated);
        Ok(vec![
            Claim::new("B01", "section on blocked filters", "At the same number of bits, blocks raise the rate")
                .measured(
                    "lowest ratio of a blocked filter's rate to the unblocked one's, each at its best k",
                    lowest_ratio,
                )
                .decide(lowest_ratio > 1.0),
            Claim::new("B02", "ours", "A blocked filter is best with no more hash functions than an unblocked one")
                .measured("share of the blocked filters of which this is so", no_more_hashes / compared)
                .decide(no_more_hashes == compared),
            Claim::new("B03", "ours", "Simulated blocked filters have the exact rate")
                .measured("share of the 99 % intervals that contain it", contained)
                .decide(contained >= 0.9),
        ])
    }
}
