//! How many bits a counter needs: stuck counters, and the rate that they leave, at equal memory.

mod claims;
mod draw;

use bloomlab_deletable::counters::{Counters, rate_after_deletions, stuck};
use bloomlab_numbers::Double;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::sweep::loads;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// l.
    counter_bits: Vec<u64>,
    /// r in percent of n, at every load.
    deleted_percent: u64,
    /// n in units of m/64, and r in percent of it, where the deleted items become ever more.
    deletions_64ths: u64,
    deletions_percent: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// `load`: every load; `deletions`: one load, ever more items deleted.
    part: String,
    bits: u64,
    hashes: u64,
    /// l.
    counter_bits: u64,
    /// ⌊m/l⌋.
    cells: u64,
    items: u64,
    deleted: u64,
    items_per_bit: f64,
    /// The expected number of counters at 2^l − 1, after n + r insertions.
    stuck_counters: f64,
    /// After n + r insertions and r deletions.
    rate: f64,
}

const LOAD: &str = "load";
const DELETIONS: &str = "deletions";

pub(crate) struct CounterBits;

impl Figure for CounterBits {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let loads = iproduct!(&s.counter_bits, loads(s.bits, s.hashes)?);
        let loads = loads.map(|(&counter_bits, items)| (LOAD, counter_bits, items, s.deleted_percent));
        let load = s.deletions_64ths * (s.bits / 64);
        let deletions = iproduct!(&s.counter_bits, &s.deletions_percent);
        let deletions = deletions.map(|(&counter_bits, &percent)| (DELETIONS, counter_bits, load, percent));
        context.rows(loads.chain(deletions).collect::<Vec<_>>(), |point| row(s, point))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn row(s: &Settings, (part, counter_bits, items, deleted_percent): (&str, u64, u64, u64)) -> Result<Row, AnyError> {
    let cells = s.bits / counter_bits.max(1);
    let deleted = items * deleted_percent / 100;
    let p = Counters::new(cells, counter_bits, items, deleted, s.hashes)?;
    Ok(Row {
        part: part.to_owned(),
        bits: s.bits,
        hashes: s.hashes,
        counter_bits,
        cells,
        items,
        deleted,
        items_per_bit: items as f64 / s.bits as f64,
        stuck_counters: cells as f64 * stuck(&Double, p),
        rate: rate_after_deletions(&Double, p),
    })
}
