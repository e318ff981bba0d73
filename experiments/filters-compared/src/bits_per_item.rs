//! Bits per item against the false-positive rate, every filter and the bounds.

mod view;

use bloomlab_comparison::{FilterKind, for_items};
use bloomlab_formulas::bounds::static_limit;
use bloomlab_numbers::Double;
use bloomlab_occupancy::Value;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// The targets are 10^−(i/`per_decade`), and those at which fingerprints get a bit more.
    per_decade: u64,
    /// i from the first to the last.
    first: u64,
    last: u64,
}

#[derive(Clone, Serialize, Deserialize)]
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

/// Filters whose bits are whole bits of a fingerprint times a number of cells or slots, so that their size is a staircase of the target.
const STEPPED: [FilterKind; 3] = [FilterKind::BinaryFuse4, FilterKind::Cuckoo, FilterKind::QuotientRankSelect];
/// A target just below the rate of a filter, which needs a bit more.
const JUST_BELOW: f64 = 1.0 - 1e-6;

/// The targets of the grid, and both sides of every step of [`STEPPED`] among them, from high to low.
pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let grid: Vec<f64> = (p.first..=p.last).map(|i| libm::pow(10.0, -(i as f64) / p.per_decade as f64)).collect();
    let of = |targets: Vec<f64>| Ok::<_, AnyError>(context.rows(targets, |target| at(p.items, target))?.concat());
    let (most, least) =
        grid.iter().copied().minmax().into_option().map(|(least, most)| (most, least)).ok_or("no targets")?;
    let mut rows = of(grid)?;
    let stepped = rows.iter().filter(|row| STEPPED.iter().any(|kind| kind.name() == row.filter));
    let sides = stepped.flat_map(|row| [row.rate, row.rate * JUST_BELOW]).filter(|rate| (least..=most).contains(rate));
    let sides = sides.sorted_by(f64::total_cmp).dedup().collect();
    rows.extend(of(sides)?);
    rows.sort_by(|a, b| b.target.total_cmp(&a.target));
    Ok(rows)
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
