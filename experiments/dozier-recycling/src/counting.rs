//! The three ways of counting false positives, under popularities from uniform to steep.

use bloomlab_numbers::{Bound, Double, Phases, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, one_phase};
use bloomlab_simulation::{
    ArrivalModel, Counting, Persistence, Popularity, RecyclingPoint, simulate_recycling_by_state,
};
use bloomlab_tables::{Interval, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::simulated::{self, design, epochs, mean};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    hashes: u64,
    sigma: u64,
    catalogues: Vec<u64>,
    exponents: Vec<f64>,
    epochs: u64,
    arrivals: u64,
    warm_up: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    zipf_exponent: f64,
    catalogue: u64,
    counting: &'static str,
    #[serde(rename = "rate,lower,upper")]
    rate: Interval,
    /// The model's rate, which is that of count-instance.
    model: f64,
    catalogue_over_cycle: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let shape = Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?;
    let model = one_phase(&Double, SigmaBounded::new(shape, p.sigma)?);
    let length = model.messages_per_cycle;
    if let Some(size) = p.catalogues.iter().find(|size| (**size as f64) < 1.2 * length) {
        return Err(format!("catalogues: {size} messages hardly fill a cycle of {length}").into());
    }
    let cases = iproduct!(p.exponents.iter().copied(), p.catalogues.iter().copied());
    run.flat_rows(cases, |(zipf_exponent, catalogue)| {
        let cycle = per_cycle(length, zipf_exponent, catalogue);
        let point = |later| point(p, shape, zipf_exponent, catalogue, later);
        let tallies = epochs(run, run.streams("counting"), point, cycle, p.epochs, simulate_recycling_by_state)?;
        let row = |counting| {
            Ok(Row {
                zipf_exponent,
                catalogue,
                counting: simulated::name(counting),
                rate: mean(&tallies, |tally| tally.rate(counting))?.into(),
                model: model.rate,
                catalogue_over_cycle: catalogue as f64 / length,
            })
        };
        [Counting::Instance, Counting::Each, Counting::First].map(row).into_iter().collect::<Result<Vec<_>>>()
    })
}

fn point(p: &Parameters, shape: Shape, exponent: f64, catalogue: u64, later: u64) -> RecyclingPoint {
    let popularity = if exponent == 0.0 { Popularity::Uniform } else { Popularity::Zipf { exponent } };
    RecyclingPoint {
        filter: design(Phases::One, shape, Bound::Sigma(p.sigma)),
        positions: Persistence::Fresh,
        arrivals: ArrivalModel { popularity, ..ArrivalModel::uniform(catalogue) },
        warm_up: p.warm_up + later,
        length: p.arrivals,
    }
}

/// Arrivals until `distinct` messages of a catalogue with Zipf popularities p have arrived, in expectation about: the t at
/// which Σ (1 − (1 − p)^t) reaches that number.
fn per_cycle(distinct: f64, exponent: f64, catalogue: u64) -> f64 {
    let weights: Vec<f64> = (1..=catalogue).map(|rank| libm::pow(rank as f64, -exponent)).collect();
    let total: f64 = weights.iter().sum();
    let seen = |t: f64| weights.iter().map(|weight| -libm::expm1(t * libm::log1p(-weight / total))).sum::<f64>();
    let (mut low, mut high) = (distinct, 2.0 * distinct);
    while seen(high) < distinct && high < 1e12 {
        high *= 2.0;
    }
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if seen(middle) < distinct { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_messages_arrive_as_a_collector_collects_them() {
        // U ln(U/(U − n)), to the order of 1/U
        let expected = 1000.0 * libm::log(1000.0 / 850.0);
        let arrivals = per_cycle(150.0, 0.0, 1000);
        assert!((arrivals / expected - 1.0).abs() < 1e-3, "{arrivals}");
    }
}
