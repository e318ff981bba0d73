//! Bits per item against the false-positive rate, every filter and the bounds.

mod view;

use bloomlab_comparison::for_items;
use bloomlab_formulas::bounds::static_limit;
use bloomlab_numbers::Double;
use bloomlab_occupancy::Value;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// The targets are 10^−(i/`per_decade`).
    per_decade: u64,
    /// i from the first to the last.
    first: u64,
    last: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    items: u64,
    target: f64,
    filter: String,
    bits_per_item: f64,
    /// The exact rate of the filter, at most the target.
    rate: f64,
    /// Bits per item over log2(1/target).
    over_static_bound: f64,
    cache_lines: Option<f64>,
    deletable: bool,
    /// The share of the items that can be deleted, where it is not all or none.
    deletability: Option<f64>,
    parameters: String,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let target = |i: u64| libm::pow(10.0, -(i as f64) / p.per_decade as f64);
    let rows = context.rows((p.first..=p.last).map(target), |target| at(p.items, target))?;
    Ok(rows.into_iter().flatten().collect())
}

fn at(items: u64, target: f64) -> Result<Vec<Row>> {
    let least = static_limit(&Double, target);
    let row = |sized: bloomlab_comparison::SizedFilter| {
        let deletability = sized.parameters.iter().find_map(|(name, value)| match value {
            Value::Real(share) if *name == "deletability" => Some(*share),
            _ => None,
        });
        Row {
            items,
            target,
            filter: sized.filter.name().to_owned(),
            bits_per_item: sized.bits_per_item,
            rate: sized.rate,
            over_static_bound: sized.bits_per_item / least,
            cache_lines: sized.cache_lines,
            deletable: sized.filter.deletes(),
            deletability,
            parameters: settings(&sized.parameters),
        }
    };
    Ok(for_items(items, target)?.into_iter().map(row).collect())
}

fn settings(parameters: &[(&'static str, Value)]) -> String {
    parameters.iter().map(|(name, value)| format!("{name} = {value}")).join(", ")
}
