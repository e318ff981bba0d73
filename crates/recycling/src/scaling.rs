//! σ-bounded filters of any size: in closed form where the cycle has settled, by a sweep elsewhere.

mod infinite;
mod sigma_bounded;

pub use infinite::{CapacityLimit, InfiniteAverage, capacity_limit, infinite_average};
pub(crate) use infinite::{best_hashes, best_hashes_of_worst_case};
pub use sigma_bounded::{capacity, sigma_bounded_rate};

/// The way a value was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Route {
    /// By a sweep over the filter's own states.
    Sweep,
    /// In closed form, where what the first messages of a cycle leave in it has died out.
    Settled,
}
