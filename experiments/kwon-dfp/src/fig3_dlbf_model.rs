//! Figure 3: deletability of the DlBF, as published, corrected and simulated; and the marked regions that the published form
//! takes for all regions.

mod claims;
mod regions;
mod view;

use bloomlab_workbench::figure::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use crate::filters::dlbfs;
use crate::measured;
use crate::sweep::Sweep;
use crate::trials::{Own, simulate_beside};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Independent filters at every point.
    epochs: u64,
    /// The equal steps from one of these points to the next at which the models are evaluated.
    model_steps: u64,
    /// Of the filters whose marked regions are counted.
    seed_of_regions: u64,
}

#[derive(Serialize, Deserialize)]
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

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let sweep = Sweep {
        bits: p.bits,
        hashes: p.hashes,
        deleted_percent: 0,
        region_bits: p.region_bits.clone(),
        epochs: p.epochs,
        model_steps: p.model_steps,
    };
    let filters = dlbfs(&p.region_bits);
    let points = sweep.points(&filters)?;
    let own = Own { experiment: "kwon-dfp, size bias", seed: p.seed_of_regions, points: &points };
    let (deletable, marked) = simulate_beside(&points, own, p.epochs, context, regions::trial::fill)?;
    let mut rows = context.rows(izip!(&points, deletable, marked), |(p, deletable, marked)| {
        Ok(row(measured::with_trials(p, &deletable)?, regions::with_trials(p, &marked)?))
    })?;
    rows.extend(
        context.rows(sweep.points_between(&filters)?, |p| Ok(row(measured::models(&p)?, regions::models(&p)?)))?,
    );
    Ok(rows)
}

fn row(of: measured::Row, marked: regions::Marked) -> Row {
    Row {
        filter: of.filter,
        region_bits: marked.region_bits,
        bits: of.bits,
        hashes: of.hashes,
        items: of.items,
        items_per_bit: of.items_per_bit,
        exact_deletability: of.exact_deletability,
        published_deletability: of.published_deletability,
        simulated_deletability: of.simulated_deletability,
        model_of_regions: marked.model_of_regions,
        model_of_positions: marked.model_of_positions,
        regions: marked.regions,
        positions: marked.positions,
        excess: marked.excess,
        epochs: of.epochs,
    }
}
