//! The place of an item in a filter: its positions, and its fingerprint.
//!
//! Two choices are independent of each other and of the filter: where the random words of an item come from ([`Source`]), and
//! whether its positions may coincide ([`Sampling`](bloomlab_numbers::Sampling)).

mod blocks;
mod hashing;
mod locator;
mod probe;
mod slices;
mod uniform;
pub(crate) mod words;

pub use blocks::{BlockLayout, BlockLocator};
pub use hashing::{Hashing, Source};
pub use locator::Locator;
pub use probe::Probe;
pub use slices::SliceLocator;
pub use uniform::uniform_below;
