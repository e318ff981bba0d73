//! Figure 3: deletability of the DlBF, as published, corrected and simulated; and the marked regions that the published form
//! takes for all regions.

mod trial;
mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

use self::trial::{Trial, fill};
use crate::measured;

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
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

pub(crate) fn compute(sweep: &Sweep, context: &Context) -> Result<Vec<Row>> {
    let seed = sweep.seed_of_regions.ok_or("seed_of_regions is missing")?;
    let filters = filters::dlbfs(&sweep.region_bits);
    let points = sweep.points(&filters)?;
    let own = Own { experiment: "kwon-dfp, size bias", seed, points: &points };
    let (deletable, marked) = simulate_beside(&points, own, sweep.epochs, context, fill)?;
    let simulated = izip!(&points, deletable, marked);
    let mut rows = context.rows(simulated, |(p, deletable, marked)| with_trials(p, &deletable, &marked))?;
    rows.extend(context.rows(sweep.points_between(&filters)?, |p| models(&p))?);
    Ok(rows)
}

fn with_trials(p: &Parameters, deletable: &[DeletableTrial], marked: &[Trial]) -> Result<Row> {
    let mean = |of: fn(&Trial) -> f64| estimate(marked.iter().map(of)).map(|mean| Some(mean.triple().into()));
    let deletability = estimate(deletable.iter().filter_map(DeletableTrial::deletability))?;
    Ok(Row {
        simulated_deletability: Some(deletability.triple().into()),
        epochs: Some(deletability.epochs),
        regions: mean(|trial| trial.regions)?,
        positions: mean(|trial| trial.positions)?,
        excess: mean(|trial| trial.positions - trial.regions)?,
        ..models(p)?
    })
}

/// A row of the models alone.
fn models(p: &Parameters) -> Result<Row> {
    let DeletableKind::Dlbf { region_bits } = p.kind() else { return Err("not a DlBF".into()) };
    let of = measured::models(p)?;
    let load = p.load(&Double);
    let empty = libm::exp(-load);
    let clean = (1.0 + load) * empty;
    Ok(Row {
        filter: of.filter,
        region_bits,
        bits: of.bits,
        hashes: of.hashes,
        items: of.items,
        items_per_bit: of.items_per_bit,
        exact_deletability: of.exact_deletability,
        published_deletability: of.published_deletability,
        model_of_regions: 1.0 - libm::pow(clean, region_bits as f64),
        model_of_positions: 1.0 - empty * libm::pow(clean, (region_bits - 1) as f64),
        ..Row::default()
    })
}
