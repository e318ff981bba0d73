//! The cycle of a recycling filter: what fills and is cleared, message by message, and the distribution of its set bits.

use bloomlab_numbers::{Bound, Double, Phases, Target};
use bloomlab_recycling::{Plan, SigmaBounded, stationary};
use bloomlab_simulation::{Found, trace_recycling};
use bloomlab_tables::{Estimate, Interval, Result, Run, ensure};
use serde::{Deserialize, Serialize};

use crate::simulated::{design, mean, number_of, planned, shape_of_each};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    /// The average false-positive rate of both.
    target: f64,
    drawn: u64,
    /// Bits of a bin, where set bits are counted.
    bin: u64,
    epochs: u64,
    messages: u64,
    warm_up: u64,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// trace: what one message finds; law: the share of messages that find a given number of bits set.
    part: &'static str,
    phases: u64,
    hashes: u64,
    sigma: u64,
    average_rate: f64,
    messages_per_cycle: f64,
    /// Bits set in the filter that the message goes into, and in the frozen one; the probability that it is taken for a repeat, given the
    /// state.
    #[serde(rename = "message,set,frozen,momentary_rate,recycles")]
    traced: Option<(u64, u64, Option<u64>, f64, bool)>,
    /// The set bits that are counted together, and the probability of one of these numbers, in the mean.
    #[serde(rename = "set_from,set_to,model")]
    counted: Option<(u64, u64, f64)>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let target = Target::new(p.target)?;
    let mut rows = Vec::new();
    for phases in [Phases::One, Phases::Two] {
        let filter = Filter::new(p.bits, target, phases)?;
        let trace = filter.whole_cycles(p, run)?;
        rows.extend((1..).zip(trace).map(|(message, found)| Row {
            traced: Some((message, found.set, found.frozen, found.rate, found.recycles)),
            ..filter.row("trace")
        }));
        // π: the probability that a new message finds 0, 1, … σ bits set
        let law = stationary(&Double, filter.each);
        rows.extend((0..).zip(&law).map(|(set, &p)| Row { counted: Some((set, set, p)), ..filter.row("law") }));
        for ((from, to), estimate) in filter.simulated_law(p, run)? {
            let inside = &law[from as usize..=to as usize];
            let counted = Some((from, to, inside.iter().sum::<f64>() / inside.len() as f64));
            rows.push(Row { counted, simulated: Some(estimate.into()), ..filter.row("law") });
        }
    }
    Ok(rows)
}

struct Filter {
    phases: Phases,
    each: SigmaBounded,
    plan: Plan,
}

/// Numbers of set bits that are counted together: from, to.
type Bin = (u64, u64);

impl Filter {
    fn row(&self, part: &'static str) -> Row {
        Row {
            part,
            phases: number_of(self.phases),
            hashes: self.each.shape().hashes(),
            sigma: self.each.sigma(),
            average_rate: self.plan.rate,
            messages_per_cycle: self.plan.messages_per_cycle,
            ..Row::default()
        }
    }

    /// The filter with the most messages in `memory` bits at a rate of at most the target.
    fn new(memory: u64, target: Target, phases: Phases) -> Result<Self> {
        let plan = planned(memory, phases, target)?;
        let each = SigmaBounded::new(shape_of_each(memory, plan.hashes, phases)?, plan.bound.value())?;
        Ok(Self { phases, each, plan })
    }

    /// The state that each of the first messages of a whole cycle after the warm-up finds.
    fn whole_cycles(&self, p: &Parameters, run: &Run) -> Result<Vec<Found>> {
        let found = self.trace(run, p.warm_up + p.drawn + 10 * self.plan.messages_per_cycle as u64, 0)?;
        let warm = found.into_iter().skip(p.warm_up as usize).skip_while(|found| !found.recycles);
        let trace: Vec<Found> = warm.skip(1).take(p.drawn as usize).collect();
        ensure!(trace.len() == p.drawn as usize, "a cycle of ten times the usual length");
        Ok(trace)
    }

    /// The distribution of the set bits simulated, in the mean over each bin. Epochs end evenly spread over a cycle.
    fn simulated_law(&self, p: &Parameters, run: &Run) -> Result<Vec<(Bin, Estimate)>> {
        let sigma = self.each.sigma();
        let from = (0..=sigma).step_by(p.bin as usize);
        let bins: Vec<Bin> = from.map(|from| (from, (from + p.bin - 1).min(sigma))).collect();
        let epochs = run.map(1..=p.epochs, |epoch| {
            let later = (self.plan.messages_per_cycle * epoch as f64 / p.epochs as f64) as u64;
            let found = self.trace(run, p.warm_up + later + p.messages, epoch)?;
            let mut counts = vec![0_u64; bins.len()];
            for found in &found[(p.warm_up + later) as usize..] {
                counts[(found.set / p.bin) as usize] += 1;
            }
            Ok(counts)
        })?;
        let shares = bins.iter().enumerate().map(|(i, &(from, to))| {
            let states = (to - from + 1) * p.messages;
            Ok(((from, to), mean(&epochs, |counts| Some(counts[i] as f64 / states as f64))?))
        });
        shares.collect()
    }

    fn trace(&self, run: &Run, messages: u64, epoch: u64) -> Result<Vec<Found>> {
        let design = design(self.phases, self.each.shape(), Bound::Sigma(self.each.sigma()));
        let random = run.streams("cycle").generator(&design, epoch)?;
        Ok(trace_recycling(&design, messages, &random.into())?)
    }
}
