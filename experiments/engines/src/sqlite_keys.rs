//! The look-ups that SQLite's filter saves in a join, by kind of key.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

use crate::distributions::{self, Found};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All trials in the table of measurements; `make engines` writes it.
    trials: u64,
    /// Rows of the inner table.
    items: Vec<u64>,
    /// Of the filter that an automatic index gets.
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// `automatic` index, or `counted` by ANALYZE.
    how: String,
    /// Of keys.
    kind: String,
    items: u64,
    bits: u64,
    /// Exact for the kind of key.
    computed: f64,
    #[serde(rename = "measured,lower,upper")]
    measured: Option<Interval>,
}

/// Kinds of key: as cases name them, and as they are drawn, from top to bottom.
const KINDS: [(&str, &str); 9] = [
    ("random", "random integers"),
    ("blob", "random blobs"),
    ("ids", "1, 2, 3 …"),
    ("uuid", "UUIDs as text"),
    ("hundreds", "multiples of 100"),
    ("reals", "reals i/100"),
    ("thousands", "multiples of 1000"),
    ("order", "order-N"),
    ("mail", "customerN@example.org"),
];

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let measured: Vec<_> = measured::rows(p.trials)?.into_iter().filter(|row| row.engine == "sqlite").collect();
    let automatic =
        iproduct!(KINDS.iter(), p.items.iter()).map(|((kind, _), items)| ("automatic", *kind, *items, 8 * p.bytes));
    let counted = measured.iter().filter_map(|row| {
        let (_, kind) = row.case.split_once(':').filter(|(how, _)| *how == "counted")?;
        Some(("counted", kind, row.items, row.bits?))
    });
    let cases: Vec<_> = automatic.chain(counted).collect();
    context.rows(cases, |(how, kind, items, bits)| {
        let case = format!("{how}:{kind}");
        let found = Found { engine: "sqlite", case: &case, target: None, items, bits: Some(bits), hashes: Some(1) };
        let computed = distributions::of(found)?.ok_or("a kind of key that is not computed")?.rate;
        let row = measured.iter().find(|row| row.case == case && (row.items, row.bits) == (items, Some(bits)));
        let measured = row.map(|row| row.rate()).transpose()?;
        Ok(Row { how: how.to_owned(), kind: kind.to_owned(), items, bits, computed, measured })
    })
}
