//! Bloom filters from which items can sometimes be deleted: how often they can, and what the false-positive rate is
//! before and after.
//!
//! The filters are those of Kwon, Shankar, Pontarelli and Reviriego, *A fingerprint-based Bloom filter with deletion
//! capabilities* (D-FP, TBF, QBF, DlBF), and the counting filters they build on; see [`Filter`].
mod cells;
mod distinct;
pub mod double;
mod filter;
pub mod finite;
mod hits;
mod parameters;
pub mod poisson;
pub mod published;
mod regions;
mod splits;
pub mod stable;

pub use filter::{COUNTER_BITS, Filter};
pub use parameters::{MOST_FINGERPRINT_BITS, MOST_HASHES, MOST_REGION_BITS, ParameterError, Parameters};
