//! Bits spent against bits needed, for the rate promised and for the rate that they buy.

mod draw;

use bloomlab_libraries::{Library, Structure};
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// n.
    items: Vec<u64>,
    /// The rate asked for.
    target: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    library: String,
    items: u64,
    target: f64,
    bits: u64,
    /// The rate computed for it.
    rate: f64,
    bits_per_item: f64,
    /// log2(1/target)/ln 2, what an ordinary filter of real k needs an item.
    needed_for_target: f64,
    /// The same for `rate`.
    needed_for_rate: f64,
}

pub(crate) struct Bits;

impl Figure for Bits {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        // a table of fixed size is none of the reader's choice
        let sized = |library: &&Library| {
            let structure = library.filter(1, p.target);
            !matches!(structure, Ok(Structure::AnyPosition { .. }))
        };
        let libraries = Library::all().iter().filter(sized);
        context.rows(iproduct!(libraries, p.items.iter().copied()), |(library, items)| row(library, items, p.target))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }
}

fn row(library: &Library, items: u64, target: f64) -> Result<Row, AnyError> {
    let structure = library.filter(items, target)?;
    let (bits, rate) = (structure.bits_holding(items), structure.rate(items)?);
    let needed = |rate: f64| -libm::log2(rate) / std::f64::consts::LN_2;
    Ok(Row {
        library: library.name.to_owned(),
        items,
        target,
        bits,
        rate,
        bits_per_item: bits as f64 / items as f64,
        needed_for_target: needed(target),
        needed_for_rate: needed(rate),
    })
}
