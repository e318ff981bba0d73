//! Fading popularity: how many of the messages that return are taken for new, if they return after random distances.
//!
//! Dozier, Salamatian, Rubenstein, section I, expect popularity to decline, so that the false negatives of well-provisioned filters become
//! negligible. Here a message returns after R other new messages ([`Reuse`]).

mod ages;
mod curve;
mod large;
mod occupied;
mod powers;
mod repeats;
mod reuse;

pub use ages::Ages;
pub use curve::ForgettingCurve;
pub use large::LargeFilter;
pub use repeats::{ProcessedRepeats, processed_repeats};
pub use reuse::{Reuse, ReuseError};
