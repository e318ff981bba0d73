//! The loads of the paper: every filter of one size, n from m/64 to m/k.

use crate::prelude::*;

/// The parameters of figures 3 to 7.
#[derive(Serialize, Deserialize)]
pub(crate) struct Sweep {
    pub bits: u64,
    pub hashes: u64,
    /// r in percent of n.
    #[serde(default)]
    pub deleted_percent: u64,
    pub region_bits: Vec<u64>,
    pub epochs: u64,
    /// Of the filters of figure 3 whose marked regions are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_of_regions: Option<u64>,
    /// The equal steps from one of these points to the next at which the models are evaluated.
    pub model_steps: u64,
}

impl Sweep {
    /// Every filter at every load, r rounded down.
    pub fn points(&self, filters: &[DeletableKind]) -> Result<Vec<Parameters>> {
        self.at(filters, loads(self.bits, self.hashes)?)
    }

    /// Every filter at every load between those of [`points`](Self::points), at which there are models only.
    pub fn points_between(&self, filters: &[DeletableKind]) -> Result<Vec<Parameters>> {
        let (step, fine) = (self.bits / 64, self.model_steps);
        ensure!(fine > 0 && step.is_multiple_of(fine), "model_steps {fine}: needs a divisor of m/64 = {step}");
        let simulated = loads(self.bits, self.hashes)?;
        let between = |items: u64| (1..fine).map(move |i| items + i * (step / fine));
        self.at(filters, simulated[..simulated.len() - 1].iter().flat_map(|&items| between(items)).collect())
    }

    fn at(&self, filters: &[DeletableKind], loads: Vec<u64>) -> Result<Vec<Parameters>> {
        let point = |(&filter, items): (&DeletableKind, u64)| {
            let deleted = items * self.deleted_percent / 100;
            Ok(Parameters::new(filter, self.bits, items, deleted, self.hashes)?)
        };
        iproduct!(filters, loads).map(point).collect()
    }
}

/// The table of figures 4 to 7: every filter at every load, simulated, and then the models between these loads.
pub(crate) fn compute(sweep: &Sweep, context: &Context) -> Result<Vec<Row>> {
    let filters = filters::of_the_paper(&sweep.region_bits);
    let points = sweep.points(&filters)?;
    let trials = simulate(&points, sweep.epochs, context)?;
    let mut rows = context.rows(zip(&points, trials), |(point, trials)| with_trials(point, &trials))?;
    rows.extend(context.rows(sweep.points_between(&filters)?, |p| models(&p))?);
    Ok(rows)
}

/// n from m/64 to m/k in steps of m/64.
pub(crate) fn loads(bits: u64, hashes: u64) -> Result<Vec<u64>> {
    let is_in_domain = bits > 0 && bits.is_multiple_of(64) && (1..=64).contains(&hashes);
    ensure!(is_in_domain, "bits {bits}, hashes {hashes}: needs m a multiple of 64, and 1 ≤ k ≤ 64");
    Ok((1..=64 / hashes).map(|step| step * (bits / 64)).collect())
}
