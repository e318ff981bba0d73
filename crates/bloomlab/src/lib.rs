#![doc = include_str!("../README.md")]

#[cfg(feature = "exact")]
mod certified;
pub mod deletable;
mod rate;
pub mod recycling;
mod size;

#[cfg(feature = "exact")]
pub use bloomlab_crosscheck as crosscheck;
#[cfg(feature = "exact")]
pub use bloomlab_exact as exact;
pub use bloomlab_filters as filters;
pub use bloomlab_formulas as formulas;
pub use bloomlab_numbers as numbers;
pub use bloomlab_occupancy as occupancy;
pub use bloomlab_occupancy::{OutOfDomain, Refused};
#[cfg(feature = "exact")]
pub use certified::{Uncertified, certified_rate};
pub use rate::{MOST_HASHES, rate};
pub use size::{Size, size};
