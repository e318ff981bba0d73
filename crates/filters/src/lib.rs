#![doc = include_str!("../README.md")]
//!
//! Bloom filters and their relatives as data structures.
//!
//! - [`BloomFilter`], [`BlockedBloomFilter`] and [`PartitionedFilter`]: one [`BitFilter`] over three ways to [`Locate`] items.
//! - Filters that delete, over the trait [`DeletableFilter`]: [`DfpFilter`], [`TernaryFilter`], [`QuaternaryFilter`],
//!   [`DlbfFilter`], [`CountingFilter`], [`FingerprintCountingFilter`]. Each is a [`CellFilter`] over the rule of its
//!   [`Cells`].
//! - Filters that are cleared and fill again, over the trait [`RecyclingFilter`]: [`OnePhaseFilter`],
//!   [`TwoPhaseFilter`].
//! - [`RetouchedFilter`] clears bits on purpose; [`ScalableFilter`] grows. [`StaticTable`] has the seeds that build a static filter;
//!   [`DocumentIndex`] has one filter per document.
//!
//! Item placement is a separate abstraction ([`Hashing`], [`Locator`]): real hashing or the ideal source that analyses
//! assume, independent positions or double hashing, with or without replacement. Every filter can also be used one
//! level below items, at given positions ([`Probe`]).
//!
//! Memory is exact: m bits are m bits, not rounded up to a power of two or a multiple of 64.

mod bits;
mod bloom;
mod cells;
mod deletable;
mod document_index;
mod error;
mod packed;
mod peeling;
mod positions;
mod recycling;
mod retouched;
mod scalable;
mod sizing;
mod walks;

pub use bloom::{BitFilter, BlockedBloomFilter, BloomFilter, Locate, PartitionedFilter};
pub use bloomlab_numbers::{Ending, Retention};
pub use cells::{
    Cells, CounterCells, CountingCells, DfpCell, DfpCells, DlbfCells, FingerprintCountingCells, QuaternaryCells,
    TernaryCells,
};
pub use deletable::{
    CellFilter, CountingFilter, DeletableFilter, DfpFilter, DlbfFilter, FingerprintCountingFilter, Placed,
    QuaternaryFilter, Removal, Removals, TernaryFilter,
};
pub use document_index::DocumentIndex;
pub use error::FilterError;
pub use peeling::StaticTable;
pub use positions::{
    BlockLayout, BlockLocator, Hashing, Locator, Probe, Probes, Scheme, SliceLocator, Source, uniform_below,
};
pub use recycling::{Arrival, Effect, OnePhaseFilter, Recycling, RecyclingFilter, TwoPhaseFilter};
pub use retouched::{Cleared, RetouchedFilter, Selection};
pub use scalable::{AllFull, ScalableFilter, StageSize};
pub use sizing::deletable_filter;
pub use walks::{WORDS_OF_A_LINE, walks_within};
