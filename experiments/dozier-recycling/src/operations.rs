//! What the computations cost: operations counted and values held, against M and k.

mod claims;
mod routes;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use crate::metered::Cost;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    log2_hashes_to: u32,
    /// σ/M.
    fill: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    positions: String,
    route: String,
    bits: u64,
    hashes: u64,
    sigma: u64,
    additions: u64,
    multiplications: u64,
    divisions: u64,
    /// Of all three kinds.
    operations: u64,
    /// The most values held at a time.
    most_held: u64,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let most_hashes = 1_u64 << p.log2_hashes_to.min(20);
    let least_sigma = (p.fill * f64::from(1_u32 << p.log2_bits_from.min(20))) as u64;
    if !(p.fill > 0.0 && p.fill < 1.0) || p.log2_bits_to > 16 || most_hashes > least_sigma {
        let (fill, log2, hashes) = (p.fill, p.log2_bits_to, p.log2_hashes_to);
        return Err(format!(
            "fill = {fill}, log2_bits_to = {log2}, log2_hashes_to = {hashes}: needs 0 < fill < 1, \
             at most 2^16 bits, k ≤ σ"
        )
        .into());
    }
    let positions = [Sampling::WithReplacement, Sampling::WithoutReplacement];
    let points = iproduct!(positions, p.log2_bits_from..=p.log2_bits_to, 0..=p.log2_hashes_to);
    let rows = context.rows(points, |(positions, log2_bits, log2_hashes)| {
        let (bits, hashes) = (1 << log2_bits, 1 << log2_hashes);
        let filter = SigmaBounded::new(Shape::new(bits, hashes, positions)?, (p.fill * bits as f64) as u64)?;
        let costs = routes::costs(filter)?;
        Ok(costs.into_iter().map(|(route, cost)| row(filter, route, cost)).collect::<Vec<Row>>())
    })?;
    Ok(rows.into_iter().flatten().collect())
}

fn row(filter: SigmaBounded, route: &str, cost: Cost) -> Row {
    let shape = filter.shape();
    Row {
        positions: positions_name(shape.sampling()).to_owned(),
        route: route.to_owned(),
        bits: shape.bits(),
        hashes: shape.hashes(),
        sigma: filter.sigma(),
        additions: cost.additions,
        multiplications: cost.multiplications,
        divisions: cost.divisions,
        operations: cost.additions + cost.multiplications + cost.divisions,
        most_held: cost.most_held,
    }
}
