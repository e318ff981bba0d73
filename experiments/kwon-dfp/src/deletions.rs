//! False-positive rate against the share of deletions; and, item by item, what deletions do to the items that stay.

mod claims;
mod staying;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use self::staying::trial::delete_and_compare;
use self::staying::{Row, Staying, row};

#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    bits: u64,
    hashes: Vec<u64>,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    deleted_percent: Vec<u64>,
    region_bits: Vec<u64>,
    fingerprint_bits: u32,
    epochs: u64,
    /// What is followed item by item.
    staying: Staying,
}

pub(crate) fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>> {
    let filters = filters::with_counters(&s.region_bits, s.fingerprint_bits);
    let point = |(&hashes, load, filter, percent): (_, _, _, _)| {
        let items = load * (s.bits / 64);
        Ok(Parameters::new(filter, s.bits, items, items * percent / 100, hashes)?)
    };
    let points = iproduct!(&s.hashes, &s.items_64ths, filters, &s.deleted_percent).map(point);
    let points = points.collect::<Result<Vec<_>>>()?;
    let staying = s.staying.points(s)?;
    let own = Own { experiment: "kwon-dfp, removals", seed: s.staying.seed, points: &staying };
    let (rates, followed) = simulate_beside(&points, own, s.epochs, context, delete_and_compare)?;
    let mut rows = context.rows(zip(points, rates), |(p, trials)| Ok(with_trials(&p, &trials)?.into()))?;
    rows.extend(context.rows(zip(staying, followed), |(p, trials)| row(&p, &trials))?);
    Ok(rows)
}
