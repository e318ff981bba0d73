//! Expected message capacity against the target rate.

mod claims;

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use crate::capacities::{self, Drawn, Row};
use crate::grid::between;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    targets: Vec<f64>,
    /// Besides the best.
    hashes: Vec<u64>,
    /// Rates of a decade that are computed for the lines.
    lines_per_decade: u32,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let cases: Vec<_> = p.targets.iter().map(|&target| (p.bits, target)).collect();
    let between = between(&p.targets, p.lines_per_decade);
    let between: Vec<_> = between.into_iter().map(|target| (p.bits, target)).collect();
    capacities::compute(&cases, &p.hashes, &between, context)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = Drawn {
        x: Axis::new("average false-positive rate", Scale::Log10),
        along: Row::target,
        words: "the paper:\n“around 30 %”",
        is_named_above: true,
        is_discrete: false,
    };
    capacities::draw(rows, &drawn)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (asked, between) = capacities::cases(rows);
    claims::facts(&asked, &between)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (asked, between) = capacities::cases(rows);
    claims::decide(&asked, &between)
}
