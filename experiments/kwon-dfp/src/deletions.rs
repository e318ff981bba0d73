//! False-positive rate against the share of deletions; and, item by item, what deletions do to the items that stay.

mod claims;
mod staying;
mod view;

use bloomlab_deletable::Parameters;
use bloomlab_workbench::figure::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

use self::staying::{Row, Staying};
use crate::filters;
use crate::measured::measure;

#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// k.
    hashes: Vec<u64>,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    /// 100 r/n.
    deleted_percent: Vec<u64>,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Of the FP-CBF.
    fingerprint_bits: u32,
    /// Independent filters at every point.
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
    let mut rows: Vec<Row> = measure(&points, s.epochs, context)?.into_iter().map(Row::from).collect();
    rows.extend(s.staying.rows(s, context)?);
    Ok(rows)
}
