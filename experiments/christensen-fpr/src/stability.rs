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
    hashes: u64,
    growing_bits_per_item: u64,
    /// m from m/n to this, every one.
    most_bits: u64,
    /// Larger m, at which eq. 18 has no value.
    large_bits: Vec<u64>,
    /// m, n and k of further filters.
    elsewhere: Vec<[u64; 3]>,
    fixed_bits: u64,
    most_items: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// The size that grows: m with m/n fixed, n with m fixed, or neither.
    grows: &'static str,
    route: &'static str,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    /// Missing if the evaluation overflows; and |value − exact|/exact.
    #[serde(rename = "value,relative_error")]
    value: Option<(f64, f64)>,
}

const TABLE: &str = "Figure 1, repaired";

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    ensure!(p.growing_bits_per_item > 0, "growing_bits_per_item 0: needs at least 1");
    let sizes = (p.growing_bits_per_item..=p.most_bits).chain(p.large_bits.iter().copied());
    let growing_bits = sizes.map(|bits| ("m", bits, bits / p.growing_bits_per_item));
    let growing_items = (1..=p.most_items).map(|items| ("n", p.fixed_bits, items));
    let of_the_rays = growing_bits.chain(growing_items).map(|(grows, bits, items)| (grows, bits, items, p.hashes));
    let elsewhere = p.elsewhere.iter().map(|&[bits, items, hashes]| ("-", bits, items, hashes));
    run.flat_rows(of_the_rays.chain(elsewhere), |(grows, bits, items, hashes)| {
        by_every_route(grows, Load::new(bits, items, hashes)?)
    })
}

fn by_every_route(grows: &'static str, load: Load) -> Result<Vec<Row>> {
    let exact_rate = exact_rate(load)?;
    let row = |route, value: f64| Row {
        grows,
        route,
        bits: load.bits(),
        items: load.items(),
        hashes: load.hashes(),
        exact_rate,
        value: value.is_finite().then(|| (value, ((value - exact_rate) / exact_rate).abs())),
    };
    Ok(vec![
        row("eq. 18", christensen::closed(&NaiveDouble, load)),
        row("eq. 17 over eq. 8", christensen::by_recursion(&NaiveDouble, load)),
        row(TABLE, table::rate(&NaiveDouble, LineSeven::Repaired, load)?),
    ])
}
