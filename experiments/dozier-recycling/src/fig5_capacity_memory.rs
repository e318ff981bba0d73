//! Expected message capacity against the filter's size.

mod claims;

use bloomlab_pictures::{Axis, Picture, Scale};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::capacities::{self, Drawn, Row};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    target: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Besides the best.
    hashes: Vec<u64>,
    /// Sizes of an octave that are computed for the lines, up to this size: beyond, they are smooth.
    lines_per_octave: u32,
    log2_lines_to: u32,
}

pub(crate) struct CapacityMemory;

impl Figure for CapacityMemory {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.log2_bits_to > 24 {
            return Err(format!("log2_bits_to = {} is out of range: needs at most 24", p.log2_bits_to).into());
        }
        let cases: Vec<_> = (p.log2_bits_from..=p.log2_bits_to).map(|log2| (1 << log2, p.target)).collect();
        let steps = (p.log2_lines_to.saturating_sub(p.log2_bits_from)) * p.lines_per_octave;
        let exponent = |i: u32| f64::from(p.log2_bits_from) + f64::from(i) / f64::from(p.lines_per_octave);
        let between = (0..steps).filter(|i| i % p.lines_per_octave > 0);
        let between: Vec<_> = between.map(|i| (libm::round(libm::exp2(exponent(i))) as u64, p.target)).collect();
        capacities::compute(&cases, &p.hashes, &between, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let drawn = Drawn {
            x: Axis::new("memory *M* (bits)", Scale::Log2),
            along: Row::bits,
            words: "the paper: “more than 30 %”",
        };
        capacities::draw(rows, &drawn)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(&capacities::cases(rows))
    }
}
