#![doc = include_str!("../README.md")]
//!
//! Descriptions follow the sources of the versions named; nothing here runs a library. Where the distribution of the positions is one that
//! [`bloomlab_formulas::walks`] computes, the rate is exact; elsewhere [`Cover`] says if it is simulated, or what stands in for it.

mod bytes_and_bits;
#[cfg(feature = "measured")]
mod counted;
mod engines;
mod growing;
mod libraries;
#[cfg(feature = "measured")]
mod measured;
mod overlapping;
mod product;
mod rules;
mod sampled;
mod slices;
mod structure;
mod walks_in_slices;

#[cfg(feature = "measured")]
pub use counted::Counted;
#[cfg(feature = "measured")]
pub use measured::{Measurement, Measurements};
pub use product::{Built, Cover, Family, Product, RATES, Setting, UnknownName};
pub use slices::Slices;
pub use structure::Structure;
