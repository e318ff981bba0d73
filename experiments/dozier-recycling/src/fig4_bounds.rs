//! The N-bounded filter: its exact rate, the papers' bounds, and simulation.

use bloomlab_numbers::{Bound, Double, Phases, Sampling, Shape};
use bloomlab_recycling::{NBounded, NBoundedRates, NBoundedSweep, worst_case_rate};
use bloomlab_simulation::Counting;
use bloomlab_tables::{Interval, Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::simulated::{Kind, by_state_if_fresh, design, epochs, mean};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// M where N varies.
    bits: u64,
    hashes: u64,
    further_hashes: Vec<u64>,
    messages: Vec<u64>,
    catalogue: u64,
    epochs: u64,
    arrivals: u64,
    warm_up: u64,
    /// kN/M where M varies.
    load: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Sizes between M and 2M that are computed for the lines.
    between: u32,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// A point over N, or over M, or between its points; or where simulated messages and their positions come from.
    series: &'static str,
    bits: u64,
    hashes: u64,
    messages: u64,
    exact: f64,
    f_o: f64,
    f_a: f64,
    f_o_shortfall: f64,
    f_a_shortfall: f64,
    /// The worst case; over N, only at the smallest N that is simulated and above.
    f_w: Option<f64>,
    #[serde(rename = "rate,lower,upper")]
    simulated: Option<Interval>,
}

const OVER_N: &str = "N";

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (load, log2) = (p.load, p.log2_bits_to);
    let is_within = load > 0.0 && load <= 1.0 && log2 <= 20;
    ensure!(is_within, "load = {load}, log2_bits_to = {log2}: needs 0 < load ≤ 1, at most 2^20 bits");
    let shape = Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?;
    let bound = NBounded::most_messages(shape);
    if let Some(messages) = p.messages.iter().find(|messages| !(1..=bound).contains(*messages)) {
        return Err(format!("messages = {messages} is out of range: needs 1 ≤ N ≤ {bound}").into());
    }
    let rates: Vec<NBoundedRates<f64>> = NBoundedSweep::new(shape).collect();
    let mut rows = over_n(p, shape, &rates);
    for &hashes in &p.further_hashes {
        let shape = Shape::new(p.bits, hashes, Sampling::WithReplacement)?;
        // nothing is falsely recognised among single messages
        rows.extend(NBoundedSweep::new(shape).skip(1).map(|rates| row(OVER_N, shape, &rates)));
    }
    rows.extend(over_m(p, run)?);
    let simulated = iproduct!(p.messages.iter().map(|&messages| &rates[messages as usize - 1]), Kind::ALL);
    rows.extend(run.rows(simulated, |(rates, kind)| {
        let filter = design(Phases::One, shape, Bound::Messages(rates.messages));
        let point = |later| kind.point(filter, p.catalogue, p.warm_up + later, p.arrivals);
        let cycle = kind.cycle(rates.messages_per_cycle, p.catalogue);
        let tallies = epochs(run, run.streams("fig4-bounds"), point, cycle, p.epochs, by_state_if_fresh)?;
        let simulated = mean(&tallies, |tally| tally.rate(Counting::Instance))?.into();
        Ok(Row { simulated: Some(simulated), ..row(kind.name(), shape, rates) })
    })?);
    Ok(rows)
}

/// Every N but the first, with the worst case at the smallest N that is simulated and above.
fn over_n(p: &Parameters, shape: Shape, rates: &[NBoundedRates<f64>]) -> Vec<Row> {
    let smallest = p.messages.iter().copied().min().unwrap_or(1);
    let worst = |messages| (messages >= smallest).then(|| worst_case_rate(&Double, shape, messages));
    rates.iter().skip(1).map(|rates| Row { f_w: worst(rates.messages), ..row(OVER_N, shape, rates) }).collect()
}

/// At each power of two, then at sizes between, the largest N that keeps kN/M within the load.
fn over_m(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let steps = p.between + 1;
    let last = (p.log2_bits_to - p.log2_bits_from) * steps;
    let (powers, between): (Vec<u32>, Vec<u32>) = (0..=last).partition(|step| step.is_multiple_of(steps));
    let hashes = [&[p.hashes], &*p.further_hashes].concat();
    let filters = iproduct!([("M", powers), ("between", between)], hashes)
        .flat_map(|((series, steps), hashes)| steps.into_iter().map(move |step| (series, hashes, step)));
    run.flat_rows(filters, |(series, hashes, step)| {
        let exponent = f64::from(p.log2_bits_from) + f64::from(step) / f64::from(steps);
        let bits = libm::round(libm::exp2(exponent)) as u64;
        let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
        let messages = ((p.load * bits as f64 / hashes as f64) as u64).max(2);
        let last = NBoundedSweep::new(shape).take_while(|rates| rates.messages <= messages).last();
        let worst = |rates: &NBoundedRates<f64>| worst_case_rate(&Double, shape, rates.messages);
        Ok(last.map(|rates| Row { f_w: Some(worst(&rates)), ..row(series, shape, &rates) }))
    })
}

fn row(series: &'static str, shape: Shape, rates: &NBoundedRates<f64>) -> Row {
    let shortfall = |bound: f64| (rates.exact - bound) / rates.exact;
    Row {
        series,
        bits: shape.bits(),
        hashes: shape.hashes(),
        messages: rates.messages,
        exact: rates.exact,
        f_o: rates.f_o,
        f_a: rates.f_a,
        f_o_shortfall: shortfall(rates.f_o),
        f_a_shortfall: shortfall(rates.f_a),
        ..Row::default()
    }
}
