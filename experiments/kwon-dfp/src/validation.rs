//! Every configuration of the paper for the filters that it has formulas of: published, exact and simulated.

use bloomlab_deletable::{Parameters, in_f64, poisson, published};
use bloomlab_numbers::{DeletableKind, Double};
use bloomlab_tables::{Interval, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::columns::{dlbfs, mean, trials};
use crate::sweep::loads;

#[derive(Deserialize)]
pub struct Settings {
    bits: Vec<u64>,
    hashes: Vec<u64>,
    region_bits: Vec<u64>,
    epochs: u64,
}

#[derive(Serialize)]
pub struct Row {
    filter: String,
    bits: u64,
    hashes: u64,
    items: u64,
    quantity: &'static str,
    exact: f64,
    /// Eq. 2 and 3 for D-FP; for the DlBF its deletability as rebuilt from its description, and the usual rate.
    published: Option<f64>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    epochs: u64,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let filters = [DeletableKind::Dfp].into_iter().chain(dlbfs(&s.region_bits));
    let mut points = Vec::new();
    for (filter, &hashes, &bits) in iproduct!(filters, &s.hashes, &s.bits) {
        for items in loads(bits, hashes)? {
            points.push(Parameters::new(filter, bits, items, 0, hashes)?);
        }
    }
    run.flat_rows(points, |p| rows(&p, s.epochs, run))
}

fn rows(p: &Parameters, epochs: u64, run: &Run) -> Result<[Row; 2]> {
    let trials = trials(p, epochs, run)?;
    let deletability = match p.kind() {
        DeletableKind::Dfp => Some(published::published_deletability(&Double, p)),
        _ => published::published_dlbf_deletability(&Double, p),
    };
    let row = |quantity, exact, published, simulated| Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        quantity,
        exact,
        published,
        simulated,
        epochs,
    };
    let simulated = mean(&trials, |trial| trial.deletable as f64 / trial.items as f64)?;
    let deletability = row("deletability", in_f64::deletability(p)?, deletability, simulated);
    let simulated = mean(&trials, |trial| trial.false_positive_rate)?;
    let rate = row("false-positive rate", in_f64::rate(p)?, Some(poisson::rate(&Double, p)), simulated);
    Ok([deletability, rate])
}
