//! Figure 3: deletability of the DlBF, as published, exact and simulated; and the marked regions that the published form
//! takes for all regions.

use bloomlab_deletable::{Parameters, in_f64, published};
use bloomlab_filters::{CellFilter, Cells, DeletableFilter, DlbfCells, Hashing};
use bloomlab_numbers::{DeletableKind, Double};
use bloomlab_simulation::DeletablePoint;
use bloomlab_tables::{Interval, Result, Run, Streams};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::columns::{self, dlbfs, mean, point, trials};
use crate::sweep::Sweep;

#[derive(Deserialize)]
pub struct Settings {
    #[serde(flatten)]
    sweep: Sweep,
    /// Of the filters whose marked regions are counted.
    seed_of_regions: u64,
}

#[derive(Serialize)]
pub struct Row {
    filter: String,
    region_bits: u64,
    bits: u64,
    hashes: u64,
    items: u64,
    items_per_bit: f64,
    exact_deletability: f64,
    /// As rebuilt from its description.
    published_deletability: Option<f64>,
    #[serde(rename = "simulated_deletability,deletability_lower,deletability_upper")]
    simulated_deletability: Option<Interval>,
    /// A region has a bit that was hit twice: 1 − g^b, g = (1 + λ)e^(−λ).
    model_of_regions: f64,
    /// The region of an item's position has one: 1 − e^(−λ) g^(b−1).
    model_of_positions: f64,
    #[serde(rename = "regions,regions_lower,regions_upper")]
    regions: Option<Interval>,
    #[serde(rename = "positions,positions_lower,positions_upper")]
    positions: Option<Interval>,
    #[serde(rename = "excess,excess_lower,excess_upper")]
    excess: Option<Interval>,
    epochs: Option<u64>,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let points = s.sweep.points(&dlbfs(&s.sweep.region_bits))?;
    run.rows(points, |(p, epochs)| row(&p, epochs, Streams::new("kwon-dfp, size bias", s.seed_of_regions), run))
}

fn row(p: &Parameters, epochs: u64, streams: Streams, run: &Run) -> Result<Row> {
    let DeletableKind::Dlbf { region_bits } = p.kind() else { return Err("not a DlBF".into()) };
    let of = columns::Point::of(p);
    let load = p.load(&Double);
    let empty = libm::exp(-load);
    let clean = (1.0 + load) * empty;
    let marked = streams.epochs(&point(p), epochs, |random| fill(&point(p), region_bits, random))?;
    Ok(Row {
        filter: of.filter,
        region_bits,
        bits: of.bits,
        hashes: of.hashes,
        items: of.items,
        items_per_bit: of.items_per_bit,
        exact_deletability: in_f64::deletability(p)?,
        published_deletability: published::published_dlbf_deletability(&Double, p),
        simulated_deletability: mean(&trials(p, epochs, run)?, |trial| trial.deletable as f64 / trial.items as f64)?,
        model_of_regions: 1.0 - libm::pow(clean, region_bits as f64),
        model_of_positions: 1.0 - empty * libm::pow(clean, (region_bits - 1) as f64),
        regions: mean(&marked, |(regions, _)| *regions)?,
        positions: mean(&marked, |(_, positions)| *positions)?,
        excess: mean(&marked, |(regions, positions)| positions - regions)?,
        epochs: (epochs > 0).then_some(epochs),
    })
}

/// Fills a DlBF: the share of its regions that are marked, and of its items' positions in marked regions.
fn fill(design: &DeletablePoint, region_bits: u64, mut random: impl Rng) -> Result<(f64, f64)> {
    let hashing = Hashing::ideal(design.hashes, random.next_u64());
    let regions = design.kind.try_cells(design.bits)? / region_bits;
    let mut filter = CellFilter::over(DlbfCells::new(regions, region_bits)?, hashing)?;
    let locator = *filter.locator();
    let items: Vec<_> = (0..design.items).map(|_| locator.draw(|| random.next_u64())).collect();
    for item in &items {
        filter.insert_at(item)?;
    }
    let array = filter.array();
    let cells = || items.iter().flat_map(|item| item.cells());
    let marked = cells().filter(|&&cell| array.is_saturated(cell)).count();
    let regions = array.collided_regions() as f64 / array.regions() as f64;
    Ok((regions, marked as f64 / cells().count() as f64))
}
