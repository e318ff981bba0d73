//! Filters that forget what is old: age-partitioned, ring, rolling, time-aware, stable.

mod age_partitioned;
mod ring;
mod rolling;
mod stable;
mod time_aware;

pub use age_partitioned::AgePartitionedFilter;
pub use ring::RingFilter;
pub use rolling::RollingFilter;
pub use stable::{Decrements, StableFilter};
pub use time_aware::{FlagFilter, TimerFilter};
