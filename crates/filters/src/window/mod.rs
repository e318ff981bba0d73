//! Filters that forget what is old: age-partitioned, ring, time-aware, stable.

mod age_partitioned;
mod ring;
mod stable;
mod time_aware;

pub use age_partitioned::AgePartitionedFilter;
pub use ring::RingFilter;
pub use stable::{Decrements, StableFilter};
pub use time_aware::{FlagFilter, TimerFilter};
