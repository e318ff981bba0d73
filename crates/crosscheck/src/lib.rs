#![doc = include_str!("../README.md")]
//!
//! A [`Quantity`] has a value in any [`ArithmeticKind`] ([`evaluate`]), and a certified one that others are compared with ([`reference()`]).
//! [`crosscheck()`] evaluates some routes to the same quantity in some arithmetics and separates two errors: that of the formula,
//! which no arithmetic corrects, and that of the arithmetic.

mod arithmetic;
mod computed;
mod deadline;
mod deletable_routes;
mod failure;
mod filter_rates;
mod outcome;
mod quantity;
mod recycling_routes;
#[cfg(feature = "serde")]
mod serialized;
mod simulated;
mod single_filter;

pub use arithmetic::{ArithmeticError, ArithmeticKind};
pub use bloomlab_simulation::Estimate;
pub use computed::{Computed, relative_difference};
pub use deletable_routes::{DeletableMeasure, DeletableRoute, deletable_filter, deletable_routes};
pub use failure::Failure;
pub use filter_rates::{FilterRate, ObservedRate, SchemeRate};
pub use outcome::{Candidate, Checked, Checks, Outcome, crosscheck};
pub use quantity::{Quantity, evaluate, reference};
pub use recycling_routes::{RecyclingRate, recycling_filter, recycling_routes};
pub use simulated::{INTERVAL_CONFIDENCE, simulated_deletable, simulated_recycling};
pub use single_filter::single_filter;
