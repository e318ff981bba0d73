//! Regions of the DlBF: the share that is marked, and the share of the items' positions that lie in a marked one.

use bloomlab_deletable::Parameters;
use bloomlab_filters::{Cells, DeletableFilter, DlbfFilter, Hashing};
use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_simulation::{CONFIDENCE, DeletablePoint, Estimate, SimulationError, StreamKey};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::measured::trials_of;
use crate::sweep::{Sweep, load_axis};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    region_bits: u64,
    items: u64,
    items_per_bit: f64,
    /// 1 − g^b, g = (1 + λ)e^(−λ): a region has a bit that was hit twice.
    model_of_regions: f64,
    /// 1 − e^(−λ) g^(b−1): the region of an item's position has.
    model_of_positions: f64,
    /// Share of the regions that are marked, with its 99 % interval.
    regions: f64,
    regions_lower: f64,
    regions_upper: f64,
    /// Share of the items' positions in marked regions.
    positions: f64,
    positions_lower: f64,
    positions_upper: f64,
    /// Positions less regions, filter by filter.
    excess: f64,
    excess_lower: f64,
    excess_upper: f64,
    epochs: u64,
}

/// What one filter shows: the two shares.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Trial {
    regions: f64,
    positions: f64,
}

pub(crate) struct SizeBias;

impl Figure for SizeBias {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(s: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        let points = s.points(&s.dlbf(), 0)?;
        let trials = trials_of("kwon-dfp, size bias", &points, s.epochs, context, trial)?;
        points.iter().zip(&trials).map(|(p, trials)| row(p, trials)).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure { panels: rows.chunk_by(|a, b| a.filter == b.filter).map(panel).collect() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let share = rows.iter().filter(|row| row.excess_lower > 0.0).count() as f64 / rows.len() as f64;
        let largest = rows.iter().map(|row| row.excess).fold(0.0, f64::max);
        let models = |row: &Row| row.model_of_positions > row.model_of_regions;
        Ok(vec![
            Decision::new("D09")
                .measured(share)
                .decide(share == 1.0 && rows.iter().all(models))
                .because(format!("the excess is up to {largest:.3}; in the model 1 − e^(−λ) g^(b−1) against 1 − g^b")),
        ])
    }
}

fn panel(rows: &[Row]) -> Panel {
    let curve = |name: &str, model: fn(&Row) -> f64, simulated: fn(&Row) -> (f64, f64, f64)| {
        let line = rows.iter().map(|row| Point::new(row.items_per_bit, model(row))).collect();
        let markers = rows.iter().map(|row| {
            let (y, lower, upper) = simulated(row);
            Point { x: row.items_per_bit, y, interval: Some((lower, upper)) }
        });
        let name = name.to_owned();
        [
            Series { name: name.clone(), mark: Mark::Line, points: line },
            Series { name, mark: Mark::MarkersOnPrevious, points: markers.collect() },
        ]
    };
    let regions = |row: &Row| (row.regions, row.regions_lower, row.regions_upper);
    let positions = |row: &Row| (row.positions, row.positions_lower, row.positions_upper);
    Panel {
        title: rows.first().map(|row| format!("regions of {} bits", row.region_bits)),
        x: load_axis(),
        y: Axis::new("share in marked regions", Scale::Linear).including(0.0).including(1.0),
        series: [
            curve("of all regions", |row| row.model_of_regions, regions),
            curve("of the items' positions", |row| row.model_of_positions, positions),
        ]
        .concat(),
    }
}

fn trial(design: &DeletablePoint, key: &StreamKey) -> Result<Trial, SimulationError> {
    let mut random = key.generator();
    let region_bits = match design.kind {
        DeletableKind::Dlbf { region_bits } => region_bits,
        _ => 1,
    };
    let hashing = Hashing::ideal(design.hashes, random.next_u64());
    let mut filter = DlbfFilter::within(design.bits, region_bits, hashing)?;
    let locator = *filter.locator();
    let items: Vec<_> = (0..design.items).map(|_| locator.draw(|| random.next_u64())).collect();
    for item in &items {
        filter.insert_at(item)?;
    }
    let array = filter.array();
    let cells = items.iter().flat_map(|item| item.cells());
    let (all, marked) =
        cells.fold((0_u64, 0_u64), |(all, marked), &cell| (all + 1, marked + u64::from(array.is_saturated(cell))));
    Ok(Trial {
        regions: array.collided_regions() as f64 / array.regions() as f64,
        positions: marked as f64 / all as f64,
    })
}

fn row(p: &Parameters, trials: &[Trial]) -> Result<Row, AnyError> {
    let estimate = |value: fn(&Trial) -> f64| Estimate::of(&trials.iter().map(value).collect::<Vec<_>>(), CONFIDENCE);
    let regions = estimate(|trial| trial.regions)?;
    let positions = estimate(|trial| trial.positions)?;
    let excess = estimate(|trial| trial.positions - trial.regions)?;
    let DeletableKind::Dlbf { region_bits } = p.kind() else { return Err("not a DlBF".into()) };
    let load = p.load(&Double);
    let (empty, others) = (libm::exp(-load), (region_bits - 1) as f64);
    let clean = (1.0 + load) * empty;
    Ok(Row {
        filter: p.kind().to_string(),
        region_bits,
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        model_of_regions: 1.0 - libm::pow(clean, region_bits as f64),
        model_of_positions: 1.0 - empty * libm::pow(clean, others),
        regions: regions.mean,
        regions_lower: regions.lower(),
        regions_upper: regions.upper(),
        positions: positions.mean,
        positions_lower: positions.lower(),
        positions_upper: positions.upper(),
        excess: excess.mean,
        excess_lower: excess.lower(),
        excess_upper: excess.upper(),
        epochs: regions.epochs,
    })
}
