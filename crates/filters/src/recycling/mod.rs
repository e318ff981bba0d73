//! Recycling Bloom filters: they fill, are cleared, and fill again.

mod cycle;
mod filter;
mod one_phase;
mod two_phase;

pub use filter::{Arrival, Effect, Recycling, RecyclingFilter};
pub use one_phase::OnePhaseFilter;
pub use two_phase::TwoPhaseFilter;
