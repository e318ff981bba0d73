//! Regions of the DlBF: the share that is marked, and the share of the items' positions that lie in a marked one.

mod claims;
mod trial;

use std::iter::zip;

use bloomlab_deletable::Parameters;
use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{
    Axis, Colour, Dash, Legend, LineFigure, Look, Mark, Note, Panel, Picture, Point, Scale, Series,
};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use self::trial::{Trial, fill};
use crate::filters;
use crate::looks::look;
use crate::panels::{gap, load_axis};
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
    regions: Option<Interval>,
    /// Share of the items' positions in marked regions, with its interval.
    #[serde(rename = "positions,positions_lower,positions_upper")]
    positions: Option<Interval>,
    /// Positions minus regions, filter by filter, with its interval.
    #[serde(rename = "excess,excess_lower,excess_upper")]
    excess: Option<Interval>,
    /// Independent filters; none where the models stand alone.
    epochs: Option<u64>,
}

pub(crate) struct SizeBias;

impl Figure for SizeBias {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(s: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = filters::dlbfs(&s.region_bits);
        let points = s.points(filters.clone(), 0)?;
        let trials = simulate_with(fill, "kwon-dfp, size bias", &points, s.epochs, context)?;
        let mut rows = context.rows(zip(points, trials), |(p, trials)| row(&p, &trials))?;
        for (filter, items) in iproduct!(filters, s.loads_between()?) {
            rows.push(models(&Parameters::new(filter, s.bits, items, 0, s.hashes)?)?);
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// Solid what an item meets, dashed what regions are at large.
fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut series = Vec::new();
    for bits in rows.iter().map(|row| row.region_bits).unique() {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.region_bits == bits).collect();
        let look = look(&rows[0].filter);
        let mut curve = |model: fn(&Row) -> f64, simulated: fn(&Row) -> Option<Interval>, look: Look, name: String| {
            let model = rows.iter().map(|row| Point::new(row.items_per_bit, model(row)));
            let line = Series::new(name.clone(), Mark::Line, model.sorted_by(|a, b| a.x.total_cmp(&b.x))).look(look);
            let simulated = rows.iter().filter_map(|row| Some(simulated(row)?.at(row.items_per_bit)));
            let markers = Series::new(name.clone(), Mark::MarkersOnPrevious, simulated).look(look);
            series.extend([line, markers].map(|one| if name.is_empty() { one.unlisted() } else { one }));
        };
        let all_regions = look.dashed(Dash::Dashed);
        curve(|row| row.model_of_regions, |row| row.regions, all_regions, String::new());
        curve(
            |row| row.model_of_positions,
            |row| row.positions,
            look,
            format!("regions of {} bits", rows[0].region_bits),
        );
    }
    let y = Axis::new("share in marked regions", Scale::Linear).limited(0.0, 1.0);
    let worst = rows.iter().filter_map(|row| Some((row, row.excess?.value))).max_by(|a, b| a.1.total_cmp(&b.1));
    let (row, excess) = worst.ok_or("no rows")?;
    let (low, high) = (row.model_of_regions, row.model_of_positions);
    series.insert(0, gap(row.items_per_bit, (low, high)));
    // above the curve at its foot and below the one that crosses it
    let note = Note::text((row.items_per_bit, low + 0.44 * (high - low)), (5.0, 0.0), format!("+{excess:.2}"));
    let panel = Panel::new(load_axis(), y, series).note(note);
    let ink = Look::new(Colour::Ink);
    let figure = LineFigure::single(panel).key(ink, Mark::Line, "of the items’ positions").key(
        ink.dashed(Dash::Dashed),
        Mark::Line,
        "of all regions",
    );
    Ok(figure.wide().legend(Legend::Above).draw()?)
}

fn row(p: &Parameters, trials: &[Trial]) -> Result<Row, AnyError> {
    let regions = estimate(trials.iter().map(|trial| trial.regions))?;
    let positions = estimate(trials.iter().map(|trial| trial.positions))?;
    let excess = estimate(trials.iter().map(|trial| trial.positions - trial.regions))?;
    Ok(Row {
        regions: Some(regions.triple().into()),
        positions: Some(positions.triple().into()),
        excess: Some(excess.triple().into()),
        epochs: Some(regions.epochs),
        ..models(p)?
    })
}

/// A row of the models alone.
fn models(p: &Parameters) -> Result<Row, AnyError> {
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
        regions: None,
        positions: None,
        excess: None,
        epochs: None,
    })
}
