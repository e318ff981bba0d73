//! What refused deletions leave: refusals against age, and how fast cells are lost.

use bloomlab_deletable::stream::Stream;
use bloomlab_numbers::{DeletableKind, Double};
use bloomlab_simulation::{WindowPoint, WindowTally, simulate_window};
use bloomlab_tables::{Estimate, Interval, Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

/// The filters whose cells saturate.
const SATURATING: [DeletableKind; 3] = [DeletableKind::TBF, DeletableKind::Qbf, DeletableKind::Dlbf { region_bits: 4 }];

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// m and W of the filters that are followed; k is each of these.
    bits: u64,
    window: u64,
    hashes: Vec<u64>,
    /// Ages in windows at which they are simulated, ascending.
    ages: Vec<u64>,
    epochs: u64,
    /// Loads a = kW/C of large filters, in hundredths.
    hundredths: Vec<u64>,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// `refused`, or `decay`.
    part: &'static str,
    filter: String,
    hashes: Option<u64>,
    /// a = kW/C.
    load: f64,
    /// Windows since the filter was empty, and the share of the deletions of the last window that were refused.
    #[serde(rename = "age,refused")]
    refused: Option<(u64, f64)>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    /// sW: unsaturated cells fall like e^(−sW) in a window; and ln 2/(sW).
    #[serde(rename = "decay,half_life")]
    decay: Option<(f64, f64)>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = run.flat_rows(iproduct!(SATURATING, &p.hashes), |(kind, &hashes)| {
        let point = WindowPoint { kind, bits: p.bits, hashes, window: p.window, ages: p.ages.clone() };
        let trials =
            run.streams("residue").epochs(&point, p.epochs, |random| Ok(simulate_window(&point, &random.into())?))?;
        refused(&point, &trials)
    })?;
    rows.extend(run.rows(iproduct!(SATURATING, &p.hundredths), |(kind, &hundredths)| {
        // the decay depends on the load alone
        let bits = 100 * kind.least_bits();
        let stream = Stream::new(kind, bits, hundredths * kind.cells(bits) / 100, 1)?;
        let (filter, decay) = (kind.to_string(), stream.decay());
        let decay = Some((decay, std::f64::consts::LN_2 / decay));
        Ok(Row { part: "decay", filter, load: stream.load(), decay, ..Row::default() })
    })?);
    Ok(rows)
}

/// The mean over the last window before each age, by the model and by simulation.
fn refused(p: &WindowPoint, trials: &[Vec<WindowTally>]) -> Result<Vec<Row>> {
    let stream = Stream::new(p.kind, p.bits, p.window, p.hashes)?;
    let last = p.ages.last().copied().unwrap_or(0);
    let model = stream.passed(&Double, p.window * last);
    let row = |age: u64| {
        let until = (p.window * age) as usize;
        let states = &model[until + 1 - p.window as usize..=until];
        let estimate = p.ages.iter().position(|&simulated| simulated == age).map(|index| {
            let shares = trials.iter().map(|trial| trial[index].refused as f64 / p.window as f64).collect_vec();
            Estimate::of(&shares)
        });
        Ok(Row {
            part: "refused",
            filter: p.kind.to_string(),
            hashes: Some(p.hashes),
            load: stream.load(),
            refused: Some((age, states.iter().map(|state| state.refused).sum::<f64>() / p.window as f64)),
            simulated: estimate.transpose()?.map(Interval::from),
            ..Row::default()
        })
    };
    (1..=last).map(row).collect()
}
