//! σ-bounded filters of any size: in closed form where the cycle has settled, by a sweep elsewhere.

mod infinite;
mod sigma_bounded;

pub use infinite::{CapacityLimit, InfiniteAverage, capacity_limit, infinite_average};
pub(crate) use infinite::{best_hashes, best_hashes_of_worst_case};
pub use sigma_bounded::{Route, capacity, sigma_bounded_rate};
