//! The loads of the paper: every filter of one size, n from m/64 to m/k.

use bloomlab_deletable::Parameters;
use bloomlab_numbers::DeletableKind;
use bloomlab_simulation::DeletableTrial;
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::columns::{Deletability, Point, Rate, filters_of_the_paper, trials};

/// The parameters of figures 3 to 7.
#[derive(Deserialize)]
pub struct Sweep {
    pub bits: u64,
    pub hashes: u64,
    #[serde(default)]
    pub deleted_percent: u64,
    pub region_bits: Vec<u64>,
    pub epochs: u64,
    /// The equal steps from one load to the next at which the models are evaluated.
    pub model_steps: u64,
}

#[derive(Serialize)]
pub struct Row {
    #[serde(flatten)]
    point: Point,
    #[serde(flatten)]
    deletability: Option<Deletability>,
    #[serde(flatten)]
    rate: Option<Rate>,
    epochs: Option<u64>,
}

/// The columns of a table beyond the point.
#[derive(Clone, Copy)]
pub struct Measures {
    pub deletability: bool,
    pub rate: bool,
}

impl Sweep {
    /// Every filter at every load, simulated, and then between these loads, at which there are models only.
    pub fn points(&self, filters: &[DeletableKind]) -> Result<Vec<(Parameters, u64)>> {
        let (step, fine) = (self.bits / 64, self.model_steps);
        ensure!(fine > 0 && step.is_multiple_of(fine), "model_steps {fine}: needs a divisor of m/64 = {step}");
        let simulated = loads(self.bits, self.hashes)?;
        let between = |items: u64| (1..fine).map(move |i| items + i * (step / fine));
        let between: Vec<u64> = simulated[..simulated.len() - 1].iter().flat_map(|&items| between(items)).collect();
        let point = |(&filter, (items, epochs)): (&DeletableKind, (u64, u64))| {
            let deleted = items * self.deleted_percent / 100;
            Ok((Parameters::new(filter, self.bits, items, deleted, self.hashes)?, epochs))
        };
        let simulated = simulated.into_iter().map(|items| (items, self.epochs));
        let between = between.into_iter().map(|items| (items, 0));
        iproduct!(filters, simulated).chain(iproduct!(filters, between)).map(point).collect()
    }

    /// The table of figures 4 to 7.
    pub fn rows(&self, run: &Run, measures: Measures) -> Result<Vec<Row>> {
        let points = self.points(&filters_of_the_paper(&self.region_bits))?;
        run.rows(points, |(p, epochs)| row(&p, &trials(&p, epochs, run)?, measures))
    }
}

fn row(p: &Parameters, trials: &[DeletableTrial], measures: Measures) -> Result<Row> {
    Ok(Row {
        point: Point::of(p),
        deletability: measures.deletability.then(|| Deletability::of(p, trials)).transpose()?,
        rate: measures.rate.then(|| Rate::of(p, trials)).transpose()?,
        epochs: (!trials.is_empty()).then_some(trials.len() as u64),
    })
}

/// n from m/64 to m/k in steps of m/64.
pub fn loads(bits: u64, hashes: u64) -> Result<Vec<u64>> {
    let is_in_domain = bits > 0 && bits.is_multiple_of(64) && (1..=64).contains(&hashes);
    ensure!(is_in_domain, "bits {bits}, hashes {hashes}: needs m a multiple of 64, and 1 ≤ k ≤ 64");
    Ok((1..=64 / hashes).map(|step| step * (bits / 64)).collect())
}
