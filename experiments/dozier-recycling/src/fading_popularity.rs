//! Whether false negatives are negligible where popularity fades.

mod filters;
mod laws;
mod view;

use crate::prelude::*;
use filters::{large_filters, variant};
use laws::Law;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// The mean μ.
    geometric: f64,
    /// The window W.
    uniform: u64,
    /// Exponents α, the one that is drawn first.
    powers: Vec<f64>,
    /// A share of false negatives that can be neglected.
    negligible: f64,
    /// The longest cycle that is drawn.
    longest: u64,
    /// M in all, of the filters that are simulated.
    bits: u64,
    hashes: u64,
    one_phase_sigmas: Vec<u64>,
    /// Of each filter.
    two_phase_sigmas: Vec<u64>,
    epochs: u64,
    /// New messages counted in an epoch.
    counted: u64,
    /// New messages before that.
    warm_up: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    law: String,
    /// E\[R\]; none where it is infinite.
    mean_distance: Option<f64>,
    filter: String,
    series: String,
    sigma: Option<u64>,
    /// New messages per cycle.
    messages_per_cycle: f64,
    false_negative_rate: f64,
    #[serde(rename = "lower,upper,standard_error,epochs")]
    spread: Option<Spread>,
    /// Of the shortest cycle: over 1 + E\[R\], or over the window of a uniform law.
    cycle_over_distance: Option<f64>,
}

/// Large filters at cycles of every length.
const LARGE: &str = "large filter";
/// The shortest cycle with negligible false negatives.
const SHORTEST: &str = "shortest cycle";
/// Filters whose repeats are processed, by the model and simulated.
const PROCESSED: &str = "repeats processed";
const SIMULATED: &str = "simulated";

const ONE_PHASE: &str = "one phase";
const DROPPING: &str = "two phases, dropping";
const KEEPING: &str = "two phases, keeping";

/// The filters, all forgetting.
const FILTERS: [(&str, Option<Ending>); 3] =
    [(ONE_PHASE, None), (DROPPING, Some(Ending::Dropping)), (KEEPING, Some(Ending::Keeping))];

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let laws = Law::all(p.geometric, p.uniform, &p.powers)?;
    let mut rows = Vec::new();
    for (law, (name, frozen)) in iproduct!(&laws, FILTERS) {
        rows.extend(large_filters(p, law, name, frozen)?);
    }
    let mut filters = Vec::new();
    for (law, (name, frozen)) in iproduct!(&laws[..DRAWN], FILTERS) {
        let sigmas = if frozen.is_none() { &p.one_phase_sigmas } else { &p.two_phase_sigmas };
        for &sigma in sigmas {
            filters.push((law, name, sigma, variant(p, frozen, sigma)?));
        }
    }
    let modelled = context.rows(filters.iter(), |&(law, name, sigma, variant)| {
        let model = processed_repeats(variant, law.reuse, 1.0)?;
        let row = law.row(name, PROCESSED, model.messages_per_cycle, model.false_negative_rate);
        Ok(Row { sigma: Some(sigma), ..row })
    })?;
    let point = |(&(law, _, _, variant), model): (&(&Law, &str, u64, Variant), &Row)| {
        let (warm_up, length) = (p.warm_up, p.counted);
        let point = ReusePoint { filter: design_of(variant), reuse: law.simulated, repeats: 1, warm_up, length };
        (point, model.messages_per_cycle)
    };
    let points: Vec<_> = zip(&filters, &modelled).map(point).collect();
    let tallies = simulate(context, "fading-popularity", &points, p.epochs, simulate_reuse)?;
    rows.extend(modelled);
    for ((law, name, sigma, _), tallies) in zip(filters, tallies) {
        let denied = estimate(&tallies, ReuseTally::false_negative_rate)?;
        let cycle = estimate(&tallies, ReuseTally::messages_per_cycle)?;
        let row = law.row(name, SIMULATED, cycle.mean, denied.mean);
        rows.push(Row { sigma: Some(sigma), spread: Some(denied.into()), ..row });
    }
    Ok(rows)
}

/// Laws that have a panel: geometric, uniform, and the first power law.
const DRAWN: usize = 3;

fn estimate(tallies: &[ReuseTally], value: impl Fn(&ReuseTally) -> Option<f64>) -> Result<Estimate> {
    let values: Option<Vec<f64>> = tallies.iter().map(value).collect();
    Ok(Estimate::of(&values.ok_or("an epoch without repeats")?, CONFIDENCE)?)
}
