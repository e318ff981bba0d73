//! Split blocks as Parquet has them, against plain blocks and none; and how far the Poisson mixture of the paper is off.

mod view;

use crate::prelude::*;
use bloomlab_exact::Enclosures;
use bloomlab_formulas::blocked::{self, BlockedLoad};
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n.
    items: u64,
    /// k.
    hashes: u64,
    /// W.
    word_bits: u64,
    /// B of further plain filters, for the Poisson mixture.
    block_bits: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// m/n of the filters that are also simulated.
    simulated: Vec<u64>,
    /// Independent filters at each of these.
    epochs: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: Filter,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact: f64,
    /// The Poisson mixture of the paper; none for the filter without blocks.
    poisson: Option<f64>,
    /// (poisson − exact)/exact.
    poisson_error: Option<f64>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let compared = [Filter::Split(p.word_bits), Filter::Plain(p.word_bits * p.hashes), Filter::Unblocked];
    let further = p.block_bits.iter().map(|&block_bits| Filter::Plain(block_bits));
    let filters = compared.into_iter().chain(further);
    let points: Vec<_> = iproduct!(filters, p.bits_per_item.iter().copied()).collect();
    let simulated = |&(filter, c): &(Filter, u64)| {
        let wanted = compared.contains(&filter) && p.simulated.contains(&c);
        wanted.then(|| filter.point(c * p.items, p.items, p.hashes))
    };
    let simulated: Vec<_> = points.iter().map(simulated).collect();
    let simulated = simulate(&simulated, p.epochs, context)?;
    context.rows(zip(points, simulated), |((filter, c), simulated)| row(p, filter, c, simulated))
}

fn row(p: &Parameters, filter: Filter, bits_per_item: u64, simulated: Option<Interval>) -> Result<Row> {
    let (bits, items, hashes) = (bits_per_item * p.items, p.items, p.hashes);
    let exact = filter.rate(bits, items, hashes)?;
    let is_blocked = filter != Filter::Unblocked;
    let mixture = is_blocked.then(|| mixture(filter.shape(bits, items, hashes)?)).transpose()?;
    let (poisson, poisson_error) = mixture.unzip();
    Ok(Row { filter, bits_per_item, bits, items, hashes, exact, poisson, poisson_error, simulated })
}

/// Bits of the enclosures in which the mixture is compared with the exact rate.
const PRECISION: u32 = 256;
/// The relative width of the enclosure of the error, at most.
const WIDEST: f64 = 1e-12;

/// The mixture, and (mixture − exact)/exact.
fn mixture(shape: BlockedLoad) -> Result<(f64, f64), AnyError> {
    let a = Enclosures::new(PRECISION);
    let bounded = blocked::poisson(&a, shape)?;
    let mixture = bounded.value.widened_by(&bounded.error_bound);
    let error = mixture.clone() / blocked::by_inclusion_exclusion(&a, shape) - a.one();
    ensure!(error.relative_width() <= WIDEST, "the error of the Poisson mixture of {shape:?} is too wide: {error:?}");
    Ok((mixture.to_f64(), error.to_f64()))
}
