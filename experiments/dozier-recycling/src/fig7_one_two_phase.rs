//! What two phases cost: message capacity at equal memory and equal average rate.

use bloomlab_numbers::{Phases, Target};
use bloomlab_recycling::capacity_limit;
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::simulated::{between, planned};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// M, shared by the two filters of two phases.
    bits: Vec<u64>,
    targets: Vec<f64>,
    lines_per_decade: u32,
    /// Of infinitely many bits: rates 10^(−exponent/4) with these exponents, from and to.
    first_quarter: u32,
    last_quarter: u32,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// None: infinitely many.
    bits: Option<u64>,
    target: f64,
    one_phase_hashes: u64,
    two_phase_hashes: u64,
    /// One phase's messages over those that active and frozen filter hold together at the end of a cycle.
    ratio_to_both: f64,
    #[serde(
        rename = "one_phase_sigma,one_phase_messages_per_cycle,two_phase_sigma,two_phase_messages_per_cycle,ratio"
    )]
    cycles: Option<Cycles>,
    /// New messages per bit of all memory at the end of a cycle, both filters counted: one phase, two phases.
    #[serde(rename = "one_phase_messages_per_bit,two_phase_messages_per_bit")]
    per_bit: Option<(f64, f64)>,
    /// 1/(1 − ln ln(1/P)/ln(1/P)), which the ratio nears at low rates; none above 1/e^e.
    law: Option<f64>,
    /// True between the rates that are asked for, for the lines only.
    is_between: bool,
}

/// The cycles of one phase and of two: each with σ (of each filter) and messages per cycle (of the active one), and the ratio of
/// the latter.
type Cycles = (u64, f64, u64, f64, f64);

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (first, last) = (p.first_quarter, p.last_quarter);
    ensure!(first > 0 && last <= 1000, "quarters {first} to {last}: needs 1 to 1000");
    let between = between(&p.targets, p.lines_per_decade);
    let asked = iproduct!(p.bits.iter().copied(), p.targets.iter().copied()).map(|point| (point, false));
    let lines = iproduct!(p.bits.iter().copied(), between).map(|point| (point, true));
    let rows = run.rows(asked.chain(lines).collect::<Vec<_>>(), |((bits, target), is_between)| {
        Ok(Row { is_between, ..finite(bits, Target::new(target)?)? })
    })?;
    let rate = |quarters| libm::pow(10.0, -f64::from(quarters) / 4.0);
    let limit = run.rows(first..=last, |quarters| infinite(rate(quarters)))?;
    Ok(rows.into_iter().chain(limit).collect())
}

fn finite(bits: u64, target: Target) -> Result<Row> {
    let (one, two) = (planned(bits, Phases::One, target)?, planned(bits, Phases::Two, target)?);
    let (messages, of_two) = (one.messages_per_cycle, two.messages_per_cycle);
    Ok(Row {
        bits: Some(bits),
        target: target.rate(),
        one_phase_hashes: one.hashes,
        two_phase_hashes: two.hashes,
        ratio_to_both: messages / (2.0 * of_two),
        cycles: Some((one.bound.value(), messages, two.bound.value(), of_two, messages / of_two)),
        ..Row::default()
    })
}

fn infinite(rate: f64) -> Result<Row> {
    let target = Target::new(rate)?;
    let [one, two] = [Phases::One, Phases::Two].map(|phases| capacity_limit(phases, target));
    let log = -libm::log(rate);
    Ok(Row {
        target: rate,
        one_phase_hashes: one.hashes,
        two_phase_hashes: two.hashes,
        ratio_to_both: one.messages_per_bit / two.messages_per_bit,
        per_bit: Some((one.messages_per_bit, two.messages_per_bit)),
        law: (log > std::f64::consts::E).then(|| 1.0 / (1.0 - libm::log(log) / log)),
        ..Row::default()
    })
}
