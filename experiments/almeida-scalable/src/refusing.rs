//! Filters that refuse positives, against filters that insert everything: at as many counted items, by load and by size.

mod view;

use bloomlab_formulas::{Load, approximation, exact, refusing};
use bloomlab_numbers::Double;
use bloomlab_simulation::{RefusingPoint, simulate_refusing};
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::trials::simulated;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// k.
    hashes: Vec<u64>,
    /// kn/m of the limits.
    loads: Vec<f64>,
    /// m of the limits, which hardly depend on it.
    many_bits: u64,
    /// m of the exact rates at half fill.
    bits: Vec<u64>,
    /// m of those that are also simulated.
    simulated: Vec<u64>,
    /// Independent filters at each of these.
    epochs: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    hashes: u64,
    /// Whether the rates are limits for many bits.
    limit: bool,
    bits: u64,
    items: u64,
    /// kn/m.
    load: f64,
    /// The rate of the filter that inserts everything.
    plain: f64,
    refusing: f64,
    /// refusing/plain − 1.
    excess: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (&hashes, &load) in iproduct!(&p.hashes, p.loads.iter().chain([&std::f64::consts::LN_2])) {
        let load = at(p.many_bits, hashes, load)?;
        // beyond its harmonic share a refusing filter is full
        if let Ok(refusing) = refusing::limit(load) {
            rows.push(row(load, true, approximation::classic_limit(&Double, load), refusing, None));
        }
    }
    rows.sort_by(|a, b| (a.hashes, a.load).partial_cmp(&(b.hashes, b.load)).unwrap_or(std::cmp::Ordering::Equal));
    let sized: Vec<Load> = iproduct!(&p.hashes, &p.bits)
        .map(|(&hashes, &bits)| at(bits, hashes, std::f64::consts::LN_2))
        .collect::<Result<_>>()?;
    let point = |load: &Load| {
        let point = RefusingPoint { bits: load.bits(), hashes: load.hashes(), items: load.items() };
        // with one hash function every filter has the same rate, n/m
        (load.hashes() > 1 && p.simulated.contains(&load.bits())).then_some(point)
    };
    let points: Vec<_> = sized.iter().map(point).collect();
    let simulated = simulated(&points, p.epochs, context, simulate_refusing)?;
    let exact = context.rows(izip!(sized, simulated), |(load, simulated)| {
        Ok(row(load, false, exact::rate(&Double, load)?, refusing::rate(&Double, load)?, simulated))
    })?;
    rows.extend(exact);
    Ok(rows)
}

/// As many items as a load kn/m allows.
fn at(bits: u64, hashes: u64, load: f64) -> Result<Load> {
    Ok(Load::new(bits, (load * bits as f64 / hashes as f64) as u64, hashes)?)
}

fn row(load: Load, limit: bool, plain: f64, refusing: f64, simulated: Option<Interval>) -> Row {
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    let excess = refusing / plain - 1.0;
    Row { hashes, limit, bits, items, load: load.balls() as f64 / bits as f64, plain, refusing, excess, simulated }
}
