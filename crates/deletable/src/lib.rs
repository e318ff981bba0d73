#![doc = include_str!("../README.md")]
//!
//! Bloom filters from which items can sometimes be deleted: how often they can, and what the false-positive rate is
//! before and after.
//!
//! The filters are those of Kwon, Shankar, Pontarelli and Reviriego, *A fingerprint-based Bloom filter with deletion
//! capabilities* (D-FP, TBF, QBF, DlBF), and the counting filters they build on; see
//! [`DeletableKind`](bloomlab_numbers::DeletableKind).
//!
//! | module | contents | arithmetic |
//! |---|---|---|
//! | [`finite`] | exact: deletability, rate, rate after deletions (derived in [`hits`], [`cells`], [`regions`]) | any |
//! | [`positive`] | the same rates by positive sums, another route to the same numbers | any |
//! | [`in_f64`] | the exact forms by the route that keeps its digits | f64 |
//! | [`poisson`] | the closed forms in the limit of large filters: approximate | any with e^x |
//! | [`stream`] | a sliding window of items: the residue of refused deletions | any |
//! | [`counters`] | counters of l bits that stick at their largest value: stuck counters, rate after deletions | any |
//! | [`best_region`] | the region size of a DlBF that serves a load best | f64 |
//! | [`published`] | the equations as printed | any with e^x |
//! | [`cuckoo`], [`quotient`] | filters of fingerprints, which delete always: exact rates | any |

pub mod accuracy;
mod best_region;
pub mod cells;
pub mod counters;
pub mod cuckoo;
pub mod finite;
pub mod hits;
pub mod in_f64;
mod parameters;
pub mod poisson;
pub mod positive;
pub mod published;
pub mod quotient;
pub mod regions;
mod splits;
pub mod stream;

pub use best_region::{RegionGoal, best_region, light_load_region};
pub use parameters::{MAX_HASHES, Parameters};
