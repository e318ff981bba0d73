//! Retouched filters: what clearing bits at random, and by four rules of choice, removes and loses.

mod trial;

use bloomlab_formulas::{Load, exact, retouched};
use bloomlab_numbers::Double;
use bloomlab_tables::{Estimate, Interval, Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};
use trial::{Clear, Clearing, RULES, Trial, simulate};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    items: u64,
    hashes: u64,
    /// θ.
    chances: Vec<f64>,
    /// Positions cleared, set or not.
    positions: Vec<u64>,
    /// Set bits cleared.
    set_bits: Vec<u64>,
    /// False positives given to selective clearing.
    unwanted: Vec<u64>,
    epochs: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    way: String,
    /// Whether the positions of an item are distinct.
    distinct: bool,
    /// θ, s, or the false positives given.
    amount: f64,
    /// Without clearing.
    plain_rate: f64,
    false_positive_rate: Option<f64>,
    false_negative_rate: Option<f64>,
    #[serde(rename = "simulated_false_positive_rate,false_positive_lower,false_positive_upper")]
    false_positives: Interval,
    #[serde(rename = "simulated_false_negative_rate,false_negative_lower,false_negative_upper")]
    false_negatives: Interval,
    bits_cleared: f64,
    /// The share of all false positives that are gone: exact, or simulated as the mean rate after over that before.
    removed: f64,
    /// The same over the share of the members that are lost.
    removed_to_lost: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (bits, items, hashes) = (p.bits, p.items, p.hashes);
    let random = p.chances.iter().map(|&chance| Clear::EachBit { chance });
    let random = random.chain(p.positions.iter().map(|&positions| Clear::Positions { positions }));
    let random = random.chain(p.set_bits.iter().map(|&bits| Clear::SetBits { bits })).collect_vec();
    let selected = iproduct!(0..RULES.len(), &p.unwanted).map(|(rule, &unwanted)| Clear::Selected { rule, unwanted });
    let points = iproduct!([false, true], random).chain(selected.map(|clear| (false, clear)));
    let points = points.map(|(distinct, clear)| Clearing { bits, items, hashes, distinct, clear });
    let streams = run.streams("filters-compared");
    run.rows(points, |point| row(&point, &streams.epochs(&point, p.epochs, |random| simulate(&point, random))?))
}

fn row(point: &Clearing, trials: &[Trial]) -> Result<Row> {
    let load = Load::new(point.bits, point.items, point.hashes)?;
    let load = if point.distinct { load.without_replacement()? } else { load };
    let exact = match point.clear {
        Clear::EachBit { chance } => Some(retouched::each_bit(&Double, load, chance)?),
        Clear::Positions { positions } => Some(retouched::positions(&Double, load, positions)?),
        Clear::SetBits { bits } => Some(retouched::set_bits(&Double, load, bits)?),
        Clear::Selected { .. } => None,
    };
    let interval = |value: fn(&Trial) -> f64| -> Result<Interval> {
        Ok(Estimate::of(&trials.iter().map(value).collect_vec())?.into())
    };
    let false_positives = interval(|trial| trial.false_positive_rate)?;
    let false_negatives = interval(|trial| trial.false_negative_rate)?;
    let plain_rate = exact::rate(&Double, load)?;
    let mean = |value: fn(&Trial) -> f64| trials.iter().map(value).sum::<f64>() / trials.len() as f64;
    let false_positive_rate = exact.as_ref().map(|errors| errors.false_positive_rate);
    let false_negative_rate = exact.map(|errors| errors.false_negative_rate);
    let removed = match false_positive_rate {
        Some(rate) => 1.0 - rate / plain_rate,
        None => 1.0 - false_positives.value / mean(|trial| trial.rate_before),
    };
    Ok(Row {
        way: point.clear.name().to_owned(),
        distinct: point.distinct,
        amount: point.clear.amount(),
        plain_rate,
        false_positive_rate,
        false_negative_rate,
        false_positives,
        false_negatives,
        bits_cleared: mean(|trial| trial.bits_cleared as f64),
        removed,
        removed_to_lost: removed / false_negative_rate.unwrap_or(false_negatives.value),
    })
}
