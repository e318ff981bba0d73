#![doc = include_str!("../README.md")]
//!
//! The false-positive rate of one Bloom filter of m bits that holds n items under k hash functions.
//!
//! Every formula is written once, over an [`Arithmetic`](bloomlab_numbers::Arithmetic), and takes a validated [`Load`].

pub mod accuracy;
pub mod approximation;
pub mod blocked;
pub mod bose;
pub mod bounds;
pub mod christensen;
pub mod counts;
pub mod coverage;
pub mod exact;
pub mod folding;
mod formula;
pub mod hops;
pub mod inclusion_exclusion;
pub mod layout;
mod load;
pub mod observed;
pub mod overlapping;
pub mod partitioned;
pub mod refusing;
pub mod retouched;
pub mod rocksdb;
pub mod scalable;
pub mod sizing;
pub mod split_block;
pub mod static_filters;
mod steps;
pub mod table;
pub mod walks;

pub use formula::{Formula, FormulaError, UnknownFormula};
pub use load::Load;
