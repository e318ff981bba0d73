//! How many false positives a test of one filter may count: X of q queries, none of which was stored.
//!
//! All queries of one filter meet the same bits: given the rate ρ that these have, X is binomial of q and ρ, and
//! P(X ≥ x) = E P(Bin(q, ρ) ≥ x). A [`RateDistribution`] is the distribution of ρ, or two that it lies between:
//!
//! | filter | distribution | |
//! |---|---|---|
//! | plain | [`PlainRates`]: by its set bits | exact |
//! | distinct positions of many items | [`DistinctRates`]: between numbers of independent positions | bound |
//! | blocks, split blocks | [`BlockRates`]: the density of ρ; for few blocks Bennett's inequality | exact; bound |
//! | slices | [`of_slices`]: sums of logarithms, rounded down and up | bound |
//! | any scheme of uniform positions | [`of_marginally_uniform`]: self-bounding functions | bound |
//! | static, or a filter for each query | [`RateDistribution::certain`] | exact |
//!
//! Queries may be [spread over F filters](Rates::spread_over): a contour integral adds their counts. [`Test`] has the bounds of a test, its
//! power and the queries it needs; [`while_filling`] counts the items that `add` reports.
//!
//! Doubles only, by functions of `libm`; sums of positive terms, relative error about 1e-9 for probabilities above 1e-15, far less below
//! 2^30 bits; about 1e-8 for blocks.

mod binomial;
mod blocks;
mod complex;
mod crossing;
mod distinct;
mod filling;
pub mod items;
mod least_queries;
mod proportion;
mod quadrature;
mod rate_distribution;
mod rates;
mod saddle;
mod set_bits;
mod slices;
mod spread;
mod stirling;
mod tail_bounds;
mod test;
mod varying;

pub use blocks::{BlockMoments, BlockRates};
pub use distinct::DistinctRates;
pub use filling::while_filling;
pub use least_queries::MOST_QUERIES;
pub use proportion::proportion_interval;
pub use rate_distribution::RateDistribution;
pub use rates::Rates;
pub use saddle::Saddle;
pub use set_bits::PlainRates;
pub use slices::between as of_slices;
pub use tail_bounds::of_marginally_uniform;
pub use test::{CountBounds, Test};
pub use varying::{VaryingRate, ln_binomial};

/// ln Σ e^x, from the largest down.
fn ln_sum(terms: impl Iterator<Item = f64>) -> f64 {
    let terms: Vec<f64> = terms.collect();
    let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if top == f64::NEG_INFINITY {
        return top;
    }
    top + libm::log(terms.iter().map(|term| libm::exp(term - top)).sum())
}
