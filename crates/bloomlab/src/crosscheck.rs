//! Every route to a quantity in every arithmetic, next to its certified value.
//!
//! A [`Quantity`] has a value in any [`ArithmeticKind`] ([`evaluate`]), and a certified one that others are compared with ([`reference()`]).
//! [`crosscheck()`] evaluates some routes to the same quantity in some arithmetics and separates two errors: that of the formula,
//! which no arithmetic corrects, and that of the arithmetic. An evaluation that takes longer than it may is left, and says so.

mod arithmetic;
mod computed;
mod deadline;
mod deletable_routes;
mod failure;
mod filter_rates;
mod outcome;
mod quantity;
mod recycling_routes;
mod simulated;

pub use bloomlab_simulation::{CONFIDENCE, Estimate};

pub use arithmetic::{ArithmeticError, ArithmeticKind};
pub use computed::{Computed, relative_difference};
pub use deletable_routes::{DeletableMeasure, DeletableRoute, deletable_filter, deletable_routes};
pub use failure::Failure;
pub use filter_rates::{FilterRate, ObservedRate, SchemeRate, single_filter};
pub use outcome::{Candidate, Checked, Checks, Difference, Outcome, crosscheck};
pub use quantity::{Quantity, evaluate, reference};
pub use recycling_routes::{RecyclingRate, recycling_filter, recycling_routes};
pub use simulated::{simulated_deletable, simulated_recycling};
