//! Tiny filters: every formula against the enumeration of all hash outcomes, as exact rationals.

mod claims;
mod compared;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use crate::enumeration::sampling_name;

#[derive(Serialize, Deserialize)]
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

#[derive(Serialize, Deserialize)]
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
    /// value − enumerated: 0 where the rationals are equal, and nowhere else.
    difference: f64,
}

impl Row {
    fn is_equal(&self) -> bool {
        self.difference == 0.0
    }

    /// The filter in words.
    fn place(&self) -> String {
        format!("m = {}, n = {}, k = {}", self.bits, self.items, self.hashes)
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    context.flat_rows(loads(p)?, |load| Ok(compared::rows(load, approximation::classic(&Rationals, load))))
}

/// The rows of one formula for one quantity.
fn select<'a>(rows: &'a [Row], sampling: Sampling, quantity: &str, formula: &str) -> Vec<&'a Row> {
    let is_selected =
        |row: &&Row| row.positions == sampling_name(sampling) && row.quantity == quantity && row.formula == formula;
    rows.iter().filter(is_selected).collect()
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
