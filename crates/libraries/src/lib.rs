#![doc = include_str!("../README.md")]
//!
//! Descriptions follow the sources of the versions named; nothing here runs a library. Where the distribution of the positions is one that
//! [`bloomlab_formulas::walks`] computes, the rate is exact; elsewhere [`Cover`] says if it is simulated, or what stands in for it.

mod bytes_and_bits;
mod counted;
mod engine;
mod engines;
mod growing;
mod library;
#[cfg(feature = "measured")]
mod measured;
mod multiples;
mod named;
mod other_languages;
mod overlapping;
mod rules;
mod sampled;
mod slices;
mod structure;
mod walks_in_slices;

pub use counted::Counted;
pub use engine::{Engine, EngineFilter, Setting};
pub use library::{Cover, Library, LibraryFilter, RATES};
#[cfg(feature = "measured")]
pub use measured::{Measurement, Measurements};
pub use named::UnknownName;
pub use slices::Slices;
pub use structure::Structure;
