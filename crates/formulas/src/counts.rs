//! How many false positives a test of one filter may count: X of q queries, none of which was stored.
//!
//! All queries of one filter meet the same bits: given the rate that these have, X is binomial, and its distribution is a [`Mixture`] of
//! binomial ones over the number of set bits. [`Test`] has the bounds of a test, its power and the queries it needs; [`items`] the number of
//! items that set bits show.
//!
//! Doubles only, by functions of `libm`.

pub(crate) mod binomial;
pub mod items;
mod mixture;
mod proportion;
mod quadrature;
pub mod set_bits;
mod test;

pub use mixture::{MOST_EXACT_BITS, MixedCounts, Mixture};
pub use proportion::proportion_interval;
pub use quadrature::integral;
pub use test::{CountBounds, MOST_QUERIES, Test};
