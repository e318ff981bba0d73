//! Split blocks as Parquet has them, against plain blocks and none; and the error of the Poisson mixture of the paper.

use bloomlab_exact::Enclosures;
use bloomlab_formulas::{
    blocked::{self, BlockedLoad},
    inclusion_exclusion,
};
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_tables::{Interval, Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::Filter;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    items: u64,
    hashes: u64,
    word_bits: u64,
    /// B of further plain filters, for the Poisson mixture.
    block_bits: Vec<u64>,
    bits_per_item: Vec<u64>,
    simulated: Vec<u64>,
    epochs: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    filter: Filter,
    bits_per_item: u64,
    exact: f64,
    /// (mixture − exact)/exact, with the Poisson mixture of the paper; none for the filter without blocks.
    poisson_error: Option<f64>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let compared = [Filter::Split(p.word_bits), Filter::Plain(p.word_bits * p.hashes), Filter::Unblocked];
    let filters = compared.into_iter().chain(p.block_bits.iter().map(|&block_bits| Filter::Plain(block_bits)));
    run.rows(iproduct!(filters, p.bits_per_item.clone()), |(filter, bits_per_item)| {
        let (bits, items, hashes) = (bits_per_item * p.items, p.items, p.hashes);
        let is_simulated = compared.contains(&filter) && p.simulated.contains(&bits_per_item);
        let simulated = is_simulated.then(|| filter.simulated(bits, items, hashes, p.epochs, run)).transpose()?;
        let is_blocked = filter != Filter::Unblocked;
        let poisson_error = is_blocked.then(|| poisson_error(filter.shape(bits, items, hashes)?)).transpose()?;
        Ok(Row { filter, bits_per_item, exact: filter.rate(bits, items, hashes)?, poisson_error, simulated })
    })
}

/// Bits of the enclosures in which the mixture is compared with the exact rate.
const PRECISION: u32 = 256;
/// The relative width of the enclosure of the error, at most.
const WIDEST: f64 = 1e-12;

/// (mixture − exact)/exact.
fn poisson_error(shape: BlockedLoad) -> Result<f64> {
    let a = Enclosures::new(PRECISION);
    let bounded = blocked::poisson(&a, shape)?;
    let mixture = bounded.value.widened_by(&bounded.error_bound);
    let error = mixture / inclusion_exclusion::rate(&a, shape) - a.one();
    ensure!(error.relative_width() <= WIDEST, "the error of the Poisson mixture of {shape:?} is too wide: {error:?}");
    Ok(error.to_f64())
}
