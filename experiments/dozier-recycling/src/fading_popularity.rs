//! Whether false negatives are negligible where popularity fades.

use std::iter::zip;

use bloomlab_numbers::{Bound, Ending, Retention};
use bloomlab_recycling::{LargeFilter, Reuse, processed_repeats};
use bloomlab_simulation::{ReuseDistance, ReusePoint, ReuseTally, simulate_reuse};
use bloomlab_tables::{Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::simulated::{DROPPING, KEEPING, ONE_PHASE, Spread, design_of, epochs, mean, spread, variant};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// The mean μ.
    geometric: f64,
    /// The window W.
    uniform: u64,
    /// Exponents α, the one that is drawn first.
    powers: Vec<f64>,
    /// A share of false negatives that can be neglected.
    negligible: f64,
    longest: u64,
    /// M in all, of the filters that are simulated.
    bits: u64,
    hashes: u64,
    one_phase_sigmas: Vec<u64>,
    two_phase_sigmas: Vec<u64>,
    epochs: u64,
    counted: u64,
    warm_up: u64,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    law: String,
    /// E\[R\]; none where it is infinite.
    mean_distance: Option<f64>,
    filter: &'static str,
    series: &'static str,
    sigma: Option<u64>,
    messages_per_cycle: f64,
    false_negative_rate: f64,
    #[serde(rename = "lower,upper")]
    spread: Option<Spread>,
    /// Of the shortest cycle: over 1 + E\[R\], or over the window of a uniform law.
    cycle_over_distance: Option<f64>,
}

const FILTERS: [(&str, Option<Ending>); 3] =
    [(ONE_PHASE, None), (DROPPING, Some(Ending::Dropping)), (KEEPING, Some(Ending::Keeping))];

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let laws = Law::all(p.geometric, p.uniform, &p.powers)?;
    let mut rows = Vec::new();
    for (law, (name, frozen)) in iproduct!(&laws, FILTERS) {
        rows.extend(large_filters(p, law, name, frozen)?);
    }
    let mut filters = Vec::new();
    for (law, (name, frozen)) in iproduct!(&laws[..DRAWN], FILTERS) {
        for &sigma in if frozen.is_none() { &p.one_phase_sigmas } else { &p.two_phase_sigmas } {
            let variant = variant(p.bits, p.hashes, frozen, Bound::Sigma(sigma), Retention::NonRetaining)?;
            filters.push((law, name, sigma, variant));
        }
    }
    let modelled = run.map(filters.iter(), |&(law, name, sigma, variant)| {
        let model = processed_repeats(variant, law.reuse, 1.0)?;
        let row = law.row(name, "repeats processed", model.messages_per_cycle, model.false_negative_rate);
        Ok(Row { sigma: Some(sigma), ..row })
    })?;
    let simulated = run.rows(zip(&filters, &modelled), |(&(law, name, sigma, variant), model)| {
        let point = |later| ReusePoint {
            filter: design_of(variant),
            reuse: law.simulated,
            repeats: 1,
            warm_up: p.warm_up + later,
            length: p.counted,
        };
        let streams = run.streams("fading-popularity");
        let tallies = epochs(run, streams, point, model.messages_per_cycle, p.epochs, simulate_reuse)?;
        let denied = mean(&tallies, |tally| tally.repeats.false_negative_rate())?;
        let cycle = mean(&tallies, ReuseTally::messages_per_cycle)?;
        let row = law.row(name, "simulated", cycle.mean, denied.mean);
        Ok(Row { sigma: Some(sigma), spread: Some(spread(denied)), ..row })
    })?;
    Ok(rows.into_iter().chain(modelled).chain(simulated).collect())
}

/// Laws that have a panel: geometric, uniform, and the first power law.
const DRAWN: usize = 3;

/// Points of a decade of cycle lengths.
const PER_DECADE: f64 = 24.0;

/// Large filters of a kind at cycles of every length, and at the shortest with negligible false negatives.
fn large_filters(p: &Parameters, law: &Law, name: &'static str, frozen: Option<Ending>) -> Result<Vec<Row>> {
    let filter = LargeFilter { frozen, retention: Retention::NonRetaining };
    let steps = (PER_DECADE * libm::log10(p.longest as f64)) as u64;
    let lengths = (0..=steps).map(|i| libm::exp10(i as f64 / PER_DECADE) as u64).dedup();
    let at = |series, length| law.row(name, series, length as f64, filter.false_negatives(law.reuse, length));
    let mut rows = lengths.map(|length| at("large filter", length)).collect_vec();
    let shortest = filter.smallest_cycle(law.reuse, p.negligible).ok_or("no cycle is long enough")?;
    rows.push(Row {
        cycle_over_distance: law.scale.map(|scale| shortest as f64 / scale),
        ..at("shortest cycle", shortest)
    });
    Ok(rows)
}

fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

/// A distribution with its name.
struct Law {
    name: String,
    reuse: Reuse,
    simulated: ReuseDistance,
    /// 1 + E\[R\], or the window of a uniform law; none where E\[R\] is infinite.
    scale: Option<f64>,
}

impl Law {
    fn all(mean: f64, window: u64, powers: &[f64]) -> Result<Vec<Self>> {
        let law = |name, reuse, simulated, scale: f64| Self { name, reuse, simulated, scale: finite(scale) };
        let geometric = ReuseDistance::Geometric { mean };
        let uniform = ReuseDistance::Uniform { window };
        let mut laws = vec![
            law(format!("geometric {mean}"), Reuse::geometric(mean)?, geometric, 1.0 + mean),
            law(format!("uniform {window}"), Reuse::uniform(window)?, uniform, window as f64),
        ];
        for &exponent in powers {
            let reuse = Reuse::power(exponent)?;
            laws.push(law(format!("power {exponent}"), reuse, ReuseDistance::Power { exponent }, 1.0 + reuse.mean()));
        }
        Ok(laws)
    }

    fn row(
        &self,
        filter: &'static str,
        series: &'static str,
        messages_per_cycle: f64,
        false_negative_rate: f64,
    ) -> Row {
        Row {
            law: self.name.clone(),
            mean_distance: finite(self.reuse.mean()),
            filter,
            series,
            messages_per_cycle,
            false_negative_rate,
            ..Row::default()
        }
    }
}
