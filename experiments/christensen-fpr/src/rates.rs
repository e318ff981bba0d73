//! The rates themselves: exact, by the classic formula, by its limit and by Bloom's own formula.

mod draw;

use bloomlab_formulas::sizing::usual_hashes;
use bloomlab_formulas::{Formula, Load};
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Figure};
use serde::{Deserialize, Serialize};

use crate::certified::{double, enclosure, exact_rate};
use crate::grid::{integers, usual_filter};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m/n where m grows.
    bits_per_item: u64,
    /// n from 1 to this where m grows.
    most_items: u64,
    /// m where n grows.
    fixed_bits: u64,
    /// n from 1 to this where n grows.
    most_items_in_fixed: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// What grows: `m` (with m/n fixed) or `n` (with m fixed).
    grows: String,
    bits: u64,
    items: u64,
    /// (m/n) ln 2, rounded.
    hashes: u64,
    exact_rate: f64,
    classic_rate: f64,
    limit_rate: f64,
    bloom_rate: f64,
}

const BITS: &str = "m";
const ITEMS: &str = "n";
/// Filters from one power of two to the next.
const PER_OCTAVE: u64 = 8;

pub(crate) struct Rates;

impl Figure for Rates {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let growing_bits = integers(p.most_items, PER_OCTAVE).map(|items| (BITS, items));
        let growing_items = (1..=p.most_items_in_fixed).map(|items| (ITEMS, items));
        context.rows(growing_bits.chain(growing_items), |(grows, items)| {
            let load = match grows {
                BITS => usual_filter(items * p.bits_per_item, p.bits_per_item)?,
                _ => Load::new(p.fixed_bits, items, usual_hashes(p.fixed_bits as f64 / items as f64))?,
            };
            row(grows, load)
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }
}

fn row(grows: &str, load: Load) -> Result<Row, AnyError> {
    let rate = |formula| double(|a| enclosure(a, formula, load));
    Ok(Row {
        grows: grows.to_owned(),
        bits: load.bits(),
        items: load.items(),
        hashes: load.hashes(),
        exact_rate: exact_rate(load)?,
        classic_rate: rate(Formula::Classic)?,
        limit_rate: rate(Formula::ClassicLimit)?,
        bloom_rate: rate(Formula::Bloom1970)?,
    })
}
