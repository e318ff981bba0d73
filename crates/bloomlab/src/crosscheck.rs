//! Every route to a quantity in every arithmetic, next to its certified value.
//!
//! A [`Quantity`] has a value in any [`ArithmeticKind`] ([`evaluate`]), and a certified one that others are compared with ([`reference()`]).
//! [`crosscheck()`] evaluates some routes to the same quantity in some arithmetics and separates two errors: that of the formula,
//! which no arithmetic corrects, and that of the arithmetic. An evaluation that takes longer than it may is left, and says so.
//!
//! ```
//! use std::time::Duration;
//!
//! use bloomlab::Formula;
//! use bloomlab::crosscheck::{ArithmeticKind, single_filter};
//! use bloomlab_formulas::Load;
//!
//! let load = Load::new(64, 8, 5)?; // 64 bits, 8 items, 5 hash functions
//! let arithmetics = [ArithmeticKind::F64, ArithmeticKind::Mpfr(256)];
//! let outcomes = single_filter(load, &[Formula::ChristensenClosed], &arithmetics, 17, Duration::from_secs(1));
//! // eq. 18 cancels in double precision, and has digits to spare in 256 bits
//! assert!(outcomes[0].result.as_ref().unwrap_err().to_string().starts_with("cancellation"));
//! assert!(outcomes[1].result.as_ref().unwrap().correct_digits.unwrap() > 40.0);
//! # Ok::<(), bloomlab::Error>(())
//! ```

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
