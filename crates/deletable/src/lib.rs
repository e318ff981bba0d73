//! Bloom filters from which items can sometimes be deleted: how often they can, and what the false-positive rate is
//! before and after.
//!
//! The filters are those of Kwon, Shankar, Pontarelli and Reviriego, *A fingerprint-based Bloom filter with deletion
//! capabilities* (D-FP, TBF, QBF, DlBF), and the counting filters they build on; see
//! [`DeletableKind`](bloomlab_occupancy::DeletableKind).
//!
//! | module | what | arithmetic |
//! |---|---|---|
//! | [`finite`] | exact: deletability, rate, rate after deletions (derived in [`hits`], [`cells`], [`regions`]) | any |
//! | [`stable`] | the same rates by positive sums, another route to the same numbers | any |
//! | [`double`] | the exact forms by the route that keeps its digits | f64 |
//! | [`poisson`] | the closed forms in the limit of large filters: approximate | any with e^x |
//! | [`published`] | the equations as printed | any with e^x |
//!
//! ```
//! use bloomlab_deletable::{Parameters, double, poisson};
//! use bloomlab_numbers::Double;
//! use bloomlab_occupancy::DeletableKind;
//!
//! // 1000 items stay, 200 more were inserted and then deleted; 4 hash functions, 16,384 bits
//! let p = Parameters::new(DeletableKind::Dfp, 16_384, 1000, 200, 4)?;
//! assert_eq!(p.cells(), 8192);
//! let before = double::rate(&p)?;
//! let after = double::rate_after_deletions(&p)?;
//! assert!(after < before);
//! // the closed form is 0.3 % low at this size
//! assert!((poisson::rate_after_deletions(&Double, &p) / after - 1.0).abs() < 0.005);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accuracy;
mod alternating;
pub mod cells;
pub mod double;
pub mod finite;
pub mod hits;
mod parameters;
pub mod poisson;
pub mod published;
pub mod regions;
mod splits;
pub mod stable;

pub use parameters::{MOST_FINGERPRINT_BITS, MOST_HASHES, MOST_REGION_BITS, Parameters};
