//! One phase against two in filters of infinitely many bits, at every rate.

mod view;

use bloomlab_occupancy::{Phases, Target};
use bloomlab_recycling::capacity_limit;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// Rates 10^(−exponent/4) with these exponents, from and to.
    first_quarter: u32,
    last_quarter: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    target: f64,
    one_phase_hashes: u64,
    /// New messages per bit of all memory at the end of a cycle.
    one_phase_messages_per_bit: f64,
    two_phase_hashes: u64,
    /// The same, both filters counted.
    two_phase_messages_per_bit: f64,
    ratio: f64,
    /// 1/(1 − ln ln(1/P)/ln(1/P)), the law of low rates; none above 1/e^e.
    law: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.first_quarter == 0 || p.last_quarter > 1000 {
        return Err(format!("quarters {} to {}: needs 1 to 1000", p.first_quarter, p.last_quarter).into());
    }
    context.rows(p.first_quarter..=p.last_quarter, |quarters| row(libm::pow(10.0, -f64::from(quarters) / 4.0)))
}

fn row(rate: f64) -> Result<Row> {
    let target = Target::new(rate)?;
    let [one, two] = [Phases::One, Phases::Two].map(|phases| capacity_limit(phases, target));
    let log = -libm::log(rate);
    Ok(Row {
        target: rate,
        one_phase_hashes: one.hashes,
        one_phase_messages_per_bit: one.messages_per_bit,
        two_phase_hashes: two.hashes,
        two_phase_messages_per_bit: two.messages_per_bit,
        ratio: one.messages_per_bit / two.messages_per_bit,
        law: (log > std::f64::consts::E).then(|| 1.0 / (1.0 - libm::log(log) / log)),
    })
}
