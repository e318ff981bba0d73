//! The N-bounded filter: its exact rate, the papers' bounds, and simulation.

mod view;

use std::iter::zip;

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Bound, Phases, Sampling, Shape};
use bloomlab_recycling::{NBounded, NBoundedRates, NBoundedSweep, worst_case_rate};
use bloomlab_simulation::{Counting, Estimate, RecyclingPoint};
use bloomlab_workbench::figure::*;
use itertools::iproduct;
pub(crate) use view::{claims, draw, facts};

use crate::catalogue::Kind;
use crate::simulated::{self, arrivals_until, by_state_where_fresh, design, simulate};
use crate::spread::Spread;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    /// k.
    hashes: u64,
    /// The simulated N.
    messages: Vec<u64>,
    /// Messages of the catalogue.
    catalogue: u64,
    epochs: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// N.
    messages: u64,
    /// exact, f_o, f_a, f_w, or where simulated messages and their positions come from.
    series: String,
    rate: f64,
    #[serde(rename = "lower,upper,standard_error,epochs")]
    spread: Option<Spread>,
    /// The exact rate.
    exact: f64,
}

impl Row {
    fn simulated(&self) -> Option<Interval> {
        Some(self.spread?.around(self.rate))
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let shape = Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?;
    let smallest = p.messages.iter().copied().min().unwrap_or(1);
    let bound = NBounded::most_messages(shape);
    if let Some(messages) = p.messages.iter().find(|messages| !(1..=bound).contains(*messages)) {
        return Err(format!("messages = {messages} is out of range: needs 1 ≤ N ≤ {bound}").into());
    }
    let rates: Vec<NBoundedRates<f64>> = NBoundedSweep::new(shape).collect();
    let mut rows = Vec::new();
    for rates in rates.iter().filter(|rates| rates.messages >= smallest) {
        let worst = worst_case_rate(&Double, shape, rates.messages);
        let values = [("exact", rates.exact), ("f_o", rates.f_o), ("f_a", rates.f_a), ("f_w", worst)];
        rows.extend(values.map(|(series, rate)| row(rates, series, rate, None)));
    }
    let simulated: Vec<_> =
        iproduct!(&p.messages, Kind::ALL).map(|(&messages, kind)| (&rates[messages as usize - 1], kind)).collect();
    let points: Vec<_> = simulated.iter().map(|&(rates, kind)| point(p, shape, rates, kind)).collect();
    let tallies = simulate(context, "fig4-bounds", &points, p.epochs, by_state_where_fresh)?;
    for ((rates, kind), tallies) in zip(simulated, tallies) {
        let estimate = simulated::rate(&tallies, Counting::Instance)?;
        rows.push(row(rates, kind.name(), estimate.mean, Some(estimate)));
    }
    Ok(rows)
}

/// What is simulated, with its arrivals per cycle.
fn point(p: &Parameters, shape: Shape, rates: &NBoundedRates<f64>, kind: Kind) -> (RecyclingPoint, f64) {
    let cycle = match kind {
        Kind::Unique => rates.messages_per_cycle,
        Kind::Fixed | Kind::Fresh => arrivals_until(rates.messages_per_cycle, p.catalogue),
    };
    let point = RecyclingPoint {
        filter: design(Phases::One, shape, Bound::Messages(rates.messages)),
        positions: kind.positions(),
        arrivals: kind.arrivals(p.catalogue),
        warm_up: p.warm_up,
        length: p.arrivals,
    };
    (point, cycle)
}

fn row(rates: &NBoundedRates<f64>, series: &str, rate: f64, estimate: Option<Estimate>) -> Row {
    let spread = estimate.map(Spread::from);
    Row { messages: rates.messages, series: series.to_owned(), rate, spread, exact: rates.exact }
}
