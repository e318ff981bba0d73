//! The exact formulas in doubles: which keep their digits, which lose them, which overflow.

use bloomlab_formulas::{
    Load, christensen,
    table::{self, LineSeven},
};
use bloomlab_numbers::NaiveDouble;
use bloomlab_tables::{Result, Run, ensure};
use serde::{Deserialize, Serialize};

use crate::certified::exact_rate;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// k.
    hashes: u64,
    /// m/n if m grows.
    growing_bits_per_item: u64,
    /// m from m/n to this, every one.
    most_bits: u64,
    /// Larger m, at which eq. 18 has no value.
    large_bits: Vec<u64>,
    /// m, n and k of further filters.
    elsewhere: Vec<[u64; 3]>,
    /// m if n grows.
    fixed_bits: u64,
    /// n from 1 to this.
    most_items: u64,
}

/// The size that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Grows {
    /// m, with m/n fixed.
    #[serde(rename = "m")]
    Bits,
    /// n, with m fixed.
    #[serde(rename = "n")]
    Items,
    /// Neither: a further filter.
    #[serde(rename = "-")]
    Nothing,
}

#[derive(Serialize)]
pub(crate) struct Row {
    grows: Grows,
    route: String,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    /// Missing if the evaluation overflows.
    value: Option<f64>,
    /// |value − exact|/exact.
    relative_error: Option<f64>,
}

const CLOSED: &str = "eq. 18";
const RECURSION: &str = "eq. 17 over eq. 8";
const TABLE: &str = "Figure 1, repaired";

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    ensure!(p.growing_bits_per_item > 0, "growing_bits_per_item 0: needs at least 1");
    let sizes = (p.growing_bits_per_item..=p.most_bits).chain(p.large_bits.iter().copied());
    let growing_bits = sizes.map(|bits| (Grows::Bits, bits, bits / p.growing_bits_per_item));
    let growing_items = (1..=p.most_items).map(|items| (Grows::Items, p.fixed_bits, items));
    let of_the_rays = growing_bits.chain(growing_items).map(|(grows, bits, items)| (grows, bits, items, p.hashes));
    let elsewhere = p.elsewhere.iter().map(|&[bits, items, hashes]| (Grows::Nothing, bits, items, hashes));
    run.flat_rows(of_the_rays.chain(elsewhere), |(grows, bits, items, hashes)| {
        by_every_route(grows, Load::new(bits, items, hashes)?)
    })
}

/// All routes at one point.
fn by_every_route(grows: Grows, load: Load) -> Result<Vec<Row>> {
    let exact_rate = exact_rate(load)?;
    let row = |route: &str, value: f64| {
        let value = value.is_finite().then_some(value);
        Row {
            grows,
            route: route.to_owned(),
            bits: load.bits(),
            items: load.items(),
            hashes: load.hashes(),
            exact_rate,
            value,
            relative_error: value.map(|value| ((value - exact_rate) / exact_rate).abs()),
        }
    };
    Ok(vec![
        row(CLOSED, christensen::closed(&NaiveDouble, load)),
        row(RECURSION, christensen::by_recursion(&NaiveDouble, load)),
        row(TABLE, table::rate(&NaiveDouble, LineSeven::Repaired, load)?),
    ])
}
