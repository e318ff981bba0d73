//! The models side by side, for the claims on their capacities.

use super::{BEST, BETWEEN, F_W, Row, SIGMA, SIZES};
use crate::prelude::*;

/// The models' rows for one size, target and choice of k.
pub(super) struct Case<'a> {
    pub(super) bits: u64,
    pub(super) target: f64,
    /// Whether each model has the k that is best for it.
    pub(super) best: bool,
    rows: &'a [Row],
}

impl Case<'_> {
    fn row(&self, model: &str) -> Result<&Row> {
        let row = self.rows.iter().find(|row| row.model == model);
        Ok(row.ok_or_else(|| format!("no row of {model} at a target of {}", self.target))?)
    }

    /// A model's k.
    pub(super) fn hashes(&self, model: &str) -> Result<u64> {
        Ok(self.row(model)?.hashes)
    }

    /// A model's messages per cycle.
    pub(super) fn capacity(&self, model: &str) -> Result<f64> {
        Ok(self.row(model)?.capacity)
    }

    /// The share of the σ-bounded filter's messages that sizing by `model` gives away.
    pub(super) fn loss(&self, model: &str) -> Result<f64> {
        Ok(1.0 - self.capacity(model)? / self.capacity(SIGMA)?)
    }

    /// The share by which `model` holds more messages than the worst case allows.
    pub(super) fn gain(&self, model: &str) -> Result<f64> {
        Ok(self.capacity(model)? / self.capacity(F_W)? - 1.0)
    }

    /// By which share the real rate of the filter that `model` sizes exceeds the target, where it has one.
    pub(super) fn missed(&self, model: &str) -> Result<Option<f64>> {
        Ok(self.row(model)?.average_rate.map(|rate| rate / self.target - 1.0))
    }

    /// By how much the fullest of the other models exceeds the σ-bounded filter, in units of the messages that one more bit
    /// of σ would add, about 1/(k(1 − σ/M)). With `kept`, of the models whose filters keep the target.
    pub(super) fn excess(&self, kept: bool) -> Result<f64> {
        let sigma = self.row(SIGMA)?;
        let step = 1.0 / (sigma.hashes as f64 * (1.0 - sigma.limit as f64 / sigma.bits as f64));
        let others = self.rows.iter().filter(|row| row.model != SIGMA);
        let asked = others.filter(|row| !kept || row.average_rate.is_some_and(|rate| rate <= row.target));
        // −∞ where no other model keeps the target
        Ok(asked.map(|row| (row.capacity - sigma.capacity) / step).fold(f64::NEG_INFINITY, f64::max))
    }
}

/// The cases of a table.
pub(super) struct Cases<'a> {
    /// Every size that was asked for.
    pub(super) sizes: Vec<Case<'a>>,
    /// Every rate that was asked for.
    pub(super) rates: Vec<Case<'a>>,
    /// Those between, with the best k.
    pub(super) between: Vec<Case<'a>>,
}

impl<'a> Cases<'a> {
    /// By size, target and choice of k.
    pub(super) fn of(rows: &'a [Row]) -> Self {
        let asked = rows.iter().position(|row| row.choice == BETWEEN).unwrap_or(rows.len());
        let (asked, between) = rows.split_at(asked);
        let (sizes, rates) = asked.split_at(asked.iter().take_while(|row| row.along == SIZES).count());
        Self { sizes: grouped(sizes), rates: grouped(rates), between: grouped(between) }
    }
}

fn grouped(rows: &[Row]) -> Vec<Case<'_>> {
    let same = |a: &Row, b: &Row| (a.bits, a.target, &a.choice) == (b.bits, b.target, &b.choice);
    let best = |row: &Row| [BEST, BETWEEN].contains(&row.choice.as_str());
    rows.chunk_by(same)
        .map(|rows| Case { bits: rows[0].bits, target: rows[0].target, best: best(&rows[0]), rows })
        .collect()
}
