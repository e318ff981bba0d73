//! Expected message capacity against the filter's size.

mod claims;

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use crate::capacities::{self, Drawn, Row};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    target: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Besides the best.
    hashes: Vec<u64>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.log2_bits_to > 24 {
        return Err(format!("log2_bits_to = {} is out of range: needs at most 24", p.log2_bits_to).into());
    }
    let cases: Vec<_> = (p.log2_bits_from..=p.log2_bits_to).map(|log2| (1 << log2, p.target)).collect();
    capacities::compute(&cases, &p.hashes, &[], context)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = Drawn {
        x: Axis::new("memory *M* (bits)", Scale::Log2),
        along: Row::bits,
        words: "the paper:\n“more than 30 %”",
        is_named_above: false,
        is_discrete: true,
    };
    capacities::draw(rows, &drawn)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    claims::facts(&capacities::cases(rows).0)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    claims::decide(&capacities::cases(rows).0)
}
