#![doc = include_str!("../README.md")]
//!
//! Bloom filters and their relatives as data structures.
//!
//! - [`BloomFilter`], [`BlockedBloomFilter`] and [`PartitionedFilter`]: one [`BitFilter`] over three ways to [`Locate`] items.
//! - Filters that delete, over the trait [`DeletableFilter`]. Each is a [`CellFilter`] over the rule of its [`Cells`]: [`DfpCells`],
//!   [`TernaryCells`], [`QuaternaryCells`], [`DlbfCells`], [`CountingCells`], [`FingerprintCountingCells`].
//! - [`RecyclingFilter`] is cleared and fills again, in one phase or two; [`ScalableFilter`] grows. The bits of a [`BloomFilter`] can be
//!   cleared on purpose (*retouched*, [`Selection`]).
//!
//! Item placement is a separate abstraction ([`Hashing`], [`Locator`]): real hashing or the ideal source that analyses
//! assume, with or without replacement. Every filter can also be used one
//! level below items, at given positions ([`Probe`]).
//!
//! Memory is exact: m bits are m bits, not rounded up to a power of two or a multiple of 64.

mod bits;
mod bloom;
mod cells;
mod deletable;
mod error;
mod packed;
mod positions;
mod recycling;
mod retouched;
mod scalable;
mod sizing;
mod walks;

pub use bloom::{BitFilter, BlockedBloomFilter, BloomFilter, Locate, PartitionedFilter};
pub use bloomlab_numbers::{Ending, Retention};
pub use cells::{Cells, CountingCells, DfpCells, DlbfCells, FingerprintCountingCells, QuaternaryCells, TernaryCells};
pub use deletable::{CellFilter, DeletableFilter, DfpFilter, Removal};
pub use error::FilterError;
pub use positions::{BlockLayout, BlockLocator, Hashing, Locator, Probe, SliceLocator, Source, uniform_below};
pub use recycling::{Arrival, Effect, Recycling, RecyclingFilter};
pub use retouched::Selection;
pub use scalable::{AllFull, ScalableFilter, StageSize};
pub use sizing::deletable_filter;
pub use walks::{WORDS_OF_A_LINE, walks_within};
