//! The fate of the message that ends a cycle, and the sampling of positions: how much each variant changes one phase and two.

use bloomlab_numbers::{Bound, Double, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{
    Average, Cycle, Retaining, SigmaBounded, Variant, one_phase, published_retaining, retaining, shape_of_each,
    variant_average, variant_forgetting,
};
use bloomlab_tables::{Result, Run, ensure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::enumerated::{RETENTIONS, positions_name};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    one_phase: OnePhase,
    two_phases: TwoPhases,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    phases: u64,
    /// M, of both filters.
    bits: u64,
    hashes: u64,
    /// σ/M of one phase, but for rounding.
    fill: Option<f64>,
    /// σ or N, of each filter.
    sigma: Option<u64>,
    messages: Option<u64>,
    positions: &'static str,
    retention: Option<Retention>,
    /// Of the frozen filter.
    ending: Option<Ending>,
    rate: f64,
    messages_per_cycle: f64,
    /// rate / that of the filter of the formulas − 1: non-retaining with replacement, dropping and forgetting.
    relative_difference: f64,
    /// The same of the messages per cycle.
    messages_relative_difference: Option<f64>,
    /// The papers' rule for a retaining filter: rate / exact rate − 1.
    published_error: Option<f64>,
    /// f_A + f_F − f_A f_F, as eq. 26 multiplies.
    product_form: Option<f64>,
    /// Reuse distances up to this one have no false negative at all.
    guaranteed_distance: Option<u64>,
    /// The false-negative rate at reuse distance 0.
    denied_at_once: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let one_phase = one_phase_rows(&p.one_phase, run)?;
    Ok(one_phase.into_iter().chain(two_phase_rows(&p.two_phases, run)?).collect())
}

#[derive(Deserialize)]
pub(crate) struct OnePhase {
    log2_bits_from: u32,
    log2_bits_to: u32,
    hashes: Vec<u64>,
    /// σ/M, the one that is drawn first.
    fills: Vec<f64>,
}

fn one_phase_rows(p: &OnePhase, run: &Run) -> Result<Vec<Row>> {
    let (fills, log2) = (&p.fills, p.log2_bits_to);
    ensure!(
        fills.iter().all(|&fill| fill > 0.0 && fill < 1.0) && log2 <= 20,
        "fills = {fills:?}, log2_bits_to = {log2}: needs 0 < fill < 1, at most 2^20 bits"
    );
    let points = iproduct!(p.fills.iter().copied(), p.hashes.iter().copied(), p.log2_bits_from..=p.log2_bits_to);
    run.flat_rows(points, |(fill, hashes, log2)| {
        let bits = 1 << log2;
        variants(bits, hashes, fill, (fill * bits as f64) as u64)
    })
}

/// The variants of one filter, the non-retaining one with replacement first.
fn variants(bits: u64, hashes: u64, fill: f64, sigma: u64) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for (positions, reset) in iproduct!([Sampling::WithReplacement, Sampling::WithoutReplacement], RETENTIONS) {
        let filter = SigmaBounded::new(Shape::new(bits, hashes, positions)?, sigma)?;
        let (average, published_error) = average(filter, reset)?;
        let (rate, messages) = (average.rate, average.messages_per_cycle);
        let (base_rate, base_messages) =
            rows.first().map_or((rate, messages), |base| (base.rate, base.messages_per_cycle));
        rows.push(Row {
            phases: 1,
            bits,
            hashes,
            fill: Some(fill),
            sigma: Some(sigma),
            positions: positions_name(positions),
            retention: Some(reset),
            rate,
            messages_per_cycle: messages,
            relative_difference: rate / base_rate - 1.0,
            messages_relative_difference: Some(messages / base_messages - 1.0),
            published_error,
            ..Row::default()
        });
    }
    Ok(rows)
}

/// A variant's average, and the relative error of the papers' rule where it retains.
fn average(filter: SigmaBounded, reset: Retention) -> Result<(Average<f64>, Option<f64>)> {
    if reset == Retention::NonRetaining {
        return Ok((one_phase(&Double, filter), None));
    }
    let filter = Retaining::new(filter)?;
    let exact = retaining(&Double, filter);
    let published_error = published_retaining(&Double, filter).rate / exact.rate - 1.0;
    Ok((exact, Some(published_error)))
}

#[derive(Deserialize)]
pub(crate) struct TwoPhases {
    log2_bits_from: u32,
    log2_bits_to: u32,
    more_bits: Vec<u64>,
    hashes: u64,
}

fn two_phase_rows(p: &TwoPhases, run: &Run) -> Result<Vec<Row>> {
    ensure!(p.log2_bits_to <= 16, "log2_bits_to = {}: needs at most 16", p.log2_bits_to);
    let powers = (p.log2_bits_from..=p.log2_bits_to).map(|log2| 1 << log2);
    let sizes = powers.chain(p.more_bits.iter().copied()).sorted().collect_vec();
    // N is what fills half of a filter by about
    let by_messages = |bits: u64| Bound::Messages((0.35 * bits as f64 / p.hashes as f64) as u64);
    // of N-bounded filters the chain has as many states again for every message: it takes too long to be worth it
    let few = sizes.iter().filter(|bits| **bits <= 1024).map(|&bits| (bits, by_messages(bits)));
    let points = sizes.iter().map(|&bits| (bits, Bound::Sigma(bits / 4))).chain(few);
    run.flat_rows(points, |(bits, bound)| kinds(bits, p.hashes, bound))
}

/// The four filters of one size and bound, dropping and forgetting first.
fn kinds(bits: u64, hashes: u64, bound: Bound) -> Result<Vec<Row>> {
    let each = shape_of_each(bits, hashes, Sampling::WithReplacement)?;
    let mut rows: Vec<Row> = Vec::new();
    for (ending, retention) in iproduct!([Ending::Dropping, Ending::Keeping], RETENTIONS) {
        let variant = Variant::two_phases(Cycle::new(each, bound, retention)?, ending);
        let average = variant_average(&Double, variant);
        let base = rows.first().map_or(average.rate, |first| first.rate);
        let at_once = variant_forgetting(&Double, variant).next().ok_or("no reuse distance")?;
        let (sigma, messages) = match bound {
            Bound::Sigma(sigma) => (Some(sigma), None),
            Bound::Messages(messages) => (None, Some(messages)),
        };
        rows.push(Row {
            phases: 2,
            bits,
            hashes,
            sigma,
            messages,
            positions: positions_name(each.sampling()),
            retention: Some(retention),
            ending: Some(ending),
            rate: average.rate,
            messages_per_cycle: average.messages_per_cycle,
            relative_difference: average.rate / base - 1.0,
            product_form: Some(average.published_rate),
            guaranteed_distance: variant.guaranteed_distance(),
            denied_at_once: Some(at_once.false_negative_rate),
            ..Row::default()
        });
    }
    Ok(rows)
}
