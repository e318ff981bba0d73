//! The cycle of a recycling filter: what fills and is cleared, message by message, and the distribution of its set bits.

mod filter;
mod view;

use crate::prelude::*;
use filter::{Bin, Filter};
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// M in all; two filters share it equally.
    bits: u64,
    /// The average false-positive rate of both.
    target: f64,
    /// New messages that are drawn.
    drawn: u64,
    /// Bits of a bin, where set bits are counted.
    bin: u64,
    epochs: u64,
    /// New messages counted in an epoch.
    messages: u64,
    /// New messages before that.
    warm_up: u64,
}

/// A message has the columns from `message` to `recycles`, a law those after them.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    /// trace: what one message finds; law: the share of messages that find a given number of bits set.
    part: String,
    phases: u64,
    hashes: u64,
    /// Of each filter.
    sigma: u64,
    average_rate: f64,
    messages_per_cycle: f64,
    message: Option<u64>,
    /// Bits set in the filter that the message goes into, and in the frozen one.
    set: Option<u64>,
    frozen: Option<u64>,
    /// The probability that it is taken for a repeat, given the state.
    momentary_rate: Option<f64>,
    recycles: Option<bool>,
    /// The set bits that are counted together.
    set_from: Option<u64>,
    set_to: Option<u64>,
    /// The probability of one of these numbers of set bits, in the mean: of the model, and simulated.
    model: Option<f64>,
    simulated: Option<f64>,
    #[serde(rename = "lower,upper,standard_error,epochs")]
    spread: Option<Spread>,
}

impl Row {
    fn simulated(&self) -> Option<Interval> {
        Some(self.spread?.around(self.simulated?))
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let target = Target::new(p.target)?;
    let mut rows = Vec::new();
    for phases in [Phases::One, Phases::Two] {
        let filter = Filter::new(p.bits, target, phases)?;
        let trace = filter.whole_cycles(p, context.seed)?;
        rows.extend((1..).zip(&trace).map(|(message, found)| traced(&filter, message, found)));
        let law = filter.law();
        let each = (0..).zip(&law).map(|(set, &model)| counted(&filter, Bin { from: set, to: set }, model, None));
        rows.extend(each);
        for (bin, estimate) in filter.simulated_law(p, context)? {
            let inside = &law[bin.from as usize..=bin.to as usize];
            let model = inside.iter().sum::<f64>() / inside.len() as f64;
            rows.push(counted(&filter, bin, model, Some(estimate)));
        }
    }
    Ok(rows)
}

fn traced(filter: &Filter, message: u64, found: &Found) -> Row {
    Row {
        message: Some(message),
        set: Some(found.set),
        frozen: found.frozen,
        momentary_rate: Some(found.rate),
        recycles: Some(found.recycles),
        ..row(filter, "trace")
    }
}

fn counted(filter: &Filter, bin: Bin, model: f64, estimate: Option<Estimate>) -> Row {
    Row {
        set_from: Some(bin.from),
        set_to: Some(bin.to),
        model: Some(model),
        simulated: estimate.map(|estimate| estimate.mean),
        spread: estimate.map(Spread::from),
        ..row(filter, "law")
    }
}

fn row(filter: &Filter, part: &str) -> Row {
    Row {
        part: part.to_owned(),
        phases: if filter.phases == Phases::One { 1 } else { 2 },
        hashes: filter.each.shape().hashes(),
        sigma: filter.each.sigma(),
        average_rate: filter.average_rate,
        messages_per_cycle: filter.messages_per_cycle,
        ..Row::default()
    }
}
