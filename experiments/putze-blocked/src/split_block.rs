//! Split blocks as Parquet has them, against plain blocks and none; and how far the Poisson mixture of the paper is off.

use bloomlab_exact::Enclosures;
use bloomlab_formulas::blocked;
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_simulation::Estimate;
use bloomlab_workbench::{AnyError, Claim, Context, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::blocks::{Filter, Simulated, exact_and_simulated, share_contained, simulate};

/// Bits of the enclosures in which the mixture is compared with the exact rate.
const PRECISION: u32 = 256;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

impl Default for Parameters {
    fn default() -> Self {
        Self {
            items: 32_768,
            hashes: 8,
            word_bits: 32,
            block_bits: vec![64, 512, 4096],
            bits_per_item: (4..=32).collect(),
            simulated: (1..=8).map(|step| 4 * step).collect(),
            epochs: 10,
        }
    }
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
    simulated: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl Row {
    fn simulated(&self) -> Simulated {
        Some((self.simulated?, self.lower?, self.upper?))
    }
}

pub(crate) struct SplitBlock;

impl Figure for SplitBlock {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let compared = [Filter::Split(p.word_bits), Filter::Plain(p.word_bits * p.hashes), Filter::Unblocked];
        let further = p.block_bits.iter().map(|&block_bits| Filter::Plain(block_bits));
        let filters = compared.into_iter().chain(further);
        let points: Vec<_> = filters.flat_map(|filter| p.bits_per_item.iter().map(move |&c| (filter, c))).collect();
        let simulated = |&(filter, c): &(Filter, u64)| {
            let wanted = compared.contains(&filter) && p.simulated.contains(&c);
            wanted.then(|| filter.point(c * p.items, p.items, p.hashes)).transpose()
        };
        let simulated = points.iter().map(simulated).collect::<Result<Vec<_>, AnyError>>()?;
        let estimates = simulate(&simulated, p.epochs, context)?;
        let points: Vec<_> = points.into_iter().zip(estimates).collect();
        points.par_iter().map(|&((filter, c), estimate)| row(p, filter, c, estimate)).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let x = || Axis::new("bits per item m/n", Scale::Linear);
        let is_compared = |row: &&Row| row.poisson.is_none() || row.filter.contains("split") || row.filter == "B = 256";
        let compared: Vec<&Row> = rows.iter().filter(is_compared).collect();
        let exact = |row: &&Row| Point::new(row.bits_per_item as f64, row.exact);
        let rates = Panel {
            title: rows.first().map(|row| format!("(a) split blocks, plain ones, none; k = {}", row.hashes)),
            x: x(),
            y: Axis::new("false-positive rate", Scale::Log10),
            series: exact_and_simulated(&compared, |row| &row.filter, exact, |row| row.simulated()),
        };
        let over_plain =
            |(split, plain): (&Row, &Row)| Point::new(split.bits_per_item as f64, split.exact / plain.exact);
        let simulated_over_plain = |(split, plain): (&Row, &Row)| {
            let (mean, low, high) = split.simulated()?;
            let interval = Some((low / plain.exact, high / plain.exact));
            Some(Point { x: split.bits_per_item as f64, y: mean / plain.exact, interval })
        };
        let name = "split, W = 32".to_owned();
        let exact = split_and_plain(rows).map(over_plain).collect();
        let simulated = split_and_plain(rows).filter_map(simulated_over_plain).collect();
        let ratio = Panel {
            title: Some("(b) split over plain blocks of 256 bits".to_owned()),
            x: x(),
            y: Axis::new("rate, in times that of plain blocks", Scale::Linear).including(1.0),
            series: vec![
                Series { name: name.clone(), mark: Mark::Line, points: exact },
                Series { name, mark: Mark::MarkersOnPrevious, points: simulated },
            ],
        };
        let error = |row: &Row| Some(Point::new(row.bits_per_item as f64, row.poisson_error?.abs()));
        let series = |chunk: &[Row]| Series {
            name: chunk.first().map(|row| row.filter.clone()).unwrap_or_default(),
            mark: Mark::LineAndMarkers,
            points: chunk.iter().filter_map(error).collect(),
        };
        let errors = Panel {
            title: Some("(c) the Poisson mixture's error".to_owned()),
            x: x(),
            y: Axis::new("|Poisson − exact| / exact", Scale::Log10),
            series: rows
                .chunk_by(|a, b| a.filter == b.filter)
                .map(series)
                .filter(|series| !series.points.is_empty())
                .collect(),
        };
        Ok(LineFigure { panels: vec![rates, ratio, errors] }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Claim>, AnyError> {
        let ratios = || split_and_plain(rows).map(|(split, plain)| split.exact / plain.exact);
        let (lowest, highest) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
        let largest = |least_bits: u64| {
            let blocks = |row: &&Row| row.filter.strip_prefix("B = ").and_then(|bits| bits.parse::<u64>().ok());
            let large = rows.iter().filter(|row| blocks(row).is_some_and(|bits| bits >= least_bits));
            large.filter_map(|row| row.poisson_error).map(f64::abs).fold(0.0, f64::max)
        };
        let split_errors = split_and_plain(rows).filter_map(|(split, _)| split.poisson_error);
        let split_error = split_errors.map(f64::abs).fold(0.0, f64::max);
        let contained = share_contained(rows, |row| row.exact, Row::simulated);
        Ok(vec![
            Claim::new(
                "B07",
                "ours",
                "With as many bits an item, split blocks have a higher rate than plain ones as large",
            )
            .measured("highest ratio of the two rates", highest)
            .decide(lowest > 1.0),
            Claim::new(
                "B08",
                "section on blocked filters",
                "The Poisson mixture over the classic formula gives the rate",
            )
            .measured("largest relative error, plain blocks", largest(0))
            .decide_if(
                largest(0) < 0.05,
                largest(256) < 0.05,
                format!("to 5 %, for blocks of 256 bits and more ({:.1} % at most)", 100.0 * largest(256)),
            ),
            Claim::new(
                "B09",
                "ours",
                "For split blocks the Poisson mixture errs by the law of the loads alone, and little",
            )
            .measured("largest relative error, split blocks", split_error)
            .decide(split_error < 0.01),
            Claim::new("B10", "ours", "Simulated split filters have the exact rate")
                .measured("share of the 99 % intervals that contain it", contained)
                .decide(contained >= 0.9),
        ])
    }
}

fn row(p: &Parameters, filter: Filter, bits_per_item: u64, simulated: Option<Estimate>) -> Result<Row, AnyError> {
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
    Ok(Row {
        filter: filter.name(),
        bits_per_item,
        bits,
        items,
        hashes,
        exact,
        poisson,
        poisson_error,
        simulated: simulated.map(|estimate| estimate.mean),
        lower: simulated.map(|estimate| estimate.lower()),
        upper: simulated.map(|estimate| estimate.upper()),
    })
}

/// Each split filter beside the plain one of as many bits.
fn split_and_plain(rows: &[Row]) -> impl Iterator<Item = (&Row, &Row)> {
    let of = |name: &'static str| rows.iter().filter(move |row| row.filter == name);
    of("split, W = 32").zip(of("B = 256"))
}
