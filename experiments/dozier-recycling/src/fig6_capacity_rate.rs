//! Expected message capacity against the target rate.

use report::{AnyError, Axis, Context, Figure, Picture, Scale};
use serde::{Deserialize, Serialize};

use crate::capacities::{self, Row};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    targets: Vec<f64>,
    /// Besides the best.
    hashes: Vec<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        let targets = vec![1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2];
        Self { bits: 10_000, targets, hashes: (2..=10).collect() }
    }
}

pub(crate) struct CapacityRate;

impl Figure for CapacityRate {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let cases: Vec<_> = p.targets.iter().map(|&target| (p.bits, target)).collect();
        capacities::compute(&cases, &p.hashes, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        capacities::draw(rows, &Axis::new("average false-positive rate", Scale::Log10), Row::target)
    }
}
