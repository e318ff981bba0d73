//! Tiny filters: every formula against the enumeration of all hash outcomes, as exact rationals.

mod compared;
mod enumeration;

use bloomlab_exact::Rationals;
use bloomlab_formulas::{Load, approximation};
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// m from 1 to this.
    most_bits: u64,
    /// n from 0 to this.
    most_items: u64,
    /// k from 1 to this.
    most_hashes: u64,
    /// Only filters whose insertions have at most this many outcomes, m^(kn).
    most_outcomes: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// `independent` or `distinct` positions of an item.
    positions: String,
    /// `rate`, `clear` (the mean share of clear bits) or `occupancy` (P(kn, m, K)).
    quantity: String,
    formula: String,
    bits: u64,
    items: u64,
    hashes: u64,
    /// K, for an occupancy.
    occupied: Option<u64>,
    /// Counted over all outcomes, as a fraction.
    fraction: String,
    enumerated: f64,
    value: f64,
    /// value − enumerated: 0 if and only if the rationals are equal.
    difference: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.flat_rows(loads(p)?, |load| Ok(compared::rows(load, approximation::classic(&Rationals, load))))
}

/// The filters whose outcomes can be enumerated.
fn loads(p: &Parameters) -> Result<Vec<Load>> {
    let (bits, outcomes) = (p.most_bits, p.most_outcomes);
    let is_small = bits <= 16 && outcomes <= 1 << 32;
    ensure!(is_small, "most_bits {bits}, most_outcomes {outcomes}: needs at most 16 bits and 2^32 outcomes");
    let sizes = iproduct!(1..=bits, 0..=p.most_items, 1..=p.most_hashes);
    let mut loads = sizes.map(|(bits, items, hashes)| Load::new(bits, items, hashes)).collect::<Result<Vec<_>, _>>()?;
    loads.retain(|load| {
        let outcomes = u32::try_from(load.balls()).ok().and_then(|balls| load.bits().checked_pow(balls));
        outcomes.is_some_and(|outcomes| outcomes <= p.most_outcomes)
    });
    Ok(loads)
}
