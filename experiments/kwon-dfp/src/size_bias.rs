//! Regions of the DlBF: the share that is marked, and the share of the items' positions that lie in a marked one.

mod claims;
mod trial;

use std::iter::zip;

use bloomlab_deletable::Parameters;
use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{Axis, LineFigure, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use serde::{Deserialize, Serialize};

use self::trial::{Trial, fill};
use crate::filters;
use crate::panels::load_axis;
use crate::sweep::Sweep;
use crate::trials::{estimate, simulate_with};

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    region_bits: u64,
    items: u64,
    items_per_bit: f64,
    /// A region has a bit that was hit twice: 1 − g^b, g = (1 + λ)e^(−λ).
    model_of_regions: f64,
    /// The region of an item's position has one: 1 − e^(−λ) g^(b−1).
    model_of_positions: f64,
    /// Share of the regions that are marked, with its 99 % interval.
    #[serde(rename = "regions,regions_lower,regions_upper")]
    regions: Interval,
    /// Share of the items' positions in marked regions, with its interval.
    #[serde(rename = "positions,positions_lower,positions_upper")]
    positions: Interval,
    /// Positions minus regions, filter by filter, with its interval.
    #[serde(rename = "excess,excess_lower,excess_upper")]
    excess: Interval,
    epochs: u64,
}

pub(crate) struct SizeBias;

impl Figure for SizeBias {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(s: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        let points = s.points(filters::dlbfs(&s.region_bits), 0)?;
        let trials = simulate_with(fill, "kwon-dfp, size bias", &points, s.epochs, context)?;
        context.rows(zip(points, trials), |(p, trials)| row(&p, &trials))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::new(rows.chunk_by(|a, b| a.filter == b.filter).map(panel)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn panel(rows: &[Row]) -> Panel {
    let curve = |name: &str, model: fn(&Row) -> f64, simulated: fn(&Row) -> Interval| {
        let model = |row: &&Row| Some(Point::new(row.items_per_bit, model(row)));
        let simulated = |row: &&Row| Some(simulated(row).at(row.items_per_bit));
        Series::lines_with_markers(rows, |_| name.to_owned(), model, simulated)
    };
    Panel::new(
        load_axis(),
        Axis::new("share in marked regions", Scale::Linear).including(0.0).including(1.0),
        [
            curve("of all regions", |row| row.model_of_regions, |row| row.regions),
            curve("of the items' positions", |row| row.model_of_positions, |row| row.positions),
        ]
        .concat(),
    )
    .titled(rows.first().map(|row| format!("regions of {} bits", row.region_bits)).unwrap_or_default())
}

fn row(p: &Parameters, trials: &[Trial]) -> Result<Row, AnyError> {
    let regions = estimate(trials.iter().map(|trial| trial.regions))?;
    let positions = estimate(trials.iter().map(|trial| trial.positions))?;
    let excess = estimate(trials.iter().map(|trial| trial.positions - trial.regions))?;
    let DeletableKind::Dlbf { region_bits } = p.kind() else { return Err("not a DlBF".into()) };
    let load = p.load(&Double);
    let empty = libm::exp(-load);
    let clean = (1.0 + load) * empty;
    Ok(Row {
        filter: p.kind().to_string(),
        region_bits,
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        model_of_regions: 1.0 - libm::pow(clean, region_bits as f64),
        model_of_positions: 1.0 - empty * libm::pow(clean, (region_bits - 1) as f64),
        regions: regions.triple().into(),
        positions: positions.triple().into(),
        excess: excess.triple().into(),
        epochs: regions.epochs,
    })
}
