#![doc = include_str!("../README.md")]

mod balls_in_bins;
#[cfg(feature = "exact")]
mod certified;
pub mod deletable;
mod error;
mod quick_rate;
mod rate;
pub mod recycling;
mod scheme_rate;
mod scheme_size;
mod size;

pub use balls_in_bins::occupancy;
pub use bloomlab_comparison as comparison;
#[cfg(feature = "exact")]
pub use bloomlab_crosscheck as crosscheck;
#[cfg(feature = "exact")]
pub use bloomlab_exact as exact;
pub use bloomlab_filters as filters;
pub use bloomlab_formulas as formulas;
pub use bloomlab_libraries as libraries;
pub use bloomlab_numbers as numbers;
pub use bloomlab_occupancy as occupancy;
pub use bloomlab_occupancy::{OutOfDomain, Parameter, Phases, Sampling, Shape};
pub use bloomlab_schemes as schemes;
pub use bloomlab_schemes::HashingScheme;
#[cfg(feature = "exact")]
pub use certified::certified_rate;
pub use error::Error;
pub use quick_rate::quick_rate;
pub use rate::{MAX_HASHES, rate};
#[cfg(feature = "exact")]
pub use scheme_rate::certified_scheme_rate;
pub use scheme_rate::scheme_rate;
pub use scheme_size::scheme_size;
pub use size::{Size, size};
