#![doc = include_str!("../README.md")]
//!
//! Which formula can be trusted, in which arithmetic: every route to a rate in every arithmetic, beside the certified
//! value.
//!
//! [`crosscheck()`] evaluates some routes to the same quantity in some arithmetics and separates two errors: that of the formula,
//! which no arithmetic corrects, and that of the arithmetic.

mod deletable_routes;
mod outcome;
mod recycling_routes;
mod simulated;
mod single_filter;

pub use bloomlab_simulation::Estimate;
pub use deletable_routes::{DeletableRoute, deletable_routes};
pub use outcome::{Candidate, Checked, Outcome, crosscheck};
pub use recycling_routes::{RecyclingRate, recycling_filter, recycling_routes};
pub use simulated::{INTERVAL_CONFIDENCE, SimulationFailure, simulated_deletable, simulated_recycling};
pub use single_filter::single_filter;
